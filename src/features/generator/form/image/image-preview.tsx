import { X } from 'lucide-react'
import { Spinner } from '@/components/spinner'
import type { PreparedImage } from '../../image/image'
import { useObjectUrl } from '../../image/use-object-url'

interface ImagePreviewProps {
  image: PreparedImage
  inputId: string
  noun: string
  isBusy: boolean
  onRemove: () => void
}

const actionClass =
  'pointer-events-auto flex min-h-11 items-center gap-1.5 rounded-md border border-edge bg-ink/85 px-3 text-sm hover:border-soft/60 hover:bg-raise'

export function ImagePreview({ image, inputId, noun, isBusy, onRemove }: ImagePreviewProps) {
  const address = useObjectUrl(image.file)
  return (
    <div className="relative grow">
      <label htmlFor={inputId} className="absolute inset-0 cursor-pointer">
        {address && (
          <img
            src={address}
            alt={image.file.name}
            width={image.width}
            height={image.height}
            className="size-full object-contain"
          />
        )}
      </label>
      {/* The row wraps when the text is large. */}
      <div className="pointer-events-none absolute inset-x-2 top-2 flex flex-wrap justify-between gap-2">
        <label htmlFor={inputId} className={`cursor-pointer ${actionClass}`}>
          {isBusy && <Spinner />}
          {isBusy ? 'Preparing your image...' : 'Replace'}
        </label>
        <button type="button" aria-label={`Remove ${noun}`} onClick={onRemove} className={actionClass}>
          <X aria-hidden="true" className="size-4" />
          Remove
        </button>
      </div>
    </div>
  )
}
