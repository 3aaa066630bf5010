// A job as this tab knows it, and what each thing that is heard of it makes of it. Nothing here waits, asks or stores.
import type { Job as ServerJob } from '@contract'
import { isSilentTake, MODELS } from '@/config/models'
import { isQueued, type JobStatus } from '@/lib/job-status'
import { type Failure, jobFailure, MESSAGES, noUrlFailure, waitingNote } from './job-text'
import type { StoredJob } from './stored-job'

const MESSAGE_EVERY_POLLS = 15
/** A poll or two may get lost without the user being told. */
const MISSES_BEFORE_NOTICE = 3
/** The server counts whole seconds and its answers take time: below this, a correction would only make clocks jump. */
const CLOCK_SLACK_MS = 3000

/**
 * How a request to stop a job stands. `undecided`: the provider has not said yet, and the server goes on asking it. `unanswered`:
 * the server could not be asked. `ended`: there was nothing left to stop.
 */
export type Cancel = 'none' | 'asking' | 'too_late' | 'ended' | 'undecided' | 'unanswered'

export interface Job extends Omit<ServerJob, 'status' | 'settlement'> {
  /** `holding`, `creating`: this tab is starting it. `unknown`: nobody said yet that it exists, or how it stands. */
  status: 'holding' | 'creating' | ServerJob['status']
  /** `pending`: no answer about the hold, so that the deduction is only shown. */
  settlement: 'pending' | ServerJob['settlement']
  /** The id under which its status is asked for: the job's own; in direct mode the provider's. */
  taskId: string
  /** Milliseconds since the epoch on this machine's clock, counted back from the server's elapsed seconds. */
  startedAt: number
  /** Times that this tab has asked for its status. */
  polls: number
  /** Polls in a row that brought no news. */
  misses: number
  cancel: Cancel
  /** Why this tab no longer follows it. Of kind `late`, the server still does. */
  failure: Failure | null
  /** The server has told of it: it is in the library. */
  isListed: boolean
  /** Started in this browser, or shown in the panel: its end is announced. */
  isOurs: boolean
}

/** What the panel shows: the specified machine, and `stopped`. */
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

/** No outcome yet. */
export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'succeeded' && status !== 'failed'
}

export function isStarting({ status }: Pick<Job, 'status'>): boolean {
  return status === 'holding' || status === 'creating'
}

/** The server has it, and it has no outcome: it counts among those that one user may have at a time. */
export function countOpen(jobs: readonly Job[]): number {
  return jobs.filter((job) => isOpen(job) && (job.isListed || job.failure === null)).length
}

/** Where a stop may be asked for: the server says that it may come in time, and was not asked, or gave no answer. */
export function mayCancel(job: Job): boolean {
  return (
    isOpen(job) && job.canCancel && (job.cancel === 'none' || job.cancel === 'undecided' || job.cancel === 'unanswered')
  )
}

/** The server has not been heard of for a while. */
export function isCutOff(job: Job): boolean {
  return job.misses >= MISSES_BEFORE_NOTICE
}

export function modelName({ model }: Pick<Job, 'model'>): string {
  return MODELS.find(({ id }) => id === model)?.name ?? model
}

export function isSilent({ model, generateAudio }: Pick<Job, 'model' | 'generateAudio'>): boolean {
  return isSilentTake(model, generateAudio)
}

/** The message changes at the 15th poll, and stays changed. */
export function progressMessage({ polls }: Job): string {
  return polls >= MESSAGE_EVERY_POLLS ? MESSAGES.stillWorking : MESSAGES.generating
}

/** A job as this browser stored it before it sent anything. */
export function storedJob({ jobId, fields, credits, startedAt }: StoredJob, status: 'holding' | 'unknown'): Job {
  return {
    ...fields,
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
    pictureUrl: null,
    canCancel: false,
    ...fresh(jobId, startedAt),
    status,
    settlement: status === 'holding' ? 'pending' : 'held',
    isOurs: true,
  }
}

function fresh(id: string, startedAt: number) {
  const nothing = { polls: 0, misses: 0, cancel: 'none', failure: null } as const
  return { ...nothing, taskId: id, startedAt, isListed: false, isOurs: false }
}

/** The server told of it in a list, or was asked for it. */
export function told(before: Job | undefined, job: ServerJob, now: number): Job {
  const startedAt = now - job.elapsedSeconds * 1000
  if (!before) return { ...fresh(job.id, startedAt), ...job, isListed: true }
  // Longer on its way than the answer that said how it ended.
  if (isOpen(job) && !isOpen(before)) return { ...before, isListed: true }
  return {
    ...before,
    ...job,
    status: isOpen(job) && isStarting(before) ? before.status : job.status,
    // It cannot always be signed: what plays goes on.
    videoUrl: job.videoUrl ?? before.videoUrl,
    startedAt: steady(before.startedAt, startedAt),
    failure: !isOpen(job) && before.failure?.kind === 'late' ? null : before.failure,
    isListed: true,
  }
}

/** A poll of its status was answered; null and an answer without a status are no news. */
export function polled(job: Job, answer: JobStatus | null, now: number): Job {
  if (!answer?.status) return { ...job, misses: job.misses + 1 }
  const { status, url, failMsg, settlement, elapsedSeconds } = answer
  const failureCode = answer.failureCode as Job['failureCode']
  const next: Job = {
    ...job,
    misses: 0,
    settlement: isSettlement(settlement) ? settlement : job.settlement,
    canCancel: answer.canCancel,
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
      // waiting, processing, pending, and every word we do not know.
      return { ...next, status: isQueued(answer) ? 'waiting' : 'running' }
  }
}

/** This tab has asked long enough. */
export function timedOut(isDirect: boolean): Failure {
  if (isDirect) return { kind: 'plain', message: MESSAGES.timedOut }
  const { timedOut: message, stillChecked: detail, chargedIfItFinishes: charge } = MESSAGES
  return { kind: 'late', message, detail, charge }
}

/** Its create was lost on the way. */
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

function steady(before: number, said: number): number {
  return Math.abs(said - before) < CLOCK_SLACK_MS ? before : said
}

/** Newest first; of a job that is in both, what comes in. */
export function merged(jobs: readonly Job[], incoming: readonly Job[]): readonly Job[] {
  const byId = new Map([...jobs, ...incoming].map((job) => [job.id, job]))
  return [...byId.values()].sort(newestFirst)
}

/** Times of one server are written alike, so that their text sorts as they do. */
export function newestFirst(a: ServerJob | Job, b: ServerJob | Job): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
