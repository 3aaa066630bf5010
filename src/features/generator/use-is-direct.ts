import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'

/** True where nothing is known of holds, and nothing is kept: the provider alone answers, or a server of the specified calls. */
export function useIsDirect(): boolean {
  const { videoMode } = useServices()
  return useJobs(({ list }) => list === 'missing') || videoMode === 'direct'
}
