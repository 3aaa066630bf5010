import { useEffect, useSyncExternalStore } from 'react'
import { onShown } from '@/lib/browser/visibility'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { jobsFor } from './jobs-for'
import type { JobsState } from './jobs-reducer'
import type { JobsStore } from './jobs-store'

/** The jobs of whoever is signed in, kept fresh while this is on the page. */
export function useJobs(): { state: JobsState; store: JobsStore } {
  const { store } = jobsFor(useServices())
  const { status, session, localUser } = useSession()
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  const userId = session?.user.id ?? localUser?.id ?? null

  useEffect(() => {
    if (status === 'loading') return
    if (userId) store.open(userId)
    else store.close()
  }, [status, userId, store])

  useEffect(() => {
    const refresh = () => store.refresh()
    const stop = onShown(refresh)
    window.addEventListener('online', refresh)
    return () => {
      stop()
      window.removeEventListener('online', refresh)
    }
  }, [store])

  return { state, store }
}
