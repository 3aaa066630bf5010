import type { Services } from '@/lib/services'
import type { JobsState } from '@/state/jobs/jobs-state'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'

/**
 * Returns whether there are no credit holds and no stored videos. This is true in direct mode, and for a server that
 * has only the generation calls.
 */
export function isDirectMode({ videoMode }: Pick<Services, 'videoMode'>, { list }: Pick<JobsState, 'list'>): boolean {
  return videoMode === 'direct' || list === 'missing'
}

export function useIsDirectMode(): boolean {
  const services = useServices()
  return useJobs((jobs) => isDirectMode(services, jobs))
}
