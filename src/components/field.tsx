import { type ReactNode, useId } from 'react'

/** What the control inside a field takes over, so that it is named and described. */
export interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Stands at the end of the label's line, such as a count of characters. */
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A label above a control, a hint and an error below it. Style the control with `controlClass`. */
export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control: FieldControl = {
    id,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  }
  return (
    <div className={className}>
      <div className="mb-2 flex items-baseline justify-between gap-3 text-sm text-soft">
        <label htmlFor={id}>{label}</label>
        {aside && <span className="tabular-nums">{aside}</span>}
      </div>
      {children(control)}
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-2 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
