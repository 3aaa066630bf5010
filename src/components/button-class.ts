import { joinClasses } from './join-classes'

/** `danger`: can't be undone. `light`: has another company's logo. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'light'
export type ButtonSize = 'sm' | 'md' | 'lg'

const BASE =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md text-center font-semibold text-balance select-none transition-[background-color,border-color,filter,box-shadow,color,translate] duration-150 active:not-disabled:not-aria-disabled:translate-y-px disabled:cursor-not-allowed aria-disabled:cursor-not-allowed'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'forced-colors:border bg-amber bg-linear-to-b from-[#ffc16f] to-[#ff9d55] text-ink shadow-lamp hover:brightness-107 active:brightness-95 disabled:bg-none disabled:bg-raise disabled:text-soft disabled:shadow-none aria-disabled:bg-none aria-disabled:bg-raise aria-disabled:text-soft aria-disabled:shadow-none disabled:brightness-100',
  secondary:
    'border border-edge bg-raise/60 text-text hover:border-soft/60 hover:bg-raise active:bg-panel disabled:opacity-55 aria-disabled:opacity-55',
  light:
    'forced-colors:border bg-text text-ink hover:brightness-107 active:brightness-92 disabled:opacity-70 aria-disabled:opacity-70',
  danger:
    'border border-bad/45 bg-bad/10 text-bad hover:border-bad/70 hover:bg-bad/20 active:bg-bad/10 disabled:opacity-55',
  quiet: 'text-soft hover:bg-raise hover:text-text active:bg-panel disabled:opacity-55 aria-disabled:opacity-55',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-9 pointer-coarse:min-h-11 pointer-coarse:min-w-11 px-[min(0.875rem,4vw)] py-1 text-sm',
  md: 'min-h-11 px-[min(1.25rem,6vw)] py-1.5 text-[0.9375rem]',
  lg: 'min-h-13 px-[min(1.75rem,8vw)] py-2 text-base',
}

export function getButtonClass(variant: ButtonVariant, size: ButtonSize, extra?: string): string {
  return joinClasses(BASE, VARIANTS[variant], SIZES[size], extra)
}
