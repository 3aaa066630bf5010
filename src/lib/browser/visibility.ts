/** Whether this tab is on somebody's screen. Timers of hidden tabs are slowed down, to one a minute after a while. */
export function isShown(): boolean {
  return document.visibilityState === 'visible'
}

/** Called whenever the tab comes onto the screen. Answers what stops it. */
export function onShown(callback: () => void): () => void {
  const onChange = () => {
    if (isShown()) callback()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
