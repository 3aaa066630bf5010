import { ImageDown } from 'lucide-react'

export function DropOverlay() {
  return (
    <div className="absolute inset-0 z-10 grid place-content-center justify-items-center gap-3 rounded-xl border-2 border-amber bg-ink/90 p-6 text-center">
      <ImageDown aria-hidden="true" className="size-8 text-amber" />
      <p className="text-heading font-semibold">Drop to use this image</p>
    </div>
  )
}
