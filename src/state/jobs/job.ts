// A job as this tab knows it, and pure functions for all that is heard of it.
import type { Job as ServerJob } from '@contract'
import { isQueued, type JobStatus } from '@/lib/job-status'
import { type Failure, jobFailure, noUrlFailure } from './failure'
import { MESSAGES, waitingNote } from './job-text'
import type { StoredJob } from './stored-job'

const POLLS_BEFORE_NEW_MESSAGE = 15
/** One or two polls may get lost before the user is told. */
const MISSES_BEFORE_NOTICE = 3
/** The server counts whole seconds: smaller corrections would only make the clock jump. */
const CLOCK_SLACK_MS = 3000

/** Of a job in the list. */
export type Place = Pick<ServerJob, 'createdAt' | 'id'>

/** `pending`: the server goes on asking the provider. `unanswered`: the server did not answer. `ended`: nothing to stop. */
export type Cancel = 'none' | 'asking' | 'too_late' | 'ended' | 'pending' | 'unanswered'

export interface Job extends Omit<ServerJob, 'status' | 'settlement'> {
  /** `holding`, `creating`: this tab is starting it. `unknown`: nobody said yet that it exists, or how it stands. */
  status: 'holding' | 'creating' | ServerJob['status']
  /** `pending`: no answer about the hold, so the deduction is only shown. */
  settlement: 'pending' | ServerJob['settlement']
  /** For its status: the job's id, or in direct mode the provider's. */
  taskId: string
  /** Milliseconds since the epoch by this machine's clock, from the server's elapsed seconds. */
  startedAt: number
  /** By this tab. */
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
  cancel: Cancel
  /** Why this tab no longer follows it; with kind `late` the server still does. */
  failure: Failure | null
  /** In the library: the server has told of it. */
  isListed: boolean
  /** Started in this browser, or shown in the panel: its end is announced. */
  isOurs: boolean
}

/** The specified machine, and `stopped`. */
export type Stage =
  | { status: 'idle' }
  | { status: 'generating'; job: Job }
  | { status: 'success'; job: Job; videoUrl: string }
  | { status: 'stopped'; job: Job }
  | { status: 'error'; job: Job; failure: Failure }

export function stageOf(job: Job | undefined): Stage {
  if (!job) return { status: 'idle' }
  if (job.failure) return { status: 'error', job, failure: job.failure }
  if (isOpen(job)) return { status: 'generating', job }
  if (job.status === 'succeeded' && job.videoUrl) return { status: 'success', job, videoUrl: job.videoUrl }
  const { failureCode, failureReason, settlement } = job
  if (failureCode === 'cancelled') return { status: 'stopped', job }
  const hasNoFile = job.status === 'succeeded' || failureCode === 'no_url'
  const failure = hasNoFile ? noUrlFailure(settlement) : jobFailure(failureCode, failureReason, settlement)
  return { status: 'error', job, failure }
}

export function isUnderWay(job: Job): boolean {
  return stageOf(job).status === 'generating'
}

/** Those in the panel that are known, in its order. */
export function shownJobs({ jobs, shownIds }: { jobs: readonly Job[]; shownIds: readonly string[] }): Job[] {
  return shownIds.flatMap((shownId) => jobs.find(({ id }) => id === shownId) ?? [])
}

/** What the panel as a whole stands for: a job that is being made, or the first. */
export function primaryJob(shown: readonly Job[]): Job | undefined {
  return shown.find(isUnderWay) ?? shown[0]
}

/** As CSS writes it. */
export function aspectOf({ aspectRatio }: Pick<Job, 'aspectRatio'>): string {
  return aspectRatio.replace(':', ' / ')
}

export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'succeeded' && status !== 'failed'
}

export function isStarting({ status }: Pick<Job, 'status'>): boolean {
  return status === 'holding' || status === 'creating'
}

/** Jobs that count towards the server's limit. */
export function countOpen(jobs: readonly Job[]): number {
  return jobs.filter((job) => isOpen(job) && (job.isListed || job.failure === null)).length
}

/** The server may still stop it, and was not asked, did not answer or has not decided. */
export function mayCancel(job: Job): boolean {
  return (
    isOpen(job) && job.canCancel && (job.cancel === 'none' || job.cancel === 'pending' || job.cancel === 'unanswered')
  )
}

/** No news from the server for a while. */
export function isCutOff(job: Job): boolean {
  return job.misses >= MISSES_BEFORE_NOTICE
}

export function progressMessage({ polls }: Job): string {
  return polls >= POLLS_BEFORE_NEW_MESSAGE ? MESSAGES.stillWorking : MESSAGES.generating
}

/** Stored by this browser before anything was sent. */
export function storedJob(stored: StoredJob, status: 'holding' | 'unknown'): Job {
  const { jobId, fields, credits, startedAt, modelName, hasSound } = stored
  return {
    ...fields,
    modelName: modelName || fields.model,
    hasSound: hasSound && fields.generateAudio,
    id: jobId,
    createdAt: new Date(startedAt).toISOString(),
    prompt: fields.prompt.trim(),
    negativePrompt: fields.negativePrompt.trim(),
    seed: fields.seed ?? 0,
    credits,
    failureCode: null,
    failureReason: null,
    elapsedSeconds: 0,
    durationSeconds: null,
    videoUrl: null,
    downloadUrl: null,
    imageUrl: null,
    canCancel: false,
    ...fresh(jobId, startedAt),
    status,
    settlement: status === 'holding' ? 'pending' : 'held',
    isOurs: true,
  }
}

function fresh(id: string, startedAt: number) {
  const nothing = {
    polls: 0,
    misses: 0,
    ahead: null,
    deliveryEndsAt: null,
    progress: null,
    wait: null,
    cancel: 'none',
    failure: null,
  } as const
  return { ...nothing, taskId: id, startedAt, isListed: false, isOurs: false }
}

/** From a list, or a request for the job. */
export function told(before: Job | undefined, job: ServerJob, now: number): Job {
  const startedAt = now - job.elapsedSeconds * 1000
  if (!before) return { ...fresh(job.id, startedAt), ...job, isListed: true }
  // An older answer than the one that told the end.
  if (isOpen(job) && !isOpen(before)) return { ...before, isListed: true }
  return {
    ...before,
    ...job,
    status: isOpen(job) && isStarting(before) ? before.status : job.status,
    // Signing may fail: what plays goes on.
    videoUrl: job.videoUrl ?? before.videoUrl,
    startedAt: steady(before.startedAt, startedAt),
    failure: !isOpen(job) && before.failure?.kind === 'late' ? null : before.failure,
    isListed: true,
  }
}

/** Null, and an answer without a status, are no news. */
export function polled(job: Job, answer: JobStatus | null, now: number): Job {
  if (!answer?.status) return { ...job, misses: job.misses + 1 }
  const { status, url, failMsg, settlement, elapsedSeconds } = answer
  const failureCode = answer.failureCode as Job['failureCode']
  const next: Job = {
    ...job,
    misses: 0,
    settlement: isSettlement(settlement) ? settlement : job.settlement,
    canCancel: answer.canCancel,
    ahead: answer.ahead,
    deliveryEndsAt: deliveryEnd(job, answer, now),
    progress: answer.progress,
    wait: answer.wait,
    startedAt: elapsedSeconds === null ? job.startedAt : steady(job.startedAt, now - elapsedSeconds * 1000),
  }
  switch (status) {
    case 'succeed':
    case 'completed':
    case 'success':
      if (url) return { ...next, status: 'succeeded', videoUrl: url }
      return { ...next, status: 'failed', failureCode: 'no_url' }
    case 'failed':
    case 'error':
      return { ...next, status: 'failed', failureCode, failureReason: failMsg }
    default:
      // waiting, processing, pending, and unknown words.
      return { ...next, status: isQueued(answer) ? 'waiting' : 'running' }
  }
}

export function timedOut(isDirect: boolean): Failure {
  if (isDirect) return { kind: 'plain', message: MESSAGES.timedOut }
  const { timedOut: message, stillChecked: detail, chargedIfItFinishes: charge } = MESSAGES
  return { kind: 'late', message, detail, charge }
}

export function neverArrived({ settlement, credits }: Job): Failure {
  const charge = settlement === 'held' ? waitingNote(credits) : MESSAGES.nothingHeld
  return { kind: 'plain', message: MESSAGES.neverArrived, charge }
}

export function signedOut(): Failure {
  return { kind: 'sign_in', message: MESSAGES.signedOutMeanwhile }
}

function isSettlement(value: string | null): value is ServerJob['settlement'] {
  return value === 'held' || value === 'captured' || value === 'released'
}

function deliveryEnd(job: Job, { deliveryEndsInSeconds: seconds }: JobStatus, now: number): number | null {
  if (seconds === null) return null
  const endsAt = now + seconds * 1000
  return job.deliveryEndsAt === null ? endsAt : steady(job.deliveryEndsAt, endsAt)
}

function steady(before: number, said: number): number {
  return Math.abs(said - before) < CLOCK_SLACK_MS ? before : said
}

/** Newest first; `incoming` replaces jobs of the same id. */
export function merged(jobs: readonly Job[], incoming: readonly Job[]): readonly Job[] {
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
