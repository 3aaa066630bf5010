import { useCallback, useEffect, useState } from 'react'

interface Code<T> {
  /** Null until it is there. */
  code: T | null
  /** It did not arrive. */
  isMissing: boolean
  retry: () => void
}

/** So that a page that is returned to has its height at once, and with it its place. */
const arrivals = new WeakMap<() => Promise<unknown>, unknown>()

/** Code that is loaded once it is wanted; again when the network is back, or as asked. `load` must be stable. */
export function useCode<T>(load: () => Promise<T>, isWanted: boolean): Code<T> {
  const [code, setCode] = useState<T | null>(() => (arrivals.get(load) as T | undefined) ?? null)
  const [isMissing, setIsMissing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!isWanted || code) return
    let isGone = false
    load().then(
      (arrived) => {
        arrivals.set(load, arrived)
        // As an updater, since it may be a function.
        if (!isGone) setCode(() => arrived)
      },
      () => !isGone && setIsMissing(true),
    )
    window.addEventListener('online', retry)
    return () => {
      isGone = true
      window.removeEventListener('online', retry)
    }
  }, [load, isWanted, code, attempt, retry])

  return { code, isMissing: isMissing && !code, retry }
}
