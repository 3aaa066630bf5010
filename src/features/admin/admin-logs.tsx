import type { Admin } from '@contract/admin'
import { WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/button'
import { LanguageSwitch } from '@/components/language/language-switch'
import { usePageLanguage } from '@/components/language/use-page-language'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { LoginView } from './login/login-view'
import { LogsSkeleton } from './table/logs-skeleton'
import { LogsView } from './table/logs-view'
import { useTexts } from './texts/texts'
import { useAdmin } from './use-admin'

export function AdminLogs() {
  const { api, state, isOnline, enter, show, leave, fail } = useAdmin()
  const text = useTexts()
  const chosen = usePageLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const grantField = useRef<HTMLInputElement>(null)
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
      <PageMeta title={formatTitle(text.title)} path={paths.adminLogs} lang={chosen} noindex />
      <OfflineBanner isOnline={isOnline} />
      <div className="frame py-10 sm:py-14">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 sm:mb-10">
          <div>
            <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
              {text.title}
            </h1>
            <p className="mt-3 text-soft">{text.intro}</p>
          </div>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <LanguageSwitch />
            {isInside && (
              <AdminBar admin={state.page.admin} onGrant={() => grantField.current?.focus()} onLogOut={leave} />
            )}
          </div>
        </div>
        {state.status === 'restoring' && <LogsSkeleton />}
        {isInside && (
          <LogsView
            api={api}
            state={state}
            isOnline={isOnline}
            onShow={show}
            onFailure={fail}
            grantField={grantField}
          />
        )}
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
  onGrant: () => void
  onLogOut: () => void
}

function AdminBar({ admin, onGrant, onLogOut }: AdminBarProps) {
  const { grant, login, roles } = useTexts()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
      <p className="min-w-0">
        <bdi className="wide wrap-anywhere">{admin.displayName || admin.username}</bdi>
        <span className="ml-2.5 text-sm text-soft">{roles[admin.role] ?? admin.role}</span>
      </p>
      <div className="flex gap-3">
        <Button variant="secondary" onClick={onGrant}>
          {grant.heading}
        </Button>
        <Button variant="secondary" onClick={onLogOut}>
          {login.logOut}
        </Button>
      </div>
    </div>
  )
}
