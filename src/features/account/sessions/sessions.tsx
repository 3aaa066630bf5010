import { getSessionKey } from '@/state/session/profile'
import { useSession } from '@/state/session/use-session'
import { ACCOUNT_TEXT } from '../account-text'
import type { SectionProps } from '../sections'
import { SessionList } from './session-list'
import { SignOutEverywhere } from './sign-out-everywhere'

export function Sessions({ account, endSession }: SectionProps) {
  const { session } = useSession()
  const own = session && getSessionKey(session)
  return (
    <>
      {account.sessions.length === 0 ? (
        <p className="text-soft">{ACCOUNT_TEXT.noSessions}</p>
      ) : (
        <SessionList sessions={account.sessions} own={own} onEnd={endSession} />
      )}
      <SignOutEverywhere />
    </>
  )
}
