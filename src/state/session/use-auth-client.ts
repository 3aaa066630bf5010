// The sign-in code is loaded once it is wanted, and may be gone after a deployment, or lost with the network.
import type { SupabaseClient } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { recoverMissingCode } from '@/lib/browser/missing-code'
import { useServices } from '@/state/services-context'

/** While the site does not answer. */
const ASK_AGAIN_MS = 5000

/** `missing`: nobody is known, and nothing can be sent. `retrying`: the user asked for it again. */
export type SignInCode = 'fine' | 'missing' | 'retrying'

/** The signal is aborted on unmount. `retry` loads the code again, and reloads the page where that does not help. */
export function useAuthClient(onHere: (supabase: SupabaseClient, signal: AbortSignal) => void) {
  const { loadSupabase, isSupabaseWanted } = useServices()
  const isWanted = useSyncExternalStore(isSupabaseWanted.subscribe, isSupabaseWanted.get, isSupabaseWanted.get)
  const [signInCode, setSignInCode] = useState<SignInCode>('fine')
  const click = useRef(() => {})

  useEffect(() => {
    if (!isWanted) return
    const ended = new AbortController()
    const { signal } = ended
    const get = async () => {
      let cause: Wake = 'first'
      while (!signal.aborted) {
        if (cause === 'clicked') setSignInCode('retrying')
        try {
          // With what is done for somebody who is signed in: both arrive, or neither.
          const [supabase] = await Promise.all([loadSupabase(), import('./signed-in')])
          if (signal.aborted) return
          setSignInCode('fine')
          onHere(supabase, signal)
          return
        } catch (error) {
          if (cause === 'first') console.error('The sign-in could not be loaded', error)
        }
        // A browser may remember a failed import as long as the page lives: then only a reload helps.
        const recovery = await recoverMissingCode({ isAskedFor: cause === 'clicked' })
        if (signal.aborted || recovery === 'reloading') return
        setSignInCode('missing')
        // A site that answers without that code: the user decides when to ask again.
        cause = await wake(click, recovery === 'unreachable' ? ASK_AGAIN_MS : null, signal)
      }
    }
    void get()
    return () => ended.abort()
  }, [isWanted, loadSupabase, onHere])

  const retry = useCallback(() => click.current(), [])
  return { signInCode, retry }
}

type Wake = 'first' | 'clicked' | 'by_itself'

/** A click, the network, or the time. */
function wake(click: { current: () => void }, afterMs: number | null, signal: AbortSignal): Promise<Wake> {
  return new Promise((resolve) => {
    const settle = (cause: Wake) => {
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
      click.current = () => {}
      resolve(cause)
    }
    const onOnline = () => settle('by_itself')
    const timer = afterMs === null ? undefined : setTimeout(onOnline, afterMs)
    window.addEventListener('online', onOnline)
    click.current = () => settle('clicked')
    signal.addEventListener('abort', () => settle('by_itself'), { once: true })
  })
}
