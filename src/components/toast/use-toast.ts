import { useEffect } from 'react'
import { requestViewport, showToast } from './messages'

/** Loads the code for messages with the first click or key, because a message about a lost network must not need the network. */
export function useToast(): { show: typeof showToast } {
  useEffect(() => {
    const ended = new AbortController()
    for (const use of ['pointerdown', 'keydown']) {
      window.addEventListener(use, requestViewport, { once: true, signal: ended.signal })
    }
    return () => ended.abort()
  }, [])
  return VALUE
}

const VALUE = { show: showToast }
