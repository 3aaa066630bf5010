import type { Job } from '@/state/jobs/job'
import type { JobsState } from '@/state/jobs/jobs-state'
import { isComparingJobs } from '@/state/jobs/panel'

/** Returns which listed jobs the panel shows side by side. The list has no second copy of them, but a search finds each. */
export function isShownAbove(state: JobsState): (job: Pick<Job, 'id'>) => boolean {
  const isAbove = !state.found && isComparingJobs(state)
  return ({ id }) => isAbove && state.shownIds.includes(id)
}
