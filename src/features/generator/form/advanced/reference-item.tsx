import { fitRole } from '@contract/cast-plan'
import type { ReferenceRole } from '@contract/inputs'
import { ArrowDown, ArrowUp, CircleAlert, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { iconClass } from '@/components/control-class'
import { useObjectUrl } from '@/components/hooks/use-object-url'
import { Select } from '@/components/select'
import { Spinner } from '@/components/spinner'
import type { Reference } from '../../advanced-inputs/advanced-inputs'
import { ROLE_NAMES } from '../../advanced-inputs/text'

interface ReferenceItemProps {
  reference: Reference
  /** The position in the list, from 0. */
  place: number
  count: number
  roles: readonly ReferenceRole[]
  onRole: (role: ReferenceRole) => void
  /** Called with the new position. */
  onMove: (to: number) => void
  onRemove: () => void
  /** Called when the pointer starts to drag the image. */
  onDrag: () => void
}

/** A reference: its image, its role, and buttons to move and remove it. The arrow keys also move it. */
export function ReferenceItem(props: ReferenceItemProps) {
  const { reference, place, count, roles, onRole, onMove, onRemove, onDrag } = props
  const { key, role, name, image, fault } = reference
  const address = useObjectUrl(image?.file ?? null)
  const label = `reference ${place + 1}, ${name}`

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
    <li
      data-reference={key}
      data-place={place}
      className="flex min-w-0 flex-wrap gap-2 rounded-md border border-hairline bg-ink p-1.5"
    >
      {/* Dragging is a shortcut for the buttons below. */}
      <div
        onPointerDown={(event) => {
          // Prevents the browser's native drag.
          event.preventDefault()
          onDrag()
        }}
        className="relative grid size-30 shrink-0 cursor-grab touch-none place-items-center overflow-hidden rounded bg-raise active:cursor-grabbing"
      >
        {address ? (
          <img src={address} alt={name} draggable={false} className="absolute inset-0 size-full object-contain" />
        ) : fault ? (
          <CircleAlert aria-hidden="true" className="size-6 text-bad" />
        ) : (
          <span role="status" className="flex items-center gap-2 text-sm text-soft">
            <Spinner />
            <span className="sr-only">Preparing {name}</span>
          </span>
        )}
        <span
          aria-hidden="true"
          className="absolute top-1 left-1 rounded bg-ink/85 px-1.5 text-sm font-semibold tabular-nums"
        >
          {place + 1}
        </span>
      </div>
      <div className="grid min-w-0 flex-1 basis-28 content-between gap-1">
        {fault && (
          <p role="alert" className="text-sm text-bad wrap-anywhere">
            {name}: {fault}
          </p>
        )}
        {roles.length > 1 && !fault && (
          <Select
            aria-label={`What ${label} shows`}
            value={fitRole(role, roles)}
            onChange={({ target }) => onRole(target.value as ReferenceRole)}
            className="w-full"
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {ROLE_NAMES[one]}
              </option>
            ))}
          </Select>
        )}
        <div className="flex justify-between">
          {([-1, 1] as const).map((step) => {
            const [Arrow, way] = step < 0 ? ([ArrowUp, 'up'] as const) : ([ArrowDown, 'down'] as const)
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
      </div>
    </li>
  )
}
