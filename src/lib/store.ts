/** A readable value outside React. */
export interface Readable<T> {
  get(): T
  /** Returns the value that prerendered pages show. */
  getInitial(): T
  /** Calls back after each change. Returns an unsubscribe function. */
  subscribe(onChange: () => void): () => void
}

export interface Store<T> extends Readable<T> {
  set(next: T): void
}

/** Makes a store. `watch` is called when the first subscriber comes, and returns a function to call when the last one has left. */
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
