import { useEffect } from 'react'
import { requestViewport, showToast } from './messages'

/** The longest wait for an idle moment, in milliseconds. A busy page may never be idle. */
const MOST_WAIT_MS = 1000

/**
 * Returns the function that shows a message. It loads the message code after the first click or key, once the browser
 * is idle. A message about a lost network can't wait until then to load its code.
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
  if ('requestIdleCallback' in window) window.requestIdleCallback(requestViewport, { timeout: MOST_WAIT_MS })
  else setTimeout(requestViewport, MOST_WAIT_MS)
}

const VALUE = { show: showToast }
