// The code of the sign-in comes after the first paint, and may not come at all: gone after a deployment, or lost with the
// network. This gets it, by a reload where only that can help, and says when the person has to be told.
import type { SupabaseClient } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { recoverMissingCode } from '@/lib/browser/missing-code'
import { useServices } from '@/state/services-context'

/** While the site does not answer, asking again costs nothing and loses nothing. */
const ASK_AGAIN_MS = 5000

/** `missing`: it did not arrive, so nobody is known and nothing can be sent. `retrying`: the person asked for it again. */
export type SignInCode = 'fine' | 'missing' | 'retrying'

/**
 * Calls `onHere` once the client is there; its signal is aborted when it is not wanted any more.
 * `retry` asks for it again at once, and reloads the page where that does not help.
 */
export function useAuthClient(onHere: (supabase: SupabaseClient, signal: AbortSignal) => void) {
  const { loadSupabase } = useServices()
  const [signInCode, setSignInCode] = useState<SignInCode>('fine')
  const press = useRef(() => {})

  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const get = async () => {
      let cause: Wake = 'first'
      while (!signal.aborted) {
        if (cause === 'pressed') setSignInCode('retrying')
        try {
          const supabase = await loadSupabase()
          if (signal.aborted) return
          setSignInCode('fine')
          onHere(supabase, signal)
          return
        } catch (error) {
          if (cause === 'first') console.error('The sign-in could not be loaded', error)
        }
        // A browser may keep to a failed import for as long as the page lives: then only a new page can have the code.
        const recovery = await recoverMissingCode({ isAskedFor: cause === 'pressed' })
        if (signal.aborted || recovery === 'reloading') return
        setSignInCode('missing')
        // Of a site that answers without that code, the person decides when it is asked again.
        cause = await wake(press, recovery === 'unreachable' ? ASK_AGAIN_MS : null, signal)
      }
    }
    void get()
    return () => ended.abort()
  }, [loadSupabase, onHere])

  const retry = useCallback(() => press.current(), [])
  return { signInCode, retry }
}

type Wake = 'first' | 'pressed' | 'by_itself'

/** Waits for a reason to try again: a press, the network, or this long. */
function wake(press: { current: () => void }, afterMs: number | null, signal: AbortSignal): Promise<Wake> {
  return new Promise((resolve) => {
    const settle = (cause: Wake) => {
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
      press.current = () => {}
      resolve(cause)
    }
    const onOnline = () => settle('by_itself')
    const timer = afterMs === null ? undefined : setTimeout(onOnline, afterMs)
    window.addEventListener('online', onOnline)
    press.current = () => settle('pressed')
    signal.addEventListener('abort', () => settle('by_itself'), { once: true })
  })
}
