import { createStore } from '@/lib/store'

/**
 * True once the user has pointed at, touched, scrolled, or typed into the page, as far as `watchInput` saw it. A `scroll` event
 * isn't enough: browsers scroll by themselves to a fragment or a former place.
 */
export const hasUserInput = createStore(false)

const INPUTS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown']

/** Watches for input. Returns a function that stops it. */
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
