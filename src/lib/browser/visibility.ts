/** Returns whether the tab is visible. In a hidden tab, browsers run timers as rarely as once per minute. */
export function isShown(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls `callback` when the tab becomes visible. Returns an unsubscribe function. */
export function onShown(callback: () => void): () => void {
  const onChange = () => {
    if (isShown()) callback()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
