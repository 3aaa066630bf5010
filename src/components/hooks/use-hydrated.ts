import { useSyncExternalStore } from 'react'

/** False in a page made at build time, until its code has taken it over: then it can be used. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
