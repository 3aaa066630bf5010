import { useEffect } from 'react'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import type { LibraryState } from './signed-out/library-state'

/** Returns whether the user's videos can be shown, or the reason why not. Keeps the list current. */
export function useLibraryState(): LibraryState {
  const { videoMode } = useServices()
  const jobs = useJobActions()
  const list = useJobs((state) => state.list)
  const { status, signInCode, isSignedIn } = useSession()

  useEffect(() => jobs.showList(), [jobs])

  if (list === 'ready') return 'ready'
  if (videoMode === 'direct' || list === 'missing') return 'not_kept'
  // Check the session before asking the user to sign in.
  if (signInCode !== 'fine') return 'cut_off'
  if (status === 'loading' || list === 'loading' || (list === 'closed' && isSignedIn)) return 'loading'
  return list === 'unreachable' ? 'unreachable' : 'signed_out'
}
