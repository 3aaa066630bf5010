import { type ReactNode, useId } from 'react'

/** Props to spread on the control inside a field. They name and describe the control. */
export interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A labeled form field. Style its control with `controlClass`. */
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
