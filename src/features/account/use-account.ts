import type { Account } from '@contract/account'
import { useCallback, useEffect, useMemo } from 'react'
import { ApiError } from '@/lib/http/api-error'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useRemote } from '@/state/use-remote'
import { createAccountApi } from './account-api'

export type AccountState =
  | { status: 'loading' }
  | { status: 'ready'; account: Account }
  | { status: 'failed' }
  /** The backend has no accounts. */
  | { status: 'missing' }
  | { status: 'signed_out' }

/**
 * Reads the signed-in user's account. Reads it again after a change of user, and when the network returns after a
 * failure.
 */
export function useAccount() {
  const { api: http } = useServices()
  const api = useMemo(() => createAccountApi(http), [http])
  const { status, userId, openedVisit, session } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another account
  const read = useCallback((signal: AbortSignal) => api.read(signal), [api, userId])
  // Read again when the session starts, because the first sign-in stores the name after that.
  const { data, error, isLoading, load, change } = useRemote(read, userId !== null, [session ? openedVisit : null])
  const failure = data || isLoading ? null : error

  useEffect(() => {
    if (!failure) return
    const retry = () => void load()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failure, load])

  return { api, state: describe(), reload: () => load(), endSession }

  async function endSession(sessionId: string): Promise<void> {
    await api.endSession(sessionId)
    change((account) => ({ ...account, sessions: account.sessions.filter(({ id }) => id !== sessionId) }))
  }

  function describe(): AccountState {
    if (userId === null && status === 'signed_out') return { status: 'signed_out' }
    if (data) return { status: 'ready', account: data }
    if (!failure) return { status: 'loading' }
    return { status: failure instanceof ApiError && failure.status === 404 ? 'missing' : 'failed' }
  }
}
