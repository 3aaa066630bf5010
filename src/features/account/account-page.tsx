import type { ReactNode } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { useMissingCode } from '@/components/missing-code/missing-code'
import { PageMeta } from '@/components/page-meta'
import { Skeleton } from '@/components/skeleton'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { useSession, useSessionStore } from '@/state/session/use-session'
import { ACCOUNT_TEXT } from './account-text'
import { useSection } from './sections'
import { useAccount } from './use-account'

const loadDetails = () => import('./account-details')

export function AccountPage() {
  const { signInCode } = useSession()
  const { retry } = useSessionStore()
  const { api, state, reload, endSession } = useAccount()
  const section = useSection()
  const details = useCode(loadDetails, state.status !== 'signed_out')
  const title = state.status === 'ready' ? `${section.label} | ${ACCOUNT_TEXT.title}` : ACCOUNT_TEXT.title
  const missing = useMissingCode(details, ACCOUNT_TEXT.failedHint)
  return (
    <div className="frame pt-10 pb-16 sm:pt-14">
      <PageMeta title={formatTitle(title)} path={paths.account} noindex />
      <h1 className="mb-8 text-title sm:mb-10">{ACCOUNT_TEXT.title}</h1>
      {signInCode !== 'fine' ? (
        <Notice title={ACCOUNT_TEXT.cutOff} hint={ACCOUNT_TEXT.cutOffHint} isAlert>
          <Button variant="secondary" busy={signInCode === 'retrying'} onClick={retry}>
            Try again
          </Button>
        </Notice>
      ) : state.status === 'signed_out' ? (
        <Notice title={ACCOUNT_TEXT.signedOut} hint={ACCOUNT_TEXT.signedOutHint}>
          <ButtonLink to={paths.login}>Login</ButtonLink>
        </Notice>
      ) : state.status === 'missing' ? (
        <p className="border-t border-hairline py-8 text-soft">{ACCOUNT_TEXT.notKept}</p>
      ) : state.status === 'failed' ? (
        <Notice title={ACCOUNT_TEXT.failed} hint={ACCOUNT_TEXT.failedHint} isAlert>
          <Button variant="secondary" onClick={reload}>
            Try again
          </Button>
        </Notice>
      ) : state.status === 'ready' && details.isMissing ? (
        <Notice title={ACCOUNT_TEXT.failed} hint={missing.sentence} isAlert>
          {missing.button && (
            <Button variant="secondary" onClick={details.retry}>
              {missing.button}
            </Button>
          )}
        </Notice>
      ) : state.status === 'ready' && details.code ? (
        <details.code.AccountDetails current={section.id} account={state.account} api={api} endSession={endSession} />
      ) : (
        <AccountSkeleton />
      )}
    </div>
  )
}

interface NoticeProps {
  title: string
  hint: string
  isAlert?: boolean
  children: ReactNode
}

function Notice({ title, hint, isAlert = false, children }: NoticeProps) {
  return (
    <div className="border-t border-hairline py-10" {...(isAlert ? { role: 'alert' } : {})}>
      <h2 className="text-heading">{title}</h2>
      <p className="mt-2 max-w-prose text-soft">{hint}</p>
      <div className="mt-6">{children}</div>
    </div>
  )
}

function AccountSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your account"
      className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <div className="flex gap-8 overflow-hidden py-5 lg:grid lg:py-3">
        {['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((key) => (
          <Skeleton key={key} className="h-5 w-24 shrink-0" />
        ))}
      </div>
      <div className="grid max-w-3xl content-start gap-8">
        <Skeleton className="h-12 w-full max-w-md" />
        <Skeleton className="h-40 w-full" />
      </div>
    </div>
  )
}
