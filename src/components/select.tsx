import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass } from './control-class'
import { joinClasses } from './join-classes'

interface SelectProps extends ComponentProps<'select'> {
  /** `pill`: for use among pills. It looks pressed once a value is chosen. */
  shape?: 'field' | 'pill'
}

/** A native select with our own arrow. */
export function Select({ shape = 'field', className, children, ...rest }: SelectProps) {
  return (
    <span className={joinClasses('relative inline-grid max-w-full', className)}>
      <select className={shape === 'pill' ? getPillClass(Boolean(rest.value)) : `${controlClass} ${ARROW}`} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={joinClasses(
          'pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4',
          shape === 'pill' && rest.value ? 'text-ink' : 'text-soft',
        )}
      />
    </span>
  )
}

/** Classes for the arrow. The options keep the page's colors. */
const ARROW = 'appearance-none truncate pr-10 *:bg-panel *:text-text'

function getPillClass(isPressed: boolean): string {
  // Phones zoom in on a focused control whose text is smaller than 16 px.
  return joinClasses(
    ARROW,
    'min-h-11 rounded-full border pl-4.5 text-base transition-colors duration-150 sm:text-[0.9375rem]',
    isPressed
      ? 'border-text bg-text font-semibold text-ink'
      : 'border-edge text-soft hover:border-soft/60 hover:text-text',
  )
}
