// Derives the panel's state from its jobs.
import { describeMissingVideo, type JobFailure } from './failure'
import { isActive, isConnectionLost, type Job } from './job'
import type { JobsState } from './jobs-state'

export type PanelState = 'idle' | 'generating' | 'success' | 'stopped' | 'error'

const PANEL_STATES: Record<Job['status'], PanelState> = {
  holding: 'generating',
  creating: 'generating',
  unknown: 'generating',
  waiting: 'generating',
  running: 'generating',
  timed_out: 'error',
  refused: 'error',
  succeeded: 'success',
  failed: 'error',
  stopped: 'stopped',
}

export function getPanelStateOf(job: Job | undefined): PanelState {
  if (!job) return 'idle'
  // There is no video to play.
  if (job.status === 'succeeded' && !job.videoUrl) return 'error'
  return PANEL_STATES[job.status]
}

/** Returns why the panel shows an error, or null. */
export function getFailure(job: Job): JobFailure | null {
  if (job.status === 'succeeded') return job.videoUrl ? null : describeMissingVideo(job.settlement)
  return 'failure' in job ? job.failure : null
}

/** Returns the known jobs of the panel, in its order. */
export function listShownJobs({ jobs, shownIds }: Pick<JobsState, 'jobs' | 'shownIds'>): Job[] {
  return shownIds.flatMap((shownId) => jobs.find(({ id }) => id === shownId) ?? [])
}

/** Returns the panel's main job: an active one, or else the first. */
export function choosePrimaryJob(shown: readonly Job[]): Job | undefined {
  return shown.find(isActive) ?? shown[0]
}

/** Returns whether the panel shows a comparison: takes, several models, or both. */
export function isComparingJobs({ shownIds }: Pick<JobsState, 'shownIds'>): boolean {
  return shownIds.length > 1
}

/** Returns the compared jobs in the panel's order. Empty if the panel shows a single job. */
export function listComparedJobs(state: JobsState): readonly Job[] {
  return isComparingJobs(state) ? listShownJobs(state) : []
}

export function getPanelJob(state: JobsState): Job | undefined {
  return choosePrimaryJob(listShownJobs(state))
}

export function getPanelState(state: JobsState): PanelState {
  return getPanelStateOf(getPanelJob(state))
}

export function isPanelConnectionLost(state: JobsState): boolean {
  const job = getPanelJob(state)
  return job !== undefined && isConnectionLost(job)
}

/** Returns the failure to show. In direct mode, no server checks the job later, so the message doesn't promise this. */
export function getShownFailure(failure: JobFailure, isDirect: boolean): JobFailure {
  const { kind, message } = failure
  return isDirect && kind === 'timed_out' ? { kind, message } : failure
}
