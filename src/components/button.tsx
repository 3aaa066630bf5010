import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, getButtonClass } from './button-class'
import { Spinner } from './spinner'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /**
   * Whether the button ignores clicks while it keeps the focus. A busy submit button is disabled, because Enter in a
   * field also clicks it.
   */
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
      {/* A stable element around the text, because browser translation replaces text nodes (translated-page.ts). */}
      <span className="contents">{children}</span>
    </button>
  )
}
