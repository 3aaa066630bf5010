import { ImageUp } from 'lucide-react'
import { Spinner } from '@/components/spinner'

interface ImageEmptyProps {
  inputId: string
  isBusy: boolean
}

export function ImageEmpty({ inputId, isBusy }: ImageEmptyProps) {
  return (
    <label
      htmlFor={inputId}
      className="flex grow cursor-pointer flex-col items-center justify-center gap-1.5 p-4 text-center"
    >
      <span className="flex items-center gap-2 font-semibold">
        {isBusy ? <Spinner /> : <ImageUp aria-hidden="true" className="size-5 text-amber" />}
        {isBusy ? 'Preparing your image...' : 'Upload image'}
      </span>
      <span className="text-sm text-balance text-soft">
        <span className="pointer-coarse:hidden">Choose, drop or paste a </span>
        JPEG, PNG, WebP or HEIC
      </span>
    </label>
  )
}
