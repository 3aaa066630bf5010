// What the panel shows of the jobs: the specified machine, and `stopped`.
import { type JobFailure, noUrlFailure } from './failure'
import { isCutOff, isUnderWay, type Job } from './job'
import type { JobsState } from './jobs-state'

export type PanelStage = 'idle' | 'generating' | 'success' | 'stopped' | 'error'

const STAGES: Record<Job['status'], PanelStage> = {
  holding: 'generating',
  creating: 'generating',
  unknown: 'generating',
  waiting: 'generating',
  running: 'generating',
  late: 'error',
  refused: 'error',
  succeeded: 'success',
  failed: 'error',
  stopped: 'stopped',
}

export function stageOf(job: Job | undefined): PanelStage {
  if (!job) return 'idle'
  // There is nothing to play.
  if (job.status === 'succeeded' && !job.videoUrl) return 'error'
  return STAGES[job.status]
}

/** Why the panel shows an error; null where it shows none. */
export function failureOf(job: Job): JobFailure | null {
  if (job.status === 'succeeded') return job.videoUrl ? null : noUrlFailure(job.settlement)
  return 'failure' in job ? job.failure : null
}

/** Jobs in the panel that are known, in its order. */
export function shownJobs({ jobs, shownIds }: Pick<JobsState, 'jobs' | 'shownIds'>): Job[] {
  return shownIds.flatMap((shownId) => jobs.find(({ id }) => id === shownId) ?? [])
}

/** What the panel as a whole stands for: a job that is being made, or the first. */
export function primaryJob(shown: readonly Job[]): Job | undefined {
  return shown.find(isUnderWay) ?? shown[0]
}

/** Jobs that are compared, in the panel's order; none where it shows a single one. */
export function comparedJobs(state: JobsState): readonly Job[] {
  return state.shownIds.length > 1 ? shownJobs(state) : []
}

export function panelJob(state: JobsState): Job | undefined {
  return primaryJob(shownJobs(state))
}

export function panelStage(state: JobsState): PanelStage {
  return stageOf(panelJob(state))
}

export function isPanelCutOff(state: JobsState): boolean {
  const job = panelJob(state)
  return job !== undefined && isCutOff(job)
}

/** Promises further checks only where it is known that somebody makes them. */
export function shownFailure(failure: JobFailure, isDirect: boolean): JobFailure {
  const { kind, message } = failure
  return isDirect && kind === 'late' ? { kind, message } : failure
}
