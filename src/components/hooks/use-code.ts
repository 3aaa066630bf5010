import { startTransition, useCallback, useEffect, useState } from 'react'

interface Code<T> {
  /** The loaded code. Null until it has loaded. */
  code: T | null
  /** Whether the code couldn't load. */
  isMissing: boolean
  retry: () => void
}

/** A cache of loaded code, so that a page shown again has its full height and scroll position at once. */
const arrivals = new WeakMap<() => Promise<unknown>, unknown>()

/** Loads code while `isWanted`, and again when the network returns or on retry. `load` must be stable. */
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
        // Use a transition, because the code may load while the user types. The value may be a function, so React needs
        // an updater.
        if (!isGone) startTransition(() => setCode(() => arrived))
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
