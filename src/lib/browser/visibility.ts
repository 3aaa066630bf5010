/** Returns whether the tab is visible. Browsers slow a hidden tab's timers down to one per minute. */
export function isShown(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls back when the tab becomes visible. Returns an unsubscribe function. */
export function onShown(callback: () => void): () => void {
  const onChange = () => {
    if (isShown()) callback()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
