import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import { type CreditsState, getCreditsStore, sumPending } from './credits'

const selectAll = (state: CreditsState) => state

/** Returns the balance. `pending`: credits that active jobs may still cost. */
export function useCredits() {
  const store = getCreditsStore(useServices())
  const { status, credits, pending } = useSelector(store, selectAll)
  return { status, credits, pending: sumPending(pending), refresh: store.refresh }
}
