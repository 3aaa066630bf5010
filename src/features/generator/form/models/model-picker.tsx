import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { useHydrated } from '@/components/hooks/use-hydrated'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import { describeModel, ModelLine } from './model-line'
import './model-picker.css'

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

/** The most models in a native select. Longer lists open in a popup with a search field. */
const SHORT_LIST = 6

const boxClass = 'model-picker rounded-md border border-hairline bg-ink text-text transition-colors hover:border-edge'

const loadSearch = () => import('./model-search').then(({ ModelSearch }) => ModelSearch)

/**
 * A native select, which works with keyboard, touch, and screen readers. Browsers that can style it show columns. A long
 * list has a popup of its own, because a select can't contain a search field.
 */
export function ModelPicker(props: ModelPickerProps) {
  const { label, name, models, chosen, mode, getCredits, problem, onChoose, action, note } = props
  const id = useId()
  const isUsable = useHydrated()
  const { code: ModelSearch } = useCode(loadSearch, isUsable && models.length > SHORT_LIST)
  const field = {
    id,
    name,
    'aria-invalid': problem !== null || undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    className: boxClass,
  }
  const face = (
    <>
      <ModelLine model={chosen} credits={getCredits(chosen)} />
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
    </>
  )

  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3 text-sm text-soft">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {action}
      </div>
      {ModelSearch ? (
        <ModelSearch {...{ field, label, models, chosen, mode, getCredits, onChoose, face }} />
      ) : isUsable ? (
        <select {...field} value={chosen.id} onChange={({ target }) => onChoose(target.value)}>
          <button type="button" tabIndex={-1} className="model-face">
            {face}
          </button>
          {models.map((model) => (
            // A closed, styled list has no text for screen readers.
            <option
              key={model.id}
              value={model.id}
              disabled={!model.makesFrom[mode]}
              aria-label={describeModel(model, getCredits(model))}
            >
              <ModelLine model={model} credits={getCredits(model)} isListed />
            </option>
          ))}
        </select>
      ) : (
        // Older browsers remove elements inside a prerendered select, and hydration would fail.
        <div className={boxClass}>
          <span className="model-face">{face}</span>
        </div>
      )}
      {note}
      <p id={`${id}-problem`} aria-live="assertive" className={problem ? 'mt-2 text-sm text-bad' : undefined}>
        {problem}
      </p>
    </div>
  )
}
