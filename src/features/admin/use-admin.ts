import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { createAdminApi, type LogQuery } from './admin-api'
import { createAdminState, reduceAdmin } from './admin-reducer'
import { type Credential, clearCredential, readCredential, saveCredential } from './credential'
import { describeAdminFailure } from './failure'
import { FIRST_QUERY } from './log-query'
import { logIn } from './login/log-in'

/** Runs the administrator's calls, one at a time. A new call discards the response of the previous call. */
export function useAdmin() {
  const { admin } = useServices()
  const api = useMemo(() => createAdminApi(admin), [admin])
  const isOnline = useOnline()
  const [state, dispatch] = useReducer(reduceAdmin, null, () => createAdminState(readCredential()))
  const running = useRef<AbortController | null>(null)

  const begin = useCallback((): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }, [])

  useEffect(() => () => running.current?.abort(), [])

  /** Clears the credential after any failure. */
  const fail = useCallback((error: unknown) => {
    running.current?.abort()
    clearCredential()
    dispatch({ type: 'failed', failure: describeAdminFailure(error, navigator.onLine, Date.now()) })
  }, [])

  const enter = useCallback(
    async (username: string, password: string) => {
      const signal = begin()
      dispatch({ type: 'login_started' })
      try {
        const { credential, page } = await logIn({ api, username, password, query: FIRST_QUERY, signal })
        if (signal.aborted) return
        saveCredential(credential)
        dispatch({ type: 'logged_in', credential, query: FIRST_QUERY, page })
      } catch (error) {
        if (!signal.aborted) fail(error)
      }
    },
    [api, begin, fail],
  )

  const found = state.status === 'restoring' ? state.credential : null
  useEffect(() => {
    if (!found || !isOnline) return
    const signal = begin()
    api.fetchLogs(found, FIRST_QUERY, signal).then(
      (page) => {
        if (!signal.aborted) dispatch({ type: 'logged_in', credential: found, query: FIRST_QUERY, page })
      },
      (error: unknown) => {
        if (!signal.aborted) fail(error)
      },
    )
    return () => running.current?.abort()
  }, [api, begin, fail, found, isOnline])

  const show = useCallback(
    async (credential: Credential, query: LogQuery) => {
      const signal = begin()
      dispatch({ type: 'page_asked' })
      try {
        const page = await api.fetchLogs(credential, query, signal)
        if (!signal.aborted) dispatch({ type: 'page_received', query, page })
      } catch (error) {
        if (!signal.aborted) fail(error)
      }
    },
    [api, begin, fail],
  )

  const leave = useCallback(() => {
    running.current?.abort()
    clearCredential()
    dispatch({ type: 'logged_out' })
  }, [])

  return { api, state, isOnline, enter, show, leave, fail }
}
