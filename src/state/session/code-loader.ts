// Loads the sign-in code when needed. The code may be missing after a deployment, or unreachable offline.
import { recoverMissingCode } from '@/lib/browser/missing-code'

/** The time between attempts while the site doesn't respond, in milliseconds. */
const RETRY_INTERVAL_MS = 5000

/**
 * The state of the sign-in code. `missing`: the user is unknown, and nothing can be sent. `retrying`: the user clicked
 * to load it again.
 */
export type SignInCode = 'fine' | 'missing' | 'retrying'

type Cause = 'first' | 'clicked' | 'by_itself'

export function createCodeLoader(onChange: (code: SignInCode) => void) {
  let click = () => {}

  /** Waits for the next attempt: a click, the network's return, or the timeout. */
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
    /** Loads the code again, and reloads the page if that fails. */
    retry: () => click(),
    /** Calls `begin`, which loads and runs the code, until it resolves. */
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
        // Some browsers cache a failed import until the page reloads.
        const recovery = await recoverMissingCode({ isAskedFor: cause === 'clicked' })
        if (signal.aborted || recovery === 'reloading') return
        onChange('missing')
        // The site responds without that code, so wait until the user tries again.
        cause = await awaitAttempt(recovery === 'unreachable' ? RETRY_INTERVAL_MS : null, signal)
      }
    },
  }
}
