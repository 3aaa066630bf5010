import type { SupabaseClient } from '@supabase/supabase-js'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useSyncExternalStore,
} from 'react'
import { useCode } from '@/components/hooks/use-code'
import { forgetPersonalData } from '@/lib/browser/personal-data'
import { useServices } from '@/state/services-context'
import { endSession } from './end-session'
import { localUserFor } from './local-user'
import { SessionContext, type SessionValue } from './session-context'
import { initialSessionState, sessionReducer } from './session-reducer'
import { removeTokenFromHash } from './token-hash'
import { useAuthClient } from './use-auth-client'

interface SessionProviderProps {
  /** False in the sign-in popup, which leaves the work of a sign-in to its opener. */
  opensSessions?: boolean
  children: ReactNode
}

export function SessionProvider({ opensSessions = true, children }: SessionProviderProps) {
  const services = useServices()
  const { loadSupabase, isSupabaseWanted, onStoredSession } = services
  const userStore = localUserFor(services)
  const [state, dispatch] = useReducer(sessionReducer, initialSessionState)
  // Prerendered pages know nobody, and the first render must match them.
  const localUser = useSyncExternalStore(userStore.subscribe, userStore.get, () => null)

  const recheck = useCallback(async () => {
    try {
      const supabase = await loadSupabase()
      const { data } = await supabase.auth.getSession()
      dispatch({ type: 'session_fetched', session: data.session })
      return data.session !== null
    } catch (error) {
      console.error('The session could not be read', error)
      return false
    }
  }, [loadSupabase])

  const signOut = useCallback(async () => {
    await Promise.all([forgetPersonalData(), endSession(services)])
  }, [services])

  const follow = useCallback(
    (supabase: SupabaseClient, signal: AbortSignal) => {
      // Only dispatches: awaiting a Supabase call in here deadlocks the client, and with it every tab.
      const { data } = supabase.auth.onAuthStateChange((event, session) => {
        dispatch({ type: 'auth_event', event, session })
        if (event === 'SIGNED_OUT') userStore.drop()
      })
      signal.addEventListener('abort', () => data.subscription.unsubscribe())
    },
    [userStore],
  )
  const { signInCode, retry } = useAuthClient(follow)

  // Before the first paint of the running page: nothing is stored, so nobody is signed in.
  useLayoutEffect(() => {
    if (isSupabaseWanted.get()) return
    dispatch({ type: 'session_fetched', session: null })
    return onStoredSession(() => {
      if (isSupabaseWanted.get()) return
      dispatch({ type: 'session_expected' })
      isSupabaseWanted.set(true)
    })
  }, [isSupabaseWanted, onStoredSession])

  useEffect(() => {
    if (removeTokenFromHash()) void recheck()
  }, [recheck])

  const session = state.status === 'signed_in' ? state.session : null
  const userId = session?.user.id ?? localUser?.id ?? null
  // From the first time on: it also ends what it began.
  const { code: account } = useCode(loadSignedIn, userId !== null)

  const value = useMemo<SessionValue>(
    () => ({
      status: state.status,
      signInCode,
      retry,
      session,
      profile: state.status === 'signed_in' ? state.profile : null,
      localUser,
      userId,
      isSignedIn: userId !== null,
      signOut,
      dropLocalUser: userStore.drop,
      recheck,
    }),
    [state, signInCode, retry, session, localUser, userId, signOut, userStore, recheck],
  )
  return (
    <SessionContext value={value}>
      {children}
      {account && <account.SignedIn state={state} userId={userId} opensSessions={opensSessions} />}
    </SessionContext>
  )
}

const loadSignedIn = () => import('./signed-in')
