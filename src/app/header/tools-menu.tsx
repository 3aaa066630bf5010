import { ChevronDown } from 'lucide-react'
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router-dom'
import type { NavigationGroup } from '@/config/navigation'
import { getNavLinkClass } from './nav-link-class'

/**
 * The delay before the menu closes, in milliseconds. The pointer may leave the menu for a moment on its path to the
 * panel.
 */
const LEAVE_DELAY_MS = 140

/**
 * A menu in a popover. The browser opens and closes the popover on click and Escape. This component adds hover, and
 * closes the menu when the pointer or the focus leaves.
 */
export function ToolsMenu({ label, links }: NavigationGroup) {
  const panel = useRef<HTMLDivElement>(null)
  const openedByHover = useRef(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const panelId = useId()
  const { pathname } = useLocation()
  const isActive = links.some(({ to }) => matchPath(to, pathname))

  useEffect(() => () => clearTimeout(leaving.current), [])

  const close = () => panel.current?.hidePopover()
  const enter = (event: PointerEvent) => {
    clearTimeout(leaving.current)
    if (event.pointerType !== 'mouse' || panel.current?.matches(':popover-open')) return
    openedByHover.current = true
    panel.current?.showPopover()
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') leaving.current = setTimeout(close, LEAVE_DELAY_MS)
  }
  const click = (event: MouseEvent) => {
    // Hover has already opened the menu.
    if (openedByHover.current) event.preventDefault()
    openedByHover.current = false
  }
  const blur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the mouse does here, the button does for everyone
    <div className="group flex" onPointerEnter={enter} onPointerLeave={leave} onBlur={blur}>
      <button
        type="button"
        popoverTarget={panelId}
        onClick={click}
        className={`${getNavLinkClass({ isActive })} [anchor-name:--tools]`}
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform duration-150 group-has-[:popover-open]:rotate-180"
        />
      </button>
      <div
        ref={panel}
        id={panelId}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === 'closed') openedByHover.current = false
        }}
        className="menu menu-tools"
      >
        <ul className="rounded-lg border border-hairline bg-panel p-2 shadow-float">
          {links.map((link) => (
            <li key={link.to}>
              <NavLink
                to={link.to}
                onClick={close}
                className="block rounded-md px-3 py-2.5 transition-colors duration-150 hover:bg-raise aria-[current=page]:text-amber"
              >
                <span className="block wide text-[0.9375rem]">{link.label}</span>
                <span className="mt-0.5 block text-sm text-soft">{link.note}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
