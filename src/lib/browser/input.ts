import { createStore } from '@/lib/store'

/**
 * Whether the user has pointed at, touched, scrolled or typed into the page since it was opened, as far as `watchInput` was there
 * to see it. A `scroll` event does not tell: browsers scroll by themselves, to a fragment or to where the page was left.
 */
export const hasInput = createStore(false)

const INPUTS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown']

/** Returns a function that ends it. */
export function watchInput(): () => void {
  const ended = new AbortController()
  const note = () => {
    hasInput.set(true)
    ended.abort()
  }
  for (const input of INPUTS) {
    window.addEventListener(input, note, { capture: true, passive: true, signal: ended.signal })
  }
  return () => ended.abort()
}
