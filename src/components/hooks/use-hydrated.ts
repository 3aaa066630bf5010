import { useSyncExternalStore } from 'react'

/** False in a prerendered page until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
