import { startTransition, useCallback, useEffect, useState } from 'react'
import { loadCode, OutdatedPage, reloadOutdatedPage } from '@/lib/browser/missing-code'

/** The state of code that loads when it is needed. MissingCode shows it if the code couldn't load. */
export interface LateCode {
  /** Whether the code couldn't load. */
  isMissing: boolean
  /** Whether the code is gone since the site was updated, and `retry` reloads the page. */
  isOutdated: boolean
  retry: () => void
}

interface Code<T> extends LateCode {
  /** The loaded code. Null until it has loaded. */
  code: T | null
}

/** A cache of loaded code, so that a page shown again has its full height and scroll position at once. */
const arrivals = new WeakMap<() => Promise<unknown>, unknown>()

/** Loads code while `isWanted`, and again when the network returns or on retry. `load` must be stable. */
export function useCode<T>(load: () => Promise<T>, isWanted: boolean): Code<T> {
  const [code, setCode] = useState<T | null>(() => (arrivals.get(load) as T | undefined) ?? null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!isWanted || code) return
    let isGone = false
    loadCode(load).then(
      (arrived) => {
        arrivals.set(load, arrived)
        // Use a transition, because the code may load while the user types. The value may be a function, so React needs
        // an updater.
        if (!isGone) startTransition(() => setCode(() => arrived))
      },
      (error) => !isGone && setFailure(error),
    )
    window.addEventListener('online', again)
    return () => {
      isGone = true
      window.removeEventListener('online', again)
    }
  }, [load, isWanted, code, attempt, again])

  const isOutdated = failure instanceof OutdatedPage
  return {
    code,
    isMissing: failure !== null && !code,
    isOutdated,
    // If the site doesn't respond any more, another attempt finds that.
    retry: isOutdated ? () => void reloadOutdatedPage().then((isReloading) => isReloading || again()) : again,
  }
}
