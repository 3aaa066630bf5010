// What the panel shows, as parts of the jobs' state.

import type { Failure } from '@/state/jobs/failure'
import { isCutOff, type Job, primaryJob, type Stage, shownJobs, stageOf } from '@/state/jobs/job'
import type { JobsState } from '@/state/jobs/job-store'

/** Jobs that are compared, in the panel's order; none where it shows a single one. */
export function comparedJobs(state: JobsState): readonly Job[] {
  return state.shownIds.length > 1 ? shownJobs(state) : []
}

export function panelJob(state: JobsState): Job | undefined {
  return primaryJob(shownJobs(state))
}

export function panelStage(state: JobsState): Stage {
  return stageOf(panelJob(state))
}

export function isPanelCutOff(state: JobsState): boolean {
  const job = panelJob(state)
  return job !== undefined && isCutOff(job)
}

/** Promises further checks only where it is known that somebody makes them. */
export function shownFailure(failure: Failure, isDirect: boolean): Failure {
  const { kind, message } = failure
  return isDirect && kind === 'late' ? { kind, message } : failure
}
