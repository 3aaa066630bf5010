import { ChevronDown } from 'lucide-react'
import { type PointerEvent, useEffect, useId, useRef } from 'react'
import { NavLink, useMatch } from 'react-router-dom'
import { paths } from '@/config/paths'
import { navLinkClass } from './nav-link-class'
import { useDisclosure } from './use-disclosure'

/** The way from the button to the panel may cross a corner. */
const LEAVE_DELAY_MS = 140

/** 'AI Tools': opens under the mouse, and by a press of the mouse, a finger or a key. */
export function ToolsMenu() {
  const { isOpen, setIsOpen, root, button } = useDisclosure<HTMLDivElement>()
  const openedByHover = useRef(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const panelId = useId()
  const isActive = useMatch(paths.createVideo) !== null

  useEffect(() => () => clearTimeout(leaving.current), [])

  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(leaving.current)
    if (!isOpen) openedByHover.current = true
    setIsOpen(true)
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    leaving.current = setTimeout(() => setIsOpen(false), LEAVE_DELAY_MS)
  }
  const press = () => {
    // The mouse has opened it already; its first press must not close it again.
    setIsOpen(!isOpen || openedByHover.current)
    openedByHover.current = false
  }

  return (
    <div ref={root} className="relative flex" onPointerEnter={enter} onPointerLeave={leave}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={press}
        className={navLinkClass({ isActive })}
      >
        AI Tools
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={panelId} hidden={!isOpen} className="absolute top-full -left-4 w-64 animate-rise">
        <ul className="rounded-lg border border-hairline bg-panel p-2 shadow-float">
          <li>
            <NavLink
              to={paths.createVideo}
              onClick={() => setIsOpen(false)}
              className="block rounded-md px-3 py-2.5 transition-colors duration-150 hover:bg-raise aria-[current=page]:text-amber"
            >
              <span className="block wide text-[0.9375rem]">Video Generator</span>
              <span className="mt-0.5 block text-sm text-soft">From a prompt or a picture</span>
            </NavLink>
          </li>
        </ul>
      </div>
    </div>
  )
}
