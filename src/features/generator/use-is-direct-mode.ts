import type { Services } from '@/lib/services'
import type { JobsState } from '@/state/jobs/jobs-state'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'

/** Returns whether no holds are known and nothing is kept: in direct mode, or with a server of the specified calls alone. */
export function isDirectMode({ videoMode }: Pick<Services, 'videoMode'>, { list }: Pick<JobsState, 'list'>): boolean {
  return videoMode === 'direct' || list === 'missing'
}

export function useIsDirectMode(): boolean {
  const services = useServices()
  return useJobs((jobs) => isDirectMode(services, jobs))
}
