// The sign-in code is loaded once it is wanted, and may be gone after a deployment, or lost with the network.
import { recoverMissingCode } from '@/lib/browser/missing-code'

/** Milliseconds between attempts while the site doesn't answer. */
const RETRY_INTERVAL_MS = 5000

/** The state of the sign-in code. `missing`: nobody is known, and nothing can be sent. `retrying`: the user asked for it again. */
export type SignInCode = 'fine' | 'missing' | 'retrying'

type Cause = 'first' | 'clicked' | 'by_itself'

export function createCodeLoader(onChange: (code: SignInCode) => void) {
  let click = () => {}

  /** Waits for the next attempt: a click, the network's return, or the time. */
  function awaitAttempt(afterMs: number | null, signal: AbortSignal): Promise<Cause> {
    return new Promise((resolve) => {
      const settle = (cause: Cause) => {
        clearTimeout(timer)
        window.removeEventListener('online', onOnline)
        click = () => {}
        resolve(cause)
      }
      const onOnline = () => settle('by_itself')
      const timer = afterMs === null ? undefined : setTimeout(onOnline, afterMs)
      window.addEventListener('online', onOnline)
      click = () => settle('clicked')
      signal.addEventListener('abort', onOnline, { once: true })
    })
  }

  return {
    /** Loads the code again, and reloads the page if that doesn't help. */
    retry: () => click(),
    /** Calls `begin`, which loads the code and uses it, until it resolves. */
    async load(begin: () => Promise<void>, signal: AbortSignal): Promise<void> {
      let cause: Cause = 'first'
      while (!signal.aborted) {
        if (cause === 'clicked') onChange('retrying')
        try {
          await begin()
          if (!signal.aborted) onChange('fine')
          return
        } catch (error) {
          if (cause === 'first') console.error("Couldn't load the sign-in code", error)
        }
        // A browser may remember a failed import as long as the page lives: then only a reload helps.
        const recovery = await recoverMissingCode({ isAskedFor: cause === 'clicked' })
        if (signal.aborted || recovery === 'reloading') return
        onChange('missing')
        // A site that answers without that code: the user decides when to ask again.
        cause = await awaitAttempt(recovery === 'unreachable' ? RETRY_INTERVAL_MS : null, signal)
      }
    },
  }
}
