import { ImageDown } from 'lucide-react'
import { joinClasses } from '@/components/join-classes'
import type { Drag } from './use-image-drop'

export function DropOverlay({ drag }: { drag: Exclude<Drag, 'none'> }) {
  const isOver = drag === 'over'
  return (
    <div
      className={joinClasses(
        'absolute inset-0 z-10 grid place-content-center justify-items-center gap-3 rounded-xl border-2 p-6 text-center transition-colors duration-150',
        isOver ? 'border-amber bg-ink/90' : 'border-dashed border-edge bg-ink/80',
      )}
    >
      <ImageDown aria-hidden="true" className={joinClasses('size-8', isOver ? 'text-amber' : 'text-soft')} />
      <p className="text-heading font-semibold">{isOver ? 'Drop to use this image' : 'Drop your image here'}</p>
    </div>
  )
}
