import { useSyncExternalStore } from 'react'

/** Returns false in a prerendered page until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
