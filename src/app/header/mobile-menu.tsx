import { Menu, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { Logo } from '@/app/logo'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { NAVIGATION_LINKS } from '@/config/navigation'
import { useSession } from '@/state/session/use-session'
import { loadAccount } from './load-account'
import { useLoginLink } from './use-login-link'

/** Must match --breakpoint-nav in tokens.css. */
const WIDE_ENOUGH = '(min-width: 56rem)'

const squareClass =
  'grid size-[min(2.5rem,12vw)] pointer-coarse:size-11 shrink-0 place-items-center rounded-md text-text hover:bg-raise'

/**
 * A full-screen menu in a popover. The browser opens and closes the popover, even before hydration, and closes it on
 * Escape. A modal dialog would make the page inert and restyle every element. The menu closes when the focus moves to
 * the page below. While open, the menu has its own history entry, so that Back closes it. A link in the menu replaces
 * that entry.
 */
export function MobileMenu() {
  const menu = useRef<HTMLDialogElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { isSignedIn } = useSession()
  const { code: account } = useCode(loadAccount, isSignedIn)
  const login = useLoginLink()
  const id = useId()
  const hasEntry = useRef(false)

  const close = () => menu.current?.hidePopover()
  const leave = () => {
    hasEntry.current = false
    close()
  }
  // Sets the attribute without a render, which would delay the next frame on a slow phone.
  const sayOpen = (isOpen: boolean) => button.current?.setAttribute('aria-expanded', String(isOpen))
  const onOpen = () => {
    sayOpen(true)
    hasEntry.current = true
    window.history.pushState(window.history.state, '')
  }
  const onClose = () => {
    sayOpen(false)
    if (hasEntry.current) window.history.back()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: they read refs alone
  useEffect(() => {
    // The user may have opened the menu before hydration.
    if (menu.current?.matches(':popover-open')) onOpen()
    // A wider window hides the menu but doesn't close it.
    const wide = window.matchMedia(WIDE_ENOUGH)
    const onChange = () => wide.matches && close()
    wide.addEventListener('change', onChange)
    window.addEventListener('popstate', leave)
    return () => {
      wide.removeEventListener('change', onChange)
      window.removeEventListener('popstate', leave)
    }
  }, [])

  return (
    <div className="nav:hidden">
      <button
        ref={button}
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={false}
        popoverTarget={id}
        className={squareClass}
      >
        <Menu aria-hidden="true" className="size-[min(1.375rem,7vw)]" />
      </button>
      <dialog
        ref={menu}
        id={id}
        popover="auto"
        aria-label="Menu"
        aria-modal="true"
        // The later toggle event would leave a moment in which Back leaves the page.
        onBeforeToggle={({ newState }) => (newState === 'open' ? onOpen() : onClose())}
        onKeyDown={keepFocusInside}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
        }}
        className="h-dvh w-full overflow-y-auto bg-ink open:flex open:animate-rise open:flex-col"
      >
        <div className="frame flex h-header shrink-0 items-center justify-between">
          <Logo />
          <button type="button" aria-label="Close menu" popoverTarget={id} className={squareClass}>
            <X aria-hidden="true" className="size-[min(1.375rem,7vw)]" />
          </button>
        </div>
        <nav aria-label="Menu" className="frame py-6">
          <ul>
            {NAVIGATION_LINKS.map(({ to, label, group }) => (
              <li key={to} className="border-b border-hairline">
                <NavLink
                  to={to}
                  end
                  replace
                  onClick={leave}
                  className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-2 wide text-2xl tracking-tight text-soft aria-[current=page]:text-text"
                >
                  {label}
                  {group && <span className="text-sm font-normal tracking-normal text-soft">{group}</span>}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="frame mt-auto pb-8">
          {isSignedIn ? (
            account && <account.MenuAccount onDone={leave} />
          ) : (
            <ButtonLink size="lg" className="w-full" replace onClick={leave} {...login}>
              Login
            </ButtonLink>
          )}
        </div>
      </dialog>
    </div>
  )
}

/** Keeps Tab inside the menu, so that the focus never moves behind the menu. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button:enabled')]
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
