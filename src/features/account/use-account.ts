import type { Account } from '@contract/account'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '@/lib/http/api-error'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { createAccountApi } from './account-api'

export type AccountState =
  | { status: 'loading' }
  | { status: 'ready'; account: Account }
  | { status: 'failed' }
  /** Another backend, without accounts. */
  | { status: 'missing' }
  | { status: 'signed_out' }

/** Reads the account of whoever is signed in, again after each change of user, and when the network returns after a failure. */
export function useAccount() {
  const { api: http } = useServices()
  const api = useMemo(() => createAccountApi(http), [http])
  const { status, userId, openedVisit, session } = useSession()
  const [read, setRead] = useState<{ userId: string | null; state: AccountState } | null>(null)
  const reading = useRef<AbortController>(undefined)

  const load = useCallback(() => {
    reading.current?.abort()
    if (userId === null) return
    const abort = new AbortController()
    reading.current = abort
    const { signal } = abort
    const set = (state: AccountState) => {
      if (signal.aborted) return
      // An account that is shown stays until it is read again: its sections hold what is open and typed.
      setRead((kept) =>
        state.status !== 'ready' && kept?.userId === userId && kept.state.status === 'ready' ? kept : { userId, state },
      )
    }
    set({ status: 'loading' })
    api.read(signal).then(
      (account) => set({ status: 'ready', account }),
      (error) => set({ status: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' }),
    )
  }, [api, userId])

  // The first sign-in writes the name after the session is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit that has opened
  useEffect(() => {
    load()
    return () => reading.current?.abort()
  }, [load, session ? openedVisit : null])

  const shown = read?.userId === userId ? read.state : null
  const hasFailed = shown?.status === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [hasFailed, load])

  const isSignedOut = userId === null && status === 'signed_out'
  const state: AccountState = isSignedOut ? { status: 'signed_out' } : (shown ?? { status: 'loading' })
  return { api, state, reload: load }
}
