import { type ReactNode, useId } from 'react'
import { classNames } from '@/components/class-names'

interface Choice<Value> {
  value: Value
  /** The accessible name, if it differs from the content. */
  name?: string | undefined
  content: ReactNode
  /** The second line. */
  note?: string | null
}

interface ChoiceFieldProps<Value> {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value
  /** Classes for the columns. Choices that don't fit go to the next row. */
  columns: string
  onChange: (value: Value) => void
}

/** A row of buttons, one of which is pressed. */
export function ChoiceField<Value extends string | number>(props: ChoiceFieldProps<Value>) {
  const { label, choices, chosen, columns, onChange } = props
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-sm text-soft">
        {label}
      </p>
      <div className={classNames('grid gap-2', columns)}>
        {choices.map(({ value, name, content, note }) => (
          <button
            key={value}
            type="button"
            aria-label={name}
            aria-pressed={value === chosen}
            aria-describedby={note ? `${id}-${value}` : undefined}
            onClick={() => onChange(value)}
            className={classNames(
              'min-h-11 rounded-md border px-2 text-[0.9375rem] whitespace-nowrap tabular-nums transition-colors duration-150',
              value === chosen
                ? 'border-amber bg-raise font-semibold text-text'
                : 'border-hairline text-soft hover:border-edge hover:text-text',
            )}
          >
            {content}
            {note && (
              <span id={`${id}-${value}`} aria-hidden="true" className="block text-xs font-normal text-soft">
                {note}
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  )
}
