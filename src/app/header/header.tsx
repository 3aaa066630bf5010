import { useSyncExternalStore } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { Logo } from '@/app/logo'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { joinClasses } from '@/components/join-classes'
import { Skeleton } from '@/components/skeleton'
import { env } from '@/config/env'
import { NAVIGATION } from '@/config/navigation'
import { paths } from '@/config/paths'
import { useSession } from '@/state/session/use-session'
import { loadAccount } from './load-account'
import { MobileMenu } from './mobile-menu'
import { getNavLinkClass } from './nav-link-class'
import { ToolsMenu } from './tools-menu'
import { useLoginLink } from './use-login-link'

const SOLID_AFTER_PX = 50

export function Header() {
  const isSolid = useScrolledPast(SOLID_AFTER_PX)
  return (
    <header
      data-solid={isSolid}
      className={joinClasses(
        'fixed inset-x-0 top-0 z-40 border-b transition-colors duration-200 [view-transition-name:header]',
        isSolid ? 'border-hairline bg-ink' : 'border-transparent',
      )}
    >
      {ROW}
    </header>
  )
}

function HeaderRow() {
  const { isSignedIn } = useSession()
  return (
    <div className="frame flex h-header items-center gap-[min(0.75rem,3vw)] nav:gap-8">
      <Link
        to={paths.home}
        aria-label={`${env.siteName}, home`}
        className="flex min-w-0 shrink items-center rounded-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        {/* On the narrowest screens, the balance replaces the site's name. */}
        <Logo nameClass={isSignedIn ? 'max-[26rem]:sr-only' : ''} />
      </Link>
      <nav aria-label="Main" className="hidden h-full nav:block">
        <ul className="flex h-full items-stretch gap-6 py-2 text-[0.9375rem]">
          {NAVIGATION.map((entry) => (
            <li key={entry.label} className="flex">
              {'links' in entry ? (
                <ToolsMenu {...entry} />
              ) : (
                <NavLink to={entry.to} end className={getNavLinkClass}>
                  {entry.label}
                </NavLink>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className="ml-auto flex shrink-0 items-center gap-[min(0.5rem,2vw)] nav:gap-3">
        <HeaderAccount />
        <MobileMenu />
      </div>
    </div>
  )
}

/** A constant element, so that React doesn't render the row again while a page scrolls. */
const ROW = <HeaderRow />

function HeaderAccount() {
  const { status, signInCode, isSignedIn } = useSession()
  const login = useLoginLink()
  const { code: account } = useCode(loadAccount, isSignedIn)
  if (isSignedIn) return account ? <account.SignedInAccount /> : <AccountSkeleton />
  // The session is unknown. SignInNote shows the reason.
  if (signInCode !== 'fine') return null
  const isLoading = status === 'loading'
  return (
    <>
      {isLoading && <AccountSkeleton className="visitor:hidden" />}
      <ButtonLink variant="secondary" size="sm" className={isLoading ? 'not-visitor:hidden' : ''} {...login}>
        Login
      </ButtonLink>
    </>
  )
}

function AccountSkeleton({ className }: { className?: string }) {
  return <Skeleton className={joinClasses('h-9 w-[min(4.25rem,29vw)] rounded-md noscript:hidden', className)} />
}

function useScrolledPast(limitPx: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > limitPx,
    () => false,
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  return () => window.removeEventListener('scroll', onChange)
}
