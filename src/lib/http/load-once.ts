import { NetworkError } from './api-error'

/**
 * Returns a function that loads code once. It throws NetworkError if the code can't load, and the next call tries
 * again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return async () => {
    try {
      loading ??= load()
      return await loading
    } catch (cause) {
      loading = null
      throw new NetworkError('network', { cause })
    }
  }
}
