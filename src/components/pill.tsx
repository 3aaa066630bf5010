import type { ComponentProps } from 'react'
import { Badge } from './badge'
import { joinClasses } from './join-classes'

interface PillProps extends Omit<ComponentProps<'button'>, 'type'> {
  pressed: boolean
  badge?: string
}

/** A toggle button. Group several of them in a `<fieldset>` or `role="group"` with a name. */
export function Pill({ pressed, badge, className, children, ...rest }: PillProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={joinClasses(
        'inline-flex min-h-11 items-center gap-2 rounded-full border px-4.5 text-[0.9375rem] transition-colors duration-150',
        pressed
          ? 'border-text bg-text font-semibold text-ink'
          : 'border-edge text-soft hover:border-soft/60 hover:text-text',
        className,
      )}
      {...rest}
    >
      {children} {badge && <Badge tone={pressed ? 'ink' : 'lamp'}>{badge}</Badge>}
    </button>
  )
}
