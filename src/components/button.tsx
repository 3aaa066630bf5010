import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, getButtonClass } from './button-class'
import { Spinner } from './spinner'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Ignores clicks but keeps the focus. A submit button is disabled, because Enter in a field clicks it too. */
  busy?: boolean
}

export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  disabled,
  type = 'button',
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={getButtonClass(variant, size, className)}
      disabled={disabled || (busy && type === 'submit')}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {/* A stable element for text that browser translation replaces (translated-page.ts). */}
      <span className="contents">{children}</span>
    </button>
  )
}
