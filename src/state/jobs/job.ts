// A job as this tab knows it: a union by status, in which each state lists what exists in it. job-reducer.ts has the edges.
import type { ServerJob } from '@contract/jobs'
import { shortenText } from '@/lib/shorten-text'
import type { JobFailure } from './failure'

/** The polls without news before the page says so. One or two may get lost. */
const MISSES_BEFORE_NOTICE = 3

/** A job's sort position. */
export type SortKey = Pick<ServerJob, 'createdAt' | 'id'>

/** Fields of a job that exist in some of its states only. */
type Outcome =
  | 'status'
  | 'settlement'
  | 'failureCode'
  | 'failureReason'
  | 'elapsedSeconds'
  | 'durationSeconds'
  | 'videoUrl'
  | 'downloadUrl'
  | 'canCancel'

/** The fields of a job in every state. */
export interface JobFacts extends Omit<ServerJob, Outcome> {
  /** The id in the status call: the job's own, or in direct mode the provider's. */
  taskId: string
  /** The state of the hold. `pending`: no answer about it yet, so the deduction is only shown. */
  settlement: 'pending' | ServerJob['settlement']
  /** Milliseconds since the epoch by this machine's clock, from the server's elapsed seconds. */
  startedAt: number
  /** True once the server has returned it. The library then lists it. */
  isListed: boolean
  /** True for a job that was started in this browser or is shown in the panel. Its end is announced. */
  isOurs: boolean
}

/**
 * The state of a cancel request. `pending`: the server keeps asking the provider. `unanswered`: the server did not answer. `ended`:
 * the job had already ended.
 */
export type Cancel = 'none' | 'asking' | 'too_late' | 'ended' | 'pending' | 'unanswered'

/** The fields of a job that the server may know, until it has an outcome. */
export interface OpenFacts {
  /** The number of status calls by this tab. */
  polls: number
  /** The number of polls in a row without news. */
  misses: number
  /** The number of jobs that go before it in the provider's queue. Null if unknown. */
  ahead: number | null
  /** The end of its time in the queue, by this machine's clock. Null if it waits, or this tab did not see it. */
  queueEndedAt: number | null
  /** The time at which the server stops fetching a finished file, by this machine's clock. Null if no attempt failed. */
  deliveryEndsAt: number | null
  /** The time at which the credits come back of a job that the provider did not confirm, by this machine's clock. Null if it did. */
  unconfirmedEndsAt: number | null
  /** The provider's progress, 0 to 1. Null if it reports none. */
  progress: number | null
  /** The seconds that the next poll may wait for news. Null if the server offers none. */
  wait: number | null
  canCancel: boolean
  cancel: Cancel
}

/** A job whose hold or create request this tab is sending. */
export interface StartingJob extends JobFacts {
  status: 'holding' | 'creating'
}

/** A job that this tab polls. `unknown`: nobody has said yet that it exists, or in which state. */
export interface PolledJob extends JobFacts, OpenFacts {
  status: 'unknown' | 'waiting' | 'running'
}

interface AbandonedFacts extends JobFacts, OpenFacts {
  failure: JobFailure
  /** True if it was queued at the last news. */
  isQueued: boolean
}

/** A job whose 180 polls are used. The server still follows it. */
export interface TimedOutJob extends AbandonedFacts {
  status: 'late'
}

/** A job that this tab did not start, or no longer follows. */
export interface RefusedJob extends AbandonedFacts {
  status: 'refused'
}

export interface SucceededJob extends JobFacts, Pick<ServerJob, 'downloadUrl' | 'durationSeconds' | 'elapsedSeconds'> {
  status: 'succeeded'
  /** The signed address, valid for an hour. Null if it could not be signed. */
  videoUrl: string | null
}

export interface FailedJob extends JobFacts, Pick<ServerJob, 'failureCode' | 'failureReason'> {
  status: 'failed'
  failure: JobFailure
  /** True if this tab was refused. `failure` is what it was told. */
  wasRefused: boolean
}

export interface CanceledJob extends JobFacts {
  status: 'stopped'
  /** False for a job that was canceled on another device or in another window. */
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
  return job.status === 'late' || job.status === 'refused'
}

export function hasSucceeded(job: Job): job is SucceededJob {
  return job.status === 'succeeded'
}

export const NO_PROMPT = 'Image only, no prompt'

/** Returns a video's name, short enough for a label. */
export function getJobName({ title, prompt }: Pick<ServerJob, 'prompt'> & Partial<Pick<ServerJob, 'title'>>): string {
  return title || shortenText(prompt) || NO_PROMPT
}

/** Returns the address of the image that stands for a job without a video: the first frame, or the first reference. */
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

/** Returns the jobs that the provider did not confirm, and when the first of their places is free. Null if there is none. */
export function findUnconfirmed(jobs: readonly Job[]): { count: number; endsAt: number } | null {
  const ends = jobs.flatMap((job) => (isOpen(job) && !isStarting(job) ? (job.unconfirmedEndsAt ?? []) : []))
  return ends.length === 0 ? null : { count: ends.length, endsAt: Math.min(...ends) }
}

/** Returns whether the server may still cancel the job: it was not asked, did not answer, or has not decided. */
export function mayCancel(job: Job): job is PolledJob | AbandonedJob {
  return isOpen(job) && !isStarting(job) && job.canCancel && ['none', 'pending', 'unanswered'].includes(job.cancel)
}

/** Returns whether the server is being asked to cancel the job. */
export function isCancelRequested(job: Job): boolean {
  return 'cancel' in job && job.cancel === 'asking'
}

/** Returns whether there has been no news from the server for a while. */
export function isConnectionLost(job: Job): boolean {
  return isActive(job) && !isStarting(job) && job.misses >= MISSES_BEFORE_NOTICE
}

/** Returns true if the job is sent or queued, and nobody generates its video yet. */
export function isInQueue(job: OpenJob): boolean {
  return isAbandoned(job) ? job.isQueued : job.status !== 'running'
}

/** Returns the time from which an estimate counts: the end of the queue if this tab saw it, or else the start. */
export function getEstimateStart(job: OpenJob): number {
  return isStarting(job) ? job.startedAt : (job.queueEndedAt ?? job.startedAt)
}

/** Returns true if the provider has the job in its queue. */
export function isQueuedAtProvider(job: OpenJob): boolean {
  return isAbandoned(job) ? job.isQueued : job.status === 'waiting'
}

/** Returns the provider's progress, 0 to 1. Null if it reports none. */
export function getProgress(job: OpenJob): number | null {
  return isStarting(job) ? null : job.progress
}

/** Returns the jobs newest first; `incoming` replaces jobs of the same id. */
export function mergeJobs(jobs: readonly Job[], incoming: readonly Job[]): readonly Job[] {
  const byId = new Map([...jobs, ...incoming].map((job) => [job.id, job]))
  return [...byId.values()].sort(compareNewest)
}

/** Compares two jobs for sorting. The server's times have one format, so their text sorts as they do. */
export function compareNewest(a: SortKey, b: SortKey): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
