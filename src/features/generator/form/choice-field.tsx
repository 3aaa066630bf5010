import { type ReactNode, useId } from 'react'
import { joinClasses } from '@/components/join-classes'

interface Choice<Value> {
  value: Value
  /** The accessible name, if it differs from the content. */
  name?: string | undefined
  content: ReactNode
  /** A note next to the label while this option is selected. */
  note?: string | null
  /** Why the option can't be selected. */
  refusal?: string | null
}

interface ChoiceFieldProps<Value> {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value
  /** Classes for the columns. Options that don't fit wrap to the next row. */
  columns: string
  /** The ID of an element that describes the options. */
  describedBy?: string
  onChange: (value: Value) => void
}

/** A row of buttons for choosing one option. */
export function ChoiceField<Value extends string | number>(props: ChoiceFieldProps<Value>) {
  const { label, choices, chosen, columns, describedBy, onChange } = props
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div role="group" aria-labelledby={id} aria-describedby={describedBy}>
      <p className="mb-2 flex flex-wrap justify-between gap-x-3 text-sm text-soft">
        <span id={id}>{label}</span>
        <span aria-live="polite" className="text-amber tabular-nums">
          {choices.find(({ value }) => value === chosen)?.note}
        </span>
      </p>
      <div className={joinClasses('grid', columns)}>
        {choices.map(({ value, name, content, note, refusal }) => (
          <button
            key={value}
            type="button"
            aria-label={name}
            aria-pressed={value === chosen}
            disabled={!!refusal}
            title={refusal ?? note ?? undefined}
            onClick={() => onChange(value)}
            className={joinClasses(
              'min-h-11 rounded-md border px-1 text-[0.9375rem] whitespace-nowrap tabular-nums transition-colors duration-150',
              value === chosen
                ? 'border-amber bg-raise font-semibold text-text'
                : 'border-hairline text-soft enabled:hover:border-edge enabled:hover:text-text disabled:cursor-not-allowed disabled:opacity-40',
            )}
          >
            {content}
          </button>
        ))}
      </div>
    </div>
  )
}
