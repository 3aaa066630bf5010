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

export function panelStatus(state: JobsState): Stage['status'] {
  return stageOf(panelJob(state)).status
}

export function isPanelCutOff(state: JobsState): boolean {
  const stage = stageOf(panelJob(state))
  return stage.status === 'generating' && isCutOff(stage.job)
}

/** Promises further checks only where it is known that somebody makes them. */
export function shownFailure(failure: Failure, isDirect: boolean): Failure {
  const { kind, message } = failure
  return isDirect && kind === 'late' ? { kind, message } : failure
}
