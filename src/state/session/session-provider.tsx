import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { forgetPersonalData } from '@/lib/personal-data'
import { reloadOnce } from '@/lib/reload-once'
import { reloadPage } from '@/lib/reload-page'
import { ENTRY, type LocalUser, localUserSchema, readEntry, removeEntry, writeEntry } from '@/lib/storage'
import { useServices } from '@/state/services-context'
import { recordLogin } from './record-login'
import { saveUserRecord } from './save-user-record'
import { SessionContext, type SessionValue } from './session-context'
import { initialSessionState, sessionReducer } from './session-reducer'
import { removeTokenFromHash } from './token-hash'

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
    const supabase = await loadSupabase()
    const { data } = await supabase.auth.getSession()
    dispatch({ type: 'session_fetched', session: data.session })
    return data.session !== null
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

  useEffect(() => {
    const ended = new AbortController()
    const follow = async () => {
      const supabase = await loadSupabase()
      if (ended.signal.aborted) return
      // Only dispatches: a Supabase call awaited in here deadlocks the client, and with it every tab.
      const { data } = supabase.auth.onAuthStateChange((event, session) => {
        dispatch({ type: 'auth_event', event, session })
        if (event === 'SIGNED_OUT') dropLocalUser()
      })
      ended.signal.addEventListener('abort', () => data.subscription.unsubscribe())
    }
    follow().catch((error: unknown) => {
      console.error('The sign-in could not be loaded', error)
      // The code is gone after a deployment, or the network is: either way only a new page can have it.
      if (!ended.signal.aborted) reloadOnce(reloadPage)
    })
    return () => ended.abort()
  }, [loadSupabase, dropLocalUser])

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
    [state, session, localUser, openedVisit, signOut, endSession, dropLocalUser, saveLocalUser, recheck],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
