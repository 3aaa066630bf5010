// Defines a job as this tab knows it. It is a union by status, and each state lists its own fields. job-reducer.ts has
// the state changes.
import type { ServerJob } from '@contract/jobs'
import { shortenText } from '@/lib/text'
import type { JobFailure } from './failure'

/** The number of polls without a response before the page shows a problem. One or two lost polls are normal. */
const MISSES_BEFORE_NOTICE = 3

/** A job's sort position. */
export type SortKey = Pick<ServerJob, 'createdAt' | 'id'>

/** The fields that exist only in some states. */
type Outcome =
  | 'status'
  | 'settlement'
  | 'failureCode'
  | 'failureReason'
  | 'elapsedSeconds'
  | 'durationSeconds'
  | 'videoUrl'
  | 'downloadUrl'
  | 'poster'
  | 'peaks'
  | 'canCancel'

/** The fields of a job in every state. */
export interface JobFacts extends Omit<ServerJob, Outcome> {
  /** The ID for status requests: the job's own ID, or in direct mode the provider's. */
  taskId: string
  /** The state of the hold. `pending`: no response has arrived, so the cost is only displayed. */
  settlement: 'pending' | ServerJob['settlement']
  /**
   * The start in milliseconds since the epoch, by this machine's clock. It is calculated from the server's elapsed
   * seconds.
   */
  startedAt: number
  /** Whether the server has returned the job. Only then does the library list it. */
  isListed: boolean
  /** Whether the job's end is announced. True if this browser started or canceled it, or shows it in the panel. */
  isOurs: boolean
}

/**
 * The state of a cancel request. `pending`: the server still waits for the provider's decision. `unanswered`: the
 * server didn't respond. `ended`: the job had already ended.
 */
export type Cancel = 'none' | 'asking' | 'too_late' | 'ended' | 'pending' | 'unanswered'

/** The fields of a sent job until it has an outcome. */
export interface OpenFacts {
  /** The number of status requests by this tab. */
  polls: number
  /** The number of polls in a row whose response had no status, or was lost. */
  misses: number
  /** The number of jobs before this one in the provider's queue. Null if unknown. */
  ahead: number | null
  /**
   * The time when the job left the queue, by this machine's clock. Null if it is queued, or if this tab missed that
   * moment.
   */
  queueEndedAt: number | null
  /** The time when the server stops fetching a finished file, by this machine's clock. Null if no attempt failed. */
  deliveryEndsAt: number | null
  /**
   * The time when the credits of an unconfirmed job are returned, by this machine's clock. Null if the provider
   * confirmed the job.
   */
  unconfirmedEndsAt: number | null
  /** The provider's progress, 0 to 1. Null if the provider reports none. */
  progress: number | null
  /** The seconds that the next poll may wait for a change. Null if the server doesn't offer this. */
  wait: number | null
  canCancel: boolean
  cancel: Cancel
}

/** A job whose hold or create request this tab is sending. */
export interface StartingJob extends JobFacts {
  status: 'holding' | 'creating'
}

/** A job that this tab polls. `unknown`: its existence and its state aren't confirmed yet. */
export interface PolledJob extends JobFacts, OpenFacts {
  status: 'unknown' | 'waiting' | 'running'
}

interface AbandonedFacts extends JobFacts, OpenFacts {
  failure: JobFailure
  /** Whether the job was queued at the last response. */
  isQueued: boolean
}

/** A job after its 180 polls. The server still checks it. */
export interface TimedOutJob extends AbandonedFacts {
  status: 'timed_out'
}

/** A job that this tab couldn't start, or no longer polls. */
export interface RefusedJob extends AbandonedFacts {
  status: 'refused'
}

export interface SucceededJob
  extends JobFacts,
    Pick<ServerJob, 'downloadUrl' | 'durationSeconds' | 'elapsedSeconds' | 'poster' | 'peaks'> {
  status: 'succeeded'
  /** The signed URL, valid for an hour. Null if signing failed. */
  videoUrl: string | null
}

export interface FailedJob extends JobFacts, Pick<ServerJob, 'failureCode' | 'failureReason'> {
  status: 'failed'
  failure: JobFailure
  /** Whether this tab's request was refused. `failure` is then the reason. */
  wasRefused: boolean
}

export interface CanceledJob extends JobFacts {
  status: 'stopped'
  /** Whether this window canceled the job. False for another device or window. */
  isStoppedHere: boolean
}

export type ActiveJob = StartingJob | PolledJob
export type AbandonedJob = TimedOutJob | RefusedJob
export type OpenJob = ActiveJob | AbandonedJob
export type EndedJob = SucceededJob | FailedJob | CanceledJob
export type Job = OpenJob | EndedJob

export function isActive(job: Job): job is ActiveJob {
  return isStarting(job) || ['unknown', 'waiting', 'running'].includes(job.status)
}

export function isOpen(job: Job): job is OpenJob {
  return isActive(job) || isAbandoned(job)
}

export function isStarting(job: Job): job is StartingJob {
  return job.status === 'holding' || job.status === 'creating'
}

export function isAbandoned(job: Job): job is AbandonedJob {
  return job.status === 'timed_out' || job.status === 'refused'
}

export function hasSucceeded(job: Job): job is SucceededJob {
  return job.status === 'succeeded'
}

export const NO_PROMPT = 'Image only, no prompt'

/** Returns a video's name, short enough for a label. */
export function getJobName({ title, prompt }: Pick<ServerJob, 'prompt'> & Partial<Pick<ServerJob, 'title'>>): string {
  return title || shortenText(prompt) || NO_PROMPT
}

/** Returns the URL of the image for a job without a video: its first frame or its first reference. */
export function getInputImage({ imageUrl, images }: Pick<Job, 'imageUrl' | 'images'>): string | null {
  return imageUrl ?? images[0]?.url ?? null
}

/** Returns the aspect ratio in CSS. */
export function getAspect({ aspectRatio }: Pick<Job, 'aspectRatio'>): string {
  return aspectRatio.replace(':', ' / ')
}

/** Counts the jobs that count toward the server's limit. */
export function countOpen(jobs: readonly Job[]): number {
  return jobs.filter((job) => isOpen(job) && (job.isListed || isActive(job))).length
}

/**
 * Returns the number of jobs that the provider has not confirmed, and the end of the first one's hold. Null if there
 * are none.
 */
export function findUnconfirmed(jobs: readonly Job[]): { count: number; endsAt: number } | null {
  const ends = jobs.flatMap((job) => (isOpen(job) && !isStarting(job) ? (job.unconfirmedEndsAt ?? []) : []))
  return ends.length === 0 ? null : { count: ends.length, endsAt: Math.min(...ends) }
}

/** Returns whether the user may cancel the job: no cancel request was sent, or its outcome is still unknown. */
export function mayCancel(job: Job): job is PolledJob | AbandonedJob {
  return isOpen(job) && !isStarting(job) && job.canCancel && ['none', 'pending', 'unanswered'].includes(job.cancel)
}

/** Returns whether a cancel request for the job is in progress. */
export function isCancelRequested(job: Job): boolean {
  return 'cancel' in job && job.cancel === 'asking'
}

/** Returns whether several polls in a row had no response. */
export function isConnectionLost(job: Job): boolean {
  return isActive(job) && !isStarting(job) && job.misses >= MISSES_BEFORE_NOTICE
}

/** Returns true if the job is sent or queued, and generation hasn't started. */
export function isInQueue(job: OpenJob): boolean {
  return isAbandoned(job) ? job.isQueued : job.status !== 'running'
}

/**
 * Returns the start time for the estimate. This is the end of the queue if this tab saw it, or else the job's start.
 */
export function getEstimateStart(job: OpenJob): number {
  return isStarting(job) ? job.startedAt : (job.queueEndedAt ?? job.startedAt)
}

/** Returns true if the job is in the provider's queue. */
export function isQueuedAtProvider(job: OpenJob): boolean {
  return isAbandoned(job) ? job.isQueued : job.status === 'waiting'
}

export function getProgress(job: OpenJob): number | null {
  return isStarting(job) ? null : job.progress
}

/** Returns the jobs newest first. `incoming` replaces jobs with the same ID. */
export function mergeJobs(jobs: readonly Job[], incoming: readonly Job[]): readonly Job[] {
  const byId = new Map([...jobs, ...incoming].map((job) => [job.id, job]))
  return [...byId.values()].sort(compareNewest)
}

/** Compares two jobs for sorting. The server's times have a fixed format, so comparing the text is enough. */
export function compareNewest(a: SortKey, b: SortKey): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
