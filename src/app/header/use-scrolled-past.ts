import { useSyncExternalStore } from 'react'

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
