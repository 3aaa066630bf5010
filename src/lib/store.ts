/** A readable value outside React. */
export interface Readable<T> {
  get(): T
  /** Returns the value for prerendered pages. */
  getInitial(): T
  /** Calls `onChange` after each change. Returns an unsubscribe function. */
  subscribe(onChange: () => void): () => void
}

export interface Store<T> extends Readable<T> {
  set(next: T): void
}

/**
 * Creates a store. `watch` is called with the first subscriber, and returns a function that is called after the last
 * one unsubscribes.
 */
export function createStore<T>(initial: T, watch?: () => () => void): Store<T> {
  let value = initial
  let stopWatching: (() => void) | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    getInitial: () => initial,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      if (listeners.size === 1) stopWatching = watch?.()
      return () => {
        if (listeners.delete(onChange) && listeners.size === 0) stopWatching?.()
      }
    },
  }
}
