import { createStore } from '@/lib/store'

/**
 * Whether the user has pointed, touched, scrolled, or typed since `watchUserInput` started. A `scroll` event alone
 * doesn't count, because browsers also scroll to a fragment or to the previous position.
 */
export const hasUserInput = createStore(false)

const INPUTS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown']

/** Watches for user input. Returns a function that stops watching. */
export function watchUserInput(): () => void {
  const ended = new AbortController()
  const noteInput = () => {
    hasUserInput.set(true)
    ended.abort()
  }
  for (const input of INPUTS) {
    window.addEventListener(input, noteInput, { capture: true, passive: true, signal: ended.signal })
  }
  return () => ended.abort()
}
