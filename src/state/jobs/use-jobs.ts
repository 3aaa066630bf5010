import { useEffect, useSyncExternalStore } from 'react'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import type { JobsState } from './job-store'
import { type Jobs, jobsFor } from './jobs'

export function useJobs(): JobsState & { actions: Jobs } {
  const actions = jobsFor(useServices())
  const { status, userId } = useSession()
  const state = useSyncExternalStore(actions.subscribe, actions.get, actions.get)
  useEffect(() => {
    if (status !== 'loading') actions.visit(userId)
  }, [status, userId, actions])
  return { ...state, actions }
}
