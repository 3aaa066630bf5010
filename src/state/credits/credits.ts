// Stores the signed-in user's balance. It is cleared when the user changes.
import { isShown, onShown } from '@/lib/browser/visibility'
import { isOlderThan } from '@/lib/elapsed'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import * as s from '@/lib/shape'
import { createStore } from '@/lib/store'
import { getSessionStore } from '@/state/session/session'

/**
 * The shortest time between refreshes on return to the page, in milliseconds. Quick switches between windows don't
 * refresh.
 */
const REFOCUS_INTERVAL_MS = 15_000
/** The time between attempts after a failure, while the tab is visible, in milliseconds. */
const RETRY_INTERVAL_MS = 15_000

export interface CreditsState {
  /** `stale`: the server didn't respond, and `credits` is the last known value. */
  status: 'idle' | 'loading' | 'ready' | 'stale'
  credits: number
  /**
   * Costs that the server has not counted yet, by job ID. They are shown next to the balance and never subtracted from
   * it.
   */
  pending: Readonly<Record<string, number>>
}

const NOTHING: CreditsState = { status: 'idle', credits: 0, pending: {} }
const answer = s.object({ credits: s.number })

export const getCreditsStore = memoizeByKey(createCredits)

export function sumPending(pending: CreditsState['pending']): number {
  return Object.values(pending).reduce((sum, amount) => sum + amount, 0)
}

function createCredits(services: Services) {
  const session = getSessionStore(services)
  const store = createStore(NOTHING, watch)
  let userId: string | null = null
  /** The session for which the balance was requested. */
  let askedVisit: string | null = null
  let isWatched = false
  // Discards responses that arrive after the user changed, or after a newer response.
  let latest = 0
  let askedAt = 0

  const patch = (change: Partial<CreditsState>) => store.set({ ...store.get(), ...change })

  function readStored(): number | null {
    const { localUser } = session.get()
    return localUser && localUser.id === userId ? localUser.credits : null
  }

  function setBalance(credits: number) {
    latest += 1
    store.set({ status: 'ready', credits, pending: {} })
    if (userId) session.saveLocalUser({ id: userId, credits })
  }

  async function refresh(): Promise<void> {
    if (!userId || !session.get().openedVisit) return
    latest += 1
    askedAt = Date.now()
    const mine = latest
    patch({ status: 'loading' })
    try {
      const supabase = await services.loadSupabase()
      const { data, error } = await supabase.rpc('get_user_credits', { user_id: userId })
      if (error) throw error
      const { credits } = answer(data)
      if (mine === latest) setBalance(credits)
    } catch (error) {
      if (mine !== latest) return
      console.error('The credits could not be fetched', error)
      patch({ status: 'stale', credits: readStored() ?? store.get().credits })
    }
  }

  function onSession() {
    const now = session.get()
    const credits = now.localUser && now.localUser.id === now.userId ? now.localUser.credits : null
    if (now.userId !== userId) {
      userId = now.userId
      latest += 1
      store.set(credits === null ? NOTHING : { ...NOTHING, status: 'stale', credits })
    } else if (credits !== null && credits !== store.get().credits) {
      // Another window has stored a newer balance.
      patch({ status: 'ready', credits })
    }
    if (now.openedVisit === askedVisit || !isWatched) return
    askedVisit = now.openedVisit
    void refresh()
  }

  /** Requests the balance for a new session, when the tab becomes visible again, and after failures. */
  function watch(): () => void {
    const retry = () => {
      if (store.get().status === 'stale' && isShown()) void refresh()
    }
    const stop = onShown(() => {
      if (isOlderThan(askedAt, REFOCUS_INTERVAL_MS)) void refresh()
    })
    const timer = setInterval(retry, RETRY_INTERVAL_MS)
    window.addEventListener('online', retry)
    isWatched = true
    onSession()
    return () => {
      isWatched = false
      stop()
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }

  session.subscribe(onSession)
  onSession()

  return {
    get: store.get,
    getInitial: store.getInitial,
    subscribe: store.subscribe,
    /** Does nothing until the user record is written. Never rejects. */
    refresh,
    /** Sets the balance from another call's response. */
    setBalance,
    /** Adds a cost while the server doesn't respond. The server's next balance clears all of them. */
    addPending(jobId: string, amount: number) {
      patch({ pending: { ...store.get().pending, [jobId]: amount } })
    },
    removePending(jobId: string) {
      const { [jobId]: _, ...pending } = store.get().pending
      patch({ pending })
    },
  }
}
