import { X } from 'lucide-react'
import { useObjectUrl } from '@/components/hooks/use-object-url'
import { Spinner } from '@/components/spinner'
import type { PreparedImage } from '../../image/image'

interface ImagePreviewProps {
  image: PreparedImage
  inputId: string
  noun: string
  isBusy: boolean
  onRemove: () => void
}

const actionClass =
  'flex min-h-11 items-center justify-center gap-1.5 rounded-md border border-edge px-3 text-sm hover:border-soft/60 hover:bg-raise'

/** The image, and its buttons beside it. */
export function ImagePreview({ image, inputId, noun, isBusy, onRemove }: ImagePreviewProps) {
  const address = useObjectUrl(image.file)
  return (
    <div className="flex grow flex-wrap items-center gap-3 p-2">
      <label htmlFor={inputId} className="h-30 min-w-30 grow cursor-pointer basis-30">
        {address && (
          <img
            src={address}
            alt={image.file.name}
            width={image.width}
            height={image.height}
            className="size-full rounded object-contain"
          />
        )}
      </label>
      <div className="grid min-w-0 grow basis-28 gap-2">
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
