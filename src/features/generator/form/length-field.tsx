import type { DurationOption } from '@contract/capabilities'
import type { Model } from '@/config/models'
import type { Form } from '../inputs/form-store'
import { useFittedValue } from '../inputs/use-field-value'
import { ChoiceField } from './choice-field'

/** The duration buttons. The label shows the delivered duration if it differs from the selected one. */
export function LengthField({ form, model }: { form: Form; model: Model }) {
  const chosen = useFittedValue(form, model, 'length')
  const { durations } = model
  const isShort = durations.length > 2
  return (
    <ChoiceField
      label="Video Duration"
      columns={
        isShort
          ? 'gap-2 grid-cols-[repeat(auto-fit,minmax(min(100%,3.25rem),1fr))]'
          : 'gap-2 grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))]'
      }
      chosen={chosen}
      onChange={(length) => form.change({ length })}
      choices={durations.map(({ seconds, deliveredSeconds, adds }) => ({
        value: seconds,
        content: (
          <>
            {isShort && <span aria-hidden="true">{seconds} s</span>}
            <span className={isShort ? 'sr-only' : undefined}>{`${seconds} seconds`}</span>
          </>
        ),
        note: describeDuration({ seconds, deliveredSeconds, adds }),
      }))}
    />
  )
}

/** Returns how the duration differs from the others, or null. */
function describeDuration({ seconds, deliveredSeconds, adds = 0 }: Omit<DurationOption, 'estimateSeconds'>) {
  const notes = [
    ...(deliveredSeconds === seconds ? [] : [`Delivers ${deliveredSeconds} s`]),
    ...(adds > 0 ? [`+${adds} credits`] : []),
  ]
  return notes.join(', ') || null
}
