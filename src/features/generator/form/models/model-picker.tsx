import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { useOpening } from '@/components/hooks/use-opening'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import { ModelLine, SoundMark } from './model-line'
import { ModelList } from './model-list'

interface ModelPickerProps {
  label: string
  name?: string
  models: readonly Model[]
  chosen: Model
  mode: Fields['mode']
  getCredits: (model: Model) => number
  problem: string | null
  onChoose: (id: string) => void
  /** A control next to the label. */
  action?: ReactNode
  /** A line below the model. */
  note?: ReactNode
}

/** A button that shows the chosen model and opens the list of models below it. */
export function ModelPicker(props: ModelPickerProps) {
  const { label, name, models, chosen, mode, getCredits, problem, onChoose, action, note } = props
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  // Prerendered pages have no style attributes.
  const anchor = useHydrated() ? `--${id}` : undefined
  const { opening, onToggle } = useOpening()

  /** The arrow keys open the list, as they do for a select. */
  function openByKey(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    event.currentTarget.click()
  }

  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3 text-sm text-soft">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {action}
      </div>
      <button
        type="button"
        {...{ id, name }}
        aria-labelledby={`${id}-label ${id}-face`}
        aria-haspopup="dialog"
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        popoverTarget={`${id}-popup`}
        onKeyDown={openByKey}
        style={{ anchorName: anchor }}
        className="flex min-h-14 w-full items-center gap-3 rounded-md border border-hairline bg-ink px-3.5 py-2.5 transition-colors duration-150 hover:border-edge aria-invalid:border-bad"
      >
        <span id={`${id}-face`} className="flex min-w-0 flex-1">
          <ModelLine model={chosen} credits={getCredits(chosen)} mark={<SoundMark model={chosen} />} />
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
      </button>
      <div
        ref={popup}
        id={`${id}-popup`}
        role="dialog"
        aria-label={label}
        popover="auto"
        onToggle={onToggle}
        className="form-popup"
        style={{ positionAnchor: anchor }}
      >
        {opening !== null && (
          <ModelList
            key={opening}
            {...{ id, label, models, chosen, mode, getCredits, onChoose }}
            onClose={() => popup.current?.hidePopover()}
          />
        )}
      </div>
      {note}
      <p id={`${id}-problem`} aria-live="assertive" className={problem ? 'mt-2 text-sm text-bad' : undefined}>
        {problem}
      </p>
    </div>
  )
}
