import type { SupabaseClient } from '@supabase/supabase-js'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { forgetPersonalData } from '@/lib/browser/personal-data'
import { ENTRY, type LocalUser, localUserSchema, readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import { useServices } from '@/state/services-context'
import { recordLogin } from './record-login'
import { saveUserRecord } from './save-user-record'
import { SessionContext, type SessionValue } from './session-context'
import { initialSessionState, sessionReducer } from './session-reducer'
import { removeTokenFromHash } from './token-hash'
import { useSignInCode } from './use-sign-in-code'

interface SessionProviderProps {
  /** False in the sign-in popup, which leaves the work of a sign-in to the window that opened it. */
  opensSessions?: boolean
  children: ReactNode
}

export function SessionProvider({ opensSessions = true, children }: SessionProviderProps) {
  const { loadSupabase, ipLookup } = useServices()
  const [state, dispatch] = useReducer(sessionReducer, initialSessionState)
  const [localUser, setLocalUser] = useState<LocalUser | null>(null)
  const [openedVisit, setOpenedVisit] = useState<string | null>(null)
  const startedVisit = useRef<string | null>(null)

  // Not as the first state: pages rendered at build time know nobody, and the first render must match them.
  useLayoutEffect(() => setLocalUser(readEntry(ENTRY.user, localUserSchema)), [])

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

  const saveLocalUser = useCallback((user: LocalUser) => {
    writeEntry(ENTRY.user, user)
    setLocalUser(user)
  }, [])

  const dropLocalUser = useCallback(() => {
    removeEntry(ENTRY.user)
    removeEntry(ENTRY.token)
    setLocalUser(null)
  }, [])

  // 'local' ends this browser's session even when the server cannot be reached, and leaves other devices alone.
  const endSession = useCallback(async () => {
    try {
      const supabase = await loadSupabase()
      const { error } = await supabase.auth.signOut({ scope: 'local' })
      if (error) console.error('Signing out at the server failed', error)
    } catch (error) {
      console.error('Signing out at the server failed', error)
    }
    dropLocalUser()
  }, [loadSupabase, dropLocalUser])

  const signOut = useCallback(async () => {
    await Promise.all([forgetPersonalData(), endSession()])
  }, [endSession])

  const follow = useCallback(
    (supabase: SupabaseClient, signal: AbortSignal) => {
      // Only dispatches: a Supabase call awaited in here deadlocks the client, and with it every tab.
      const { data } = supabase.auth.onAuthStateChange((event, session) => {
        dispatch({ type: 'auth_event', event, session })
        if (event === 'SIGNED_OUT') dropLocalUser()
      })
      signal.addEventListener('abort', () => data.subscription.unsubscribe())
    },
    [dropLocalUser],
  )
  const { signInCode, retry } = useSignInCode(follow)

  useEffect(() => {
    if (removeTokenFromHash()) void recheck()
  }, [recheck])

  const session = state.status === 'signed_in' ? state.session : null
  const accessToken = session?.access_token
  useEffect(() => {
    if (!accessToken) return
    writeEntry(ENTRY.token, accessToken)
    removeTokenFromHash()
  }, [accessToken])

  useEffect(() => {
    if (state.status === 'signed_out') startedVisit.current = null
    if (state.status !== 'signed_in' || !opensSessions || startedVisit.current === state.visit.key) return
    const { profile, visit, session } = state
    startedVisit.current = visit.key
    const open = async () => {
      const supabase = await loadSupabase()
      await saveUserRecord(supabase, session, profile)
      setOpenedVisit(visit.key)
      if (visit.isNew) void recordLogin({ supabase, ipLookup, session })
    }
    void open()
  }, [state, opensSessions, loadSupabase, ipLookup])

  const value = useMemo<SessionValue>(
    () => ({
      status: state.status,
      signInCode,
      retry,
      session,
      profile: state.status === 'signed_in' ? state.profile : null,
      localUser,
      isSignedIn: session !== null || localUser !== null,
      openedVisit: state.status === 'signed_in' && state.visit.key === openedVisit ? openedVisit : null,
      signOut,
      endSession,
      dropLocalUser,
      saveLocalUser,
      recheck,
    }),
    [
      state,
      signInCode,
      retry,
      session,
      localUser,
      openedVisit,
      signOut,
      endSession,
      dropLocalUser,
      saveLocalUser,
      recheck,
    ],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
