import type { AccountSession } from '@contract/account'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Badge } from '@/components/badge'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { paths } from '@/config/paths'
import { formatDate } from '@/lib/format-date'
import { useServices } from '@/state/services-context'
import { getSessionKey } from '@/state/session/profile'
import { useSession, useSessionStore } from '@/state/session/use-session'
import { useOnline } from '@/state/use-online'
import { AccountSection } from '../account-section'
import { ACCOUNT_TEXT } from '../account-text'
import { useDeviceNames } from './use-device-names'

export function Sessions({ sessions }: { sessions: readonly AccountSession[] }) {
  const { session } = useSession()
  const own = session && getSessionKey(session)
  const names = useDeviceNames(sessions)
  return (
    <AccountSection title={ACCOUNT_TEXT.sessions} hint={ACCOUNT_TEXT.sessionsHint}>
      {sessions.length === 0 ? (
        <p className="text-soft">{ACCOUNT_TEXT.noSessions}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {sessions.map(({ id, startedAt, usedAt, userAgent }) => {
            // A name that is still loading keeps its space, so that nothing moves.
            const name = names ? names.get(id) : userAgent ? '\u00A0' : undefined
            const started = (
              <>
                Signed in <time dateTime={startedAt}>{formatDate(startedAt)}</time>
              </>
            )
            return (
              <li key={id} className="py-3 first:pt-0">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="wrap-anywhere">{name ?? started}</span>
                  {id === own && <Badge>This device</Badge>}
                </p>
                <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
                  {name && <span>{started}</span>}
                  <span>
                    Last renewed <time dateTime={usedAt}>{formatDate(usedAt)}</time>
                  </span>
                </p>
              </li>
            )
          })}
        </ul>
      )}
      <SignOutEverywhere />
    </AccountSection>
  )
}

function SignOutEverywhere() {
  const { loadSupabase } = useServices()
  const store = useSessionStore()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  async function signOut() {
    if (isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      const supabase = await loadSupabase()
      // If there is no error, Supabase has also ended the session here.
      const { error } = await supabase.auth.signOut({ scope: 'global' })
      if (error) throw error
      await store.signOut()
      navigate(paths.home)
    } catch (cause) {
      console.warn('Signing out everywhere failed', cause)
      setHasFailed(true)
      setIsBusy(false)
    }
  }

  return (
    <div className="mt-5">
      <Button variant="secondary" disabled={!isOnline} onClick={() => setIsAsked(true)}>
        {ACCOUNT_TEXT.signOut}
      </Button>
      {!isOnline && <p className="mt-2 text-sm text-soft">{ACCOUNT_TEXT.offline}</p>}
      <ConfirmDialog
        isOpen={isAsked}
        title={ACCOUNT_TEXT.signOutQuestion}
        confirmLabel={ACCOUNT_TEXT.signOut}
        cancelLabel="Cancel"
        onConfirm={signOut}
        onCancel={() => {
          setIsAsked(false)
          setHasFailed(false)
        }}
      >
        <p>{ACCOUNT_TEXT.signOutConsequence}</p>
        {hasFailed && (
          <p role="alert" className="text-bad">
            {ACCOUNT_TEXT.signOutFailed}
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}
