import { useEffect } from 'react'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import type { LibraryState } from './signed-out/library-state'

/** Returns what can be shown of the user's videos, and keeps their list current. */
export function useLibraryState(): LibraryState {
  const { videoMode } = useServices()
  const jobs = useJobActions()
  const list = useJobs((state) => state.list)
  const { status, signInCode, isSignedIn } = useSession()

  useEffect(() => jobs.showList(), [jobs])

  if (list === 'ready') return 'ready'
  if (videoMode === 'direct' || list === 'missing') return 'not_kept'
  // Asks nobody to sign in before it is known who is here.
  if (signInCode !== 'fine') return 'cut_off'
  if (status === 'loading' || list === 'loading' || (list === 'closed' && isSignedIn)) return 'loading'
  return list === 'unreachable' ? 'unreachable' : 'signed_out'
}
