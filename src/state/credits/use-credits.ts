import { useSyncExternalStore } from 'react'
import { useServices } from '@/state/services-context'
import { creditsFor } from './credits'

/** `pending`: credits that running jobs may still take. */
export function useCredits() {
  const store = creditsFor(useServices())
  const { status, credits, pending } = useSyncExternalStore(store.subscribe, store.get, store.get)
  return {
    status,
    credits,
    pending: Object.values(pending).reduce((sum, amount) => sum + amount, 0),
    refresh: store.refresh,
  }
}
