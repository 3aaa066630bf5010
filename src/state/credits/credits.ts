// The balance as last told by the server, in this window or in another one, and what is not yet in it.
import * as z from 'zod/mini'
import { isShown, onShown } from '@/lib/browser/visibility'
import { isLongAgo } from '@/lib/elapsed'
import { oncePer } from '@/lib/once-per'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'
import { localUserFor } from '@/state/session/local-user'

/** Coming back to the page asks for the balance again, but not on every flick between windows. */
const REFOCUS_INTERVAL_MS = 15_000
/** A balance that could not be fetched is asked for again after this, for as long as somebody looks. */
const RETRY_INTERVAL_MS = 15_000

export interface CreditsState {
  /** `stale`: the server could not be asked, the number is the one stored here. */
  status: 'idle' | 'loading' | 'ready' | 'stale'
  /** The last known balance. */
  credits: number
  /** What jobs will cost that the server has not counted yet, by job id: shown beside the balance, never taken from it. */
  pending: Readonly<Record<string, number>>
}

interface Visitor {
  userId: string | null
  /** Names the session whose users record is written: from here on the server can be asked. */
  visit: string | null
}

const NOTHING: CreditsState = { status: 'idle', credits: 0, pending: {} }
const answer = z.object({ credits: z.number() })

export const creditsFor = oncePer(createCredits)

function createCredits(services: Services) {
  const store = createStore(NOTHING)
  const localUser = localUserFor(services)
  let visitor: Visitor = { userId: null, visit: null }
  // Answers that arrive after the user changed, or after a newer answer, are dropped by this number.
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
      const { credits } = answer.parse(data)
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
    /** Asks the server, once its users record is written. Never rejects. */
    refresh,
    /** Takes over a balance the server told with another answer. */
    setBalance,
    /** Notes what a job will cost while the server cannot be asked; gone with the server's next balance. */
    addPending(jobId: string, amount: number) {
      patch({ pending: { ...store.get().pending, [jobId]: amount } })
    },
    removePending(jobId: string) {
      const { [jobId]: _, ...pending } = store.get().pending
      patch({ pending })
    },
    /** Who is here now. Nothing of the last user remains. */
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
    /** Follows other windows, and asks again when somebody comes back or after a failure. Returns what stops it. */
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
