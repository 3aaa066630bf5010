import { useSyncExternalStore } from 'react'

/** True while the page is scrolled further than `limitPx`. */
export function useScrolledPast(limitPx: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > limitPx,
    () => false,
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  return () => window.removeEventListener('scroll', onChange)
}
