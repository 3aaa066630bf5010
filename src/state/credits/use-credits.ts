import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import { type CreditsState, creditsFor, pendingCredits } from './credits'

const all = (state: CreditsState) => state

/** Returns the balance. `pending`: credits that running jobs may still take. */
export function useCredits() {
  const store = creditsFor(useServices())
  const { status, credits, pending } = useSelector(store, all)
  return { status, credits, pending: pendingCredits(pending), refresh: store.refresh }
}
