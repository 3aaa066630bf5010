import type { Admin } from '@contract/admin'
import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'
import { LanguageSwitch } from '@/components/language/language-switch'
import { usePageLanguage } from '@/components/language/use-page-language'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { type PagePath, paths } from '@/config/paths'
import type { AdminState } from './admin-reducer'
import { LoginView } from './login/login-view'
import { LogsSkeleton } from './table/logs-skeleton'
import { useTexts } from './texts/texts'
import type { useAdmin } from './use-admin'

/** The administrator's pages. Each name is a key of the texts in `pages`. */
const PAGES = [
  { to: paths.adminLogs, name: 'logs' },
  { to: paths.adminPeople, name: 'people' },
  { to: paths.adminNumbers, name: 'numbers' },
] as const

interface AdminScreenProps {
  path: PagePath
  title: string
  intro: string
  admin: ReturnType<typeof useAdmin>
  /** More buttons beside the one that logs out. */
  actions?: ReactNode
  /** The page of an administrator who has logged in. */
  children: (state: Extract<AdminState, { status: 'logged_in' }>) => ReactNode
}

/** The frame of each page of the administrator: the heading, the links to the other pages, and the login before them. */
export function AdminScreen({ path, title, intro, admin, actions, children }: AdminScreenProps) {
  const { api, state, isOnline, enter, leave } = admin
  const chosen = usePageLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const isInside = state.status === 'logged_in'
  const wasInside = useRef(isInside)

  useEffect(() => {
    if (wasInside.current === isInside) return
    wasInside.current = isInside
    // The clicked button was removed together with its view.
    heading.current?.focus()
  }, [isInside])

  return (
    <div lang={chosen}>
      <PageMeta title={formatTitle(title)} path={path} lang={chosen} noindex />
      <OfflineBanner isOnline={isOnline} />
      <div className="frame py-10 sm:py-14">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 sm:mb-10">
          <div>
            <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
              {title}
            </h1>
            <p className="mt-3 text-soft">{intro}</p>
          </div>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <LanguageSwitch />
            {isInside && (
              <AdminBar admin={state.page.admin} onLogOut={leave}>
                {actions}
              </AdminBar>
            )}
          </div>
          {isInside && <AdminPages />}
        </div>
        {state.status === 'restoring' && <LogsSkeleton />}
        {isInside && children(state)}
        {(state.status === 'logged_out' || state.status === 'logging_in') && (
          <LoginView
            api={api}
            failure={state.status === 'logged_out' ? state.failure : null}
            isBusy={state.status === 'logging_in'}
            isOnline={isOnline}
            onLogIn={enter}
          />
        )}
      </div>
    </div>
  )
}

function AdminPages() {
  const text = useTexts().pages
  return (
    <nav aria-label={text.heading} className="flex basis-full flex-wrap gap-2 border-b border-hairline">
      {PAGES.map(({ to, name }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            joinClasses(
              '-mb-px inline-flex min-h-11 items-center border-b-2 px-3 font-semibold transition-colors duration-150',
              isActive ? 'border-amber text-text' : 'border-transparent text-soft hover:text-text',
            )
          }
        >
          {text[name]}
        </NavLink>
      ))}
    </nav>
  )
}

function OfflineBanner({ isOnline }: { isOnline: boolean }) {
  const text = useTexts().failure.offline
  return (
    <div role="status" className="sticky top-header z-20">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2.5 border-b border-bad/40 bg-[#2a1418] px-4 py-2.5 font-semibold">
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0 text-bad" />
          {text}
        </p>
      )}
    </div>
  )
}

interface AdminBarProps {
  admin: Admin
  onLogOut: () => void
  children: ReactNode
}

function AdminBar({ admin, onLogOut, children }: AdminBarProps) {
  const { login, roles } = useTexts()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
      <p className="min-w-0">
        <bdi className="wide wrap-anywhere">{admin.displayName || admin.username}</bdi>
        <span className="ml-2.5 text-sm text-soft">{roles[admin.role] ?? admin.role}</span>
      </p>
      <div className="flex gap-3">
        {children}
        <Button variant="secondary" onClick={onLogOut}>
          {login.logOut}
        </Button>
      </div>
    </div>
  )
}
