// A job as this tab knows it: a union by status, in which each state lists what exists in it. job-reducer.ts has the edges.
import type { ServerJob } from '@contract/jobs'
import type { JobFailure } from './failure'

/** One or two polls may get lost before the user is told. */
const MISSES_BEFORE_NOTICE = 3

/** A job's sort position. */
export type Place = Pick<ServerJob, 'createdAt' | 'id'>

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

/** What exists of a job in every state. */
export interface JobFacts extends Omit<ServerJob, Outcome> {
  /** The id in the status call: the job's own, or in direct mode the provider's. */
  taskId: string
  /** `pending`: no answer about the hold, so the deduction is only shown. */
  settlement: 'pending' | ServerJob['settlement']
  /** Milliseconds since the epoch by this machine's clock, from the server's elapsed seconds. */
  startedAt: number
  /** The server has told of it, so it is in the library. */
  isListed: boolean
  /** Started in this browser, or shown in the panel: its end is announced. */
  isOurs: boolean
}

/** `pending`: the server goes on asking the provider. `unanswered`: the server did not answer. `ended`: nothing to stop. */
export type Cancel = 'none' | 'asking' | 'too_late' | 'ended' | 'pending' | 'unanswered'

/** What exists of a job that the server may know, until it has an outcome. */
export interface OpenFacts {
  /** Status calls by this tab. */
  polls: number
  /** Polls in a row without news. */
  misses: number
  /** Jobs that go before it in the provider's queue; null where that is not known. */
  ahead: number | null
  /** When the server gives up fetching a file that is ready, by this machine's clock; null where no try failed. */
  deliveryEndsAt: number | null
  /** 0 to 1, as the provider tells; null where it does not. */
  progress: number | null
  /** The server lets the next poll wait so many seconds for news; null where it did not say so. */
  wait: number | null
  canCancel: boolean
  cancel: Cancel
}

/** This tab is placing its hold, or creating it. */
export interface StartingJob extends JobFacts {
  status: 'holding' | 'creating'
}

/** Polled by this tab. `unknown`: nobody said yet that it exists, or how it stands. */
export interface FollowedJob extends JobFacts, OpenFacts {
  status: 'unknown' | 'waiting' | 'running'
}

interface GivenUpFacts extends JobFacts, OpenFacts {
  failure: JobFailure
  /** It was in the queue when last heard of. */
  isQueued: boolean
}

/** Its 180 polls are over, and the server still follows it. */
export interface LateJob extends GivenUpFacts {
  status: 'late'
}

/** This tab did not start it, or follows it no more. */
export interface RefusedJob extends GivenUpFacts {
  status: 'refused'
}

export interface SucceededJob extends JobFacts, Pick<ServerJob, 'downloadUrl' | 'durationSeconds' | 'elapsedSeconds'> {
  status: 'succeeded'
  /** Signed for an hour. Null when it could not be signed. */
  videoUrl: string | null
}

export interface FailedJob extends JobFacts, Pick<ServerJob, 'failureCode' | 'failureReason'> {
  status: 'failed'
  failure: JobFailure
  /** `failure` is what this tab was told when it was refused. */
  wasRefused: boolean
}

export interface StoppedJob extends JobFacts {
  status: 'stopped'
  /** False for one that was stopped on another device, or in another window. */
  isStoppedHere: boolean
}

export type UnderWayJob = StartingJob | FollowedJob
export type GivenUpJob = LateJob | RefusedJob
export type OpenJob = UnderWayJob | GivenUpJob
export type EndedJob = SucceededJob | FailedJob | StoppedJob
export type Job = OpenJob | EndedJob

export function isUnderWay(job: Job): job is UnderWayJob {
  return isStarting(job) || ['unknown', 'waiting', 'running'].includes(job.status)
}

export function isOpen(job: Job): job is OpenJob {
  return isUnderWay(job) || isGivenUp(job)
}

export function isStarting(job: Job): job is StartingJob {
  return job.status === 'holding' || job.status === 'creating'
}

export function isGivenUp(job: Job): job is GivenUpJob {
  return job.status === 'late' || job.status === 'refused'
}

export function hasSucceeded(job: Job): job is SucceededJob {
  return job.status === 'succeeded'
}

/** Returns the aspect ratio in CSS. */
export function aspectOf({ aspectRatio }: Pick<Job, 'aspectRatio'>): string {
  return aspectRatio.replace(':', ' / ')
}

/** Jobs that count towards the server's limit. */
export function countOpen(jobs: readonly Job[]): number {
  return jobs.filter((job) => isOpen(job) && (job.isListed || isUnderWay(job))).length
}

/** The server may still stop it, and was not asked, did not answer or has not decided. */
export function mayCancel(job: Job): job is FollowedJob | GivenUpJob {
  return isOpen(job) && !isStarting(job) && job.canCancel && ['none', 'pending', 'unanswered'].includes(job.cancel)
}

/** The server is being asked to stop it. */
export function isCancelAsked(job: Job): boolean {
  return 'cancel' in job && job.cancel === 'asking'
}

/** No news from the server for a while. */
export function isCutOff(job: Job): boolean {
  return isUnderWay(job) && !isStarting(job) && job.misses >= MISSES_BEFORE_NOTICE
}

/** 0 to 1; null where the provider does not tell. */
export function toldProgress(job: OpenJob): number | null {
  return isStarting(job) ? null : job.progress
}

/** Returns the jobs newest first; `incoming` replaces jobs of the same id. */
export function mergeJobs(jobs: readonly Job[], incoming: readonly Job[]): readonly Job[] {
  const byId = new Map([...jobs, ...incoming].map((job) => [job.id, job]))
  return [...byId.values()].sort(newestFirst)
}

/** The server's times have one format, so their text sorts as they do. */
export function newestFirst(a: Place, b: Place): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
