import { useEffect } from 'react'
import { requestViewport, showToast } from './messages'

/** A busy page is not idle for long. */
const MOST_WAIT_MS = 1000

/**
 * Loads the code for messages after the first click or key, because a message about a lost network must not need the network.
 * Once the browser is idle: the click or key is answered first.
 */
export function useToast(): { show: typeof showToast } {
  useEffect(() => {
    const ended = new AbortController()
    for (const use of ['pointerdown', 'keydown']) {
      window.addEventListener(use, requestWhenIdle, { once: true, signal: ended.signal })
    }
    return () => ended.abort()
  }, [])
  return VALUE
}

function requestWhenIdle(): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(requestViewport, { timeout: MOST_WAIT_MS })
  else setTimeout(requestViewport, MOST_WAIT_MS)
}

const VALUE = { show: showToast }
