import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
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
  const { supabase, ipLookup } = useServices()
  const [state, dispatch] = useReducer(sessionReducer, initialSessionState)
  const [localUser, setLocalUser] = useState<LocalUser | null>(() => readEntry(ENTRY.user, localUserSchema))
  const [openedVisit, setOpenedVisit] = useState<string | null>(null)
  const startedVisit = useRef<string | null>(null)

  const recheck = useCallback(async () => {
    const { data } = await supabase.auth.getSession()
    dispatch({ type: 'session_fetched', session: data.session })
    return data.session !== null
  }, [supabase])

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
  const signOut = useCallback(async () => {
    try {
      const { error } = await supabase.auth.signOut({ scope: 'local' })
      if (error) console.error('Signing out at the server failed', error)
    } catch (error) {
      console.error('Signing out at the server failed', error)
    }
    dropLocalUser()
  }, [supabase, dropLocalUser])

  useEffect(() => {
    // Only dispatches: a Supabase call awaited in here deadlocks the client, and with it every tab.
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      dispatch({ type: 'auth_event', event, session })
      if (event === 'SIGNED_OUT') dropLocalUser()
    })
    return () => data.subscription.unsubscribe()
  }, [supabase, dropLocalUser])

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
    void saveUserRecord(supabase, profile).then(() => {
      setOpenedVisit(visit.key)
      if (visit.isNew) void recordLogin({ supabase, ipLookup, user: session.user })
    })
  }, [state, opensSessions, supabase, ipLookup])

  const value = useMemo<SessionValue>(
    () => ({
      status: state.status,
      session,
      profile: state.status === 'signed_in' ? state.profile : null,
      localUser,
      isSignedIn: session !== null || localUser !== null,
      openedVisit: state.status === 'signed_in' && state.visit.key === openedVisit ? openedVisit : null,
      signOut,
      dropLocalUser,
      saveLocalUser,
      recheck,
    }),
    [state, session, localUser, openedVisit, signOut, dropLocalUser, saveLocalUser, recheck],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
