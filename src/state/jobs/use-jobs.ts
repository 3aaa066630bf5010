import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import { getJobStore, type Jobs } from './jobs'
import type { JobsState } from './jobs-state'

/** Returns a part of the jobs' state. The component re-renders only when `isSame` returns false for the part. */
export function useJobs<T>(select: (state: JobsState) => T, isSame?: (before: T, now: T) => boolean): T {
  return useSelector(useJobActions(), select, isSame)
}

export function useJobActions(): Jobs {
  return getJobStore(useServices())
}
