import { ArrowLeft, ArrowRight, CircleAlert, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { iconClass } from '@/components/control-class'
import { Spinner } from '@/components/spinner'
import type { DraftImage } from './use-draft-images'

interface ImageItemProps {
  image: DraftImage
  /** The position in the list, from 0. */
  place: number
  count: number
  /** Called with the new position. */
  onMove: (to: number) => void
  onRemove: () => void
}

/** An image, with buttons to move and remove it. The arrow keys also move it. */
export function ImageItem({ image, place, count, onMove, onRemove }: ImageItemProps) {
  const { name, url, fault } = image
  const label = `image ${place + 1}, ${name}`

  function move(to: number) {
    if (to >= 0 && to < count) onMove(to)
  }

  function moveByKey(event: KeyboardEvent<HTMLButtonElement>) {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (steps === undefined) return
    event.preventDefault()
    move(place + steps)
  }

  return (
    <li className="min-w-0 overflow-hidden rounded-md border border-hairline bg-ink">
      <div className="relative grid h-30 min-w-30 place-items-center bg-raise">
        {url ? (
          <img src={url} alt={name} draggable={false} className="absolute inset-0 size-full object-contain" />
        ) : fault ? (
          <CircleAlert aria-hidden="true" className="size-6 text-bad" />
        ) : (
          <span role="status" className="flex items-center gap-2 text-sm text-soft">
            <Spinner />
            <span className="sr-only">Preparing {name}</span>
          </span>
        )}
      </div>
      {fault && (
        <p role="alert" className="px-2 pt-2 text-sm text-bad wrap-anywhere">
          {name}: {fault}
        </p>
      )}
      <div className="flex justify-between">
        {([-1, 1] as const).map((step) => {
          const [Arrow, way] = step < 0 ? ([ArrowLeft, 'left'] as const) : ([ArrowRight, 'right'] as const)
          return (
            <button
              key={step}
              type="button"
              aria-label={`Move ${label} ${way}`}
              // Disabled buttons would lose the focus at the first and last position.
              aria-disabled={place + step < 0 || place + step >= count}
              onClick={() => move(place + step)}
              onKeyDown={moveByKey}
              className={iconClass}
            >
              <Arrow aria-hidden="true" className="size-4" />
            </button>
          )
        })}
        <button type="button" aria-label={`Remove ${label}`} onClick={onRemove} className={iconClass}>
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </li>
  )
}
