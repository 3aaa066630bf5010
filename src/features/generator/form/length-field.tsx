import { useId } from 'react'
import { classNames } from '@/components/class-names'
import type { Model } from '@/config/models'
import type { Form } from './form-store'
import { useFittedValue } from './use-field-value'

/** Shows the delivered duration where it differs, as that is what one pays for. */
export function LengthField({ form, model }: { form: Form; model: Model }) {
  const id = useId()
  const chosen = useFittedValue(form, model, 'length')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-sm text-soft">
        Video Duration
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-2">
        {model.durations.map(({ seconds: length, deliveredSeconds }) => (
          <button
            key={length}
            type="button"
            aria-pressed={length === chosen}
            aria-describedby={deliveredSeconds === length ? undefined : `${id}-${length}`}
            onClick={() => form.change({ length })}
            className={classNames(
              'min-h-11 rounded-md border px-2 text-[0.9375rem] whitespace-nowrap tabular-nums transition-colors duration-150',
              length === chosen
                ? 'border-amber bg-raise font-semibold text-text'
                : 'border-hairline text-soft hover:border-edge hover:text-text',
            )}
          >
            <span>{length} seconds</span>
            {deliveredSeconds !== length && (
              <span id={`${id}-${length}`} aria-hidden="true" className="block text-xs font-normal text-soft">
                comes as {deliveredSeconds} s
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  )
}
