/** Browsers slow down the timers of hidden tabs, to one a minute after a while. */
export function isShown(): boolean {
  return document.visibilityState === 'visible'
}

/** Returns an unsubscribe function. */
export function onShown(callback: () => void): () => void {
  const onChange = () => {
    if (isShown()) callback()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
