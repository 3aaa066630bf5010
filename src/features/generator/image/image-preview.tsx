import { X } from 'lucide-react'
import { Spinner } from '@/components/spinner'
import type { Picture } from './image'
import { useObjectUrl } from './use-object-url'

interface ImagePreviewProps {
  picture: Picture
  inputId: string
  isBusy: boolean
  onRemove: () => void
}

const actionClass =
  'pointer-events-auto flex min-h-11 items-center gap-1.5 rounded-md border border-edge bg-ink/85 px-3 text-sm hover:border-soft/60 hover:bg-raise'

export function ImagePreview({ picture, inputId, isBusy, onRemove }: ImagePreviewProps) {
  const address = useObjectUrl(picture.file)
  return (
    <div className="relative grow">
      <label htmlFor={inputId} className="absolute inset-0 cursor-pointer">
        {address && (
          <img
            src={address}
            alt={picture.file.name}
            width={picture.width}
            height={picture.height}
            className="size-full object-contain"
          />
        )}
      </label>
      {/* One row, which wraps with large text. */}
      <div className="pointer-events-none absolute inset-x-2 top-2 flex flex-wrap justify-between gap-2">
        <label htmlFor={inputId} className={`cursor-pointer ${actionClass}`}>
          {isBusy && <Spinner />}
          {isBusy ? 'Preparing your picture...' : 'Replace'}
        </label>
        <button type="button" aria-label="Remove image" onClick={onRemove} className={actionClass}>
          <X aria-hidden="true" className="size-4" />
          Remove
        </button>
      </div>
    </div>
  )
}
