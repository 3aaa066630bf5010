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
      {isBusy ? <Spinner className="size-6" /> : <ImageUp aria-hidden="true" className="size-6 text-amber" />}
      <span className="font-semibold">{isBusy ? 'Preparing your image...' : 'Upload image'}</span>
      <span className="text-sm text-balance text-soft">
        <span className="pointer-coarse:hidden">Choose, drop or paste a </span>
        JPEG, PNG, WebP or HEIC
      </span>
    </label>
  )
}
