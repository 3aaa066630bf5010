import { isShown, onShown } from '@/lib/browser/visibility'
import { isLongAgo } from '@/lib/elapsed'
import { oncePer } from '@/lib/once-per'
import type { Services } from '@/lib/services'
import * as s from '@/lib/shape'
import { createStore } from '@/lib/store'
import { localUserFor } from '@/state/session/local-user'

/** A return to the page refreshes, but not every flick between windows. */
const REFOCUS_INTERVAL_MS = 15_000
/** After a failure, while the tab is visible. */
const RETRY_INTERVAL_MS = 15_000

export interface CreditsState {
  /** `stale`: the server did not answer, and `credits` is the stored value. */
  status: 'idle' | 'loading' | 'ready' | 'stale'
  credits: number
  /** By job id: costs that the server has not counted yet. Shown beside the balance, never subtracted. */
  pending: Readonly<Record<string, number>>
}

interface Visitor {
  userId: string | null
  /** The session whose user record is written: from then on the server can be asked. */
  visit: string | null
}

const NOTHING: CreditsState = { status: 'idle', credits: 0, pending: {} }
const answer = s.object({ credits: s.number })

export const creditsFor = oncePer(createCredits)

function createCredits(services: Services) {
  const store = createStore(NOTHING)
  const localUser = localUserFor(services)
  let visitor: Visitor = { userId: null, visit: null }
  // Drops answers that arrive after the user changed, or after a newer answer.
  let latest = 0
  let askedAt = 0

  const patch = (change: Partial<CreditsState>) => store.set({ ...store.get(), ...change })

  function stored(): number | null {
    const user = localUser.get()
    return user && user.id === visitor.userId ? user.credits : null
  }

  function setBalance(credits: number) {
    latest += 1
    store.set({ status: 'ready', credits, pending: {} })
    if (visitor.userId) localUser.save({ id: visitor.userId, credits })
  }

  async function refresh(): Promise<void> {
    const { userId, visit } = visitor
    if (!userId || !visit) return
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
      patch({ status: 'stale', credits: stored() ?? 0 })
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Does nothing before the user record is written. Never rejects. */
    refresh,
    /** For a balance that came with another answer. */
    setBalance,
    /** While the server cannot be asked; cleared by its next balance. */
    addPending(jobId: string, amount: number) {
      patch({ pending: { ...store.get().pending, [jobId]: amount } })
    },
    removePending(jobId: string) {
      const { [jobId]: _, ...pending } = store.get().pending
      patch({ pending })
    },
    /** Nothing of the previous user remains. */
    follow(next: Visitor) {
      const before = visitor
      visitor = next
      if (next.userId !== before.userId) {
        latest += 1
        const credits = stored()
        store.set(credits === null ? NOTHING : { ...NOTHING, status: 'stale', credits })
      }
      if (next.visit && next.visit !== before.visit) void refresh()
    },
    /** Follows other windows; refreshes when the tab is shown again, and after failures. Returns a function that stops it. */
    listen(): () => void {
      const retry = () => {
        if (store.get().status === 'stale' && isShown()) void refresh()
      }
      const stops = [
        localUser.subscribe(() => {
          const credits = stored()
          if (credits !== null && credits !== store.get().credits) patch({ status: 'ready', credits })
        }),
        onShown(() => {
          if (isLongAgo(askedAt, REFOCUS_INTERVAL_MS)) void refresh()
        }),
      ]
      const timer = setInterval(retry, RETRY_INTERVAL_MS)
      window.addEventListener('online', retry)
      return () => {
        for (const stop of stops) stop()
        clearInterval(timer)
        window.removeEventListener('online', retry)
      }
    },
  }
}
