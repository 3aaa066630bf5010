import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { isShown } from '@/lib/browser/visibility'
import { isLongAgo } from '@/lib/elapsed'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { CreditsContext, type CreditsValue } from './credits-context'
import { creditsReducer, initialCreditsState, pendingTotal } from './credits-reducer'
import { fetchCredits } from './fetch-credits'

/** Coming back to the page asks for the balance again, but not on every flick between windows. */
const REFOCUS_INTERVAL_MS = 15_000
/** A balance that could not be fetched is asked for again after this, for as long as somebody looks. */
const RETRY_INTERVAL_MS = 15_000

export function CreditsProvider({ children }: { children: ReactNode }) {
  const { loadSupabase } = useServices()
  const { session, localUser, openedVisit, saveLocalUser } = useSession()
  const [state, dispatch] = useReducer(creditsReducer, initialCreditsState)
  const userId = session?.user.id ?? null
  const personId = userId ?? localUser?.id ?? null
  const storedCredits = localUser && localUser.id === personId ? localUser.credits : null

  // Answers that arrive after the person changed, or after a newer answer, are dropped by their number.
  const latest = useRef({ run: 0, askedAt: 0, userId, storedCredits })
  latest.current.userId = userId
  latest.current.storedCredits = storedCredits

  const receive = useCallback(
    (id: string, credits: number) => {
      dispatch({ type: 'balance_received', credits })
      saveLocalUser({ id, credits })
    },
    [saveLocalUser],
  )

  const refresh = useCallback(async () => {
    const { userId: id } = latest.current
    if (!id) return
    latest.current.run += 1
    latest.current.askedAt = Date.now()
    const { run } = latest.current
    const isCurrent = () => latest.current.run === run && latest.current.userId === id
    dispatch({ type: 'fetch_started' })
    try {
      const credits = await fetchCredits(await loadSupabase(), id)
      if (isCurrent()) receive(id, credits)
    } catch (error) {
      // Nobody waits for it any more: who signed out meanwhile was rightly refused.
      if (!isCurrent()) return
      console.error('The credits could not be fetched', error)
      dispatch({ type: 'fetch_failed', storedCredits: latest.current.storedCredits ?? 0 })
    }
  }, [loadSupabase, receive])

  const setBalance = useCallback(
    (credits: number) => {
      const { userId: id } = latest.current
      latest.current.run += 1
      if (id) receive(id, credits)
      else dispatch({ type: 'balance_received', credits })
    },
    [receive],
  )

  useEffect(() => {
    dispatch({ type: 'person_changed', storedCredits: personId === null ? null : latest.current.storedCredits })
  }, [personId])

  useEffect(() => {
    if (openedVisit) void refresh()
  }, [openedVisit, refresh])

  useEffect(() => {
    const onVisible = () => {
      const isDue = isLongAgo(latest.current.askedAt, REFOCUS_INTERVAL_MS)
      if (document.visibilityState === 'visible' && openedVisit && isDue) void refresh()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [openedVisit, refresh])

  useEffect(() => {
    if (state.status !== 'stale' || !openedVisit) return
    const again = () => {
      if (isShown()) void refresh()
    }
    const timer = setInterval(again, RETRY_INTERVAL_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [state.status, openedVisit, refresh])

  const value = useMemo<CreditsValue>(
    () => ({
      credits: state.credits,
      status: state.status,
      pending: pendingTotal(state),
      refresh,
      setBalance,
      addPendingDeduction: (jobId, amount) => dispatch({ type: 'deduction_added', jobId, amount }),
      removePendingDeduction: (jobId) => dispatch({ type: 'deduction_removed', jobId }),
    }),
    [state, refresh, setBalance],
  )
  return <CreditsContext value={value}>{children}</CreditsContext>
}
