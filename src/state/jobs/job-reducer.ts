// Defines all state changes of a job. An action that doesn't fit the job's state changes nothing.

import { type ServerJob, serverJob } from '@contract/jobs'
import { trimText } from '@contract/visible-text'
import { isQueued, type JobStatus } from '@/lib/job-status'
import { describeJobFailure, describeMissingVideo, type JobFailure } from './failure'
import {
  type AbandonedJob,
  type ActiveJob,
  type Cancel,
  type EndedJob,
  isAbandoned,
  isActive,
  isOpen,
  isStarting,
  type Job,
  type JobFacts,
  mayCancel,
  type OpenFacts,
  type PolledJob,
} from './job'
import { describeHeldCredits, describeUnconfirmed, MESSAGES } from './job-text'
import type { StoredJob } from './stored-job'

/**
 * The largest clock correction to ignore, in milliseconds. The server counts whole seconds, so small corrections would
 * only make the displayed time jump.
 */
const CLOCK_SLACK_MS = 3000

/** An event of a job. `now`: milliseconds since the epoch. */
export type JobAction =
  | { type: 'held'; settlement: JobFacts['settlement'] }
  | { type: 'created'; taskId: string; wait: number | null }
  /** The response to the create request was lost. The job's status will show whether the job exists. */
  | { type: 'create_lost' }
  | { type: 'refused'; failure: JobFailure }
  | { type: 'poll_sent' }
  /** A poll ended. `answer` is null if there was no response. */
  | { type: 'poll_answered'; answer: JobStatus | null; now: number }
  | { type: 'polls_spent'; isDirect: boolean }
  /** A list, or a request for the job, returned it. */
  | { type: 'server_told'; job: ServerJob; now: number }
  | { type: 'cancel_asked' }
  | { type: 'cancel_answered'; cancel: Cancel }
  /** The panel shows the job. */
  | { type: 'shown' }

const NOTHING_KNOWN: OpenFacts = {
  polls: 0,
  misses: 0,
  ahead: null,
  queueEndedAt: null,
  deliveryEndsAt: null,
  unconfirmedEndsAt: null,
  progress: null,
  wait: null,
  canCancel: false,
  cancel: 'none',
}

export function reduceJob(job: Job, action: JobAction): Job {
  switch (action.type) {
    case 'held':
      return job.status === 'holding' ? { ...job, status: 'creating', settlement: action.settlement } : job
    case 'created': {
      const { taskId, wait } = action
      return job.status === 'creating' ? { ...job, ...NOTHING_KNOWN, status: 'waiting', taskId, wait } : job
    }
    case 'create_lost':
      return job.status === 'creating' ? { ...job, ...NOTHING_KNOWN, status: 'unknown' } : job
    case 'refused':
      return isActive(job) ? abandon(job, 'refused', action.failure) : job
    case 'poll_sent':
      return isPolled(job) ? { ...job, polls: job.polls + 1 } : job
    case 'poll_answered':
      return isPolled(job) ? applyPoll(job, action.answer, action.now) : job
    case 'polls_spent':
      return isPolled(job)
        ? abandon(job, action.isDirect ? 'refused' : 'timed_out', describeTimeout(job, action.isDirect))
        : job
    case 'server_told':
      return mergeServerJob(job, action.job, action.now)
    case 'cancel_asked':
      return mayCancel(job) ? { ...job, cancel: 'asking', isOurs: true } : job
    case 'cancel_answered':
      return isOpen(job) && !isStarting(job) ? { ...job, cancel: action.cancel } : job
    case 'shown':
      return { ...job, isOurs: true }
    default:
      return action satisfies never
  }
}

/** Returns a job from the data that this browser stored before it sent any request. */
export function restoreJob(stored: StoredJob, status: 'holding' | 'unknown'): Job {
  const { jobId: id, fields, credits, startedAt, modelName, hasSound } = stored
  // Parse the data like a response, so that fields that weren't stored get the contract's defaults.
  const asked = serverJob.parse({
    ...fields,
    id,
    createdAt: new Date(startedAt).toISOString(),
    status: 'waiting',
    settlement: 'held',
    modelName: modelName || fields.model,
    prompt: trimText(fields.prompt),
    negativePrompt: trimText(fields.negativePrompt),
    hasSound: hasSound && fields.generateAudio,
    credits,
  })
  const settlement = status === 'holding' ? 'pending' : 'held'
  const facts = { ...readServerFacts(asked), taskId: id, settlement, startedAt, isListed: false, isOurs: true } as const
  return status === 'holding' ? { ...facts, status } : { ...facts, ...NOTHING_KNOWN, status }
}

/** Merges the server's job into the known one. */
export function mergeServerJob(before: Job | undefined, job: ServerJob, now: number): Job {
  // This response is older than the one with the outcome.
  if (before && !isOpen(before) && isServerOpen(job)) return { ...before, isListed: true }
  const startedAt = now - job.elapsedSeconds * 1000
  const facts: JobFacts = {
    ...readServerFacts(job),
    settlement: job.settlement,
    taskId: before?.taskId ?? job.id,
    startedAt: before ? keepStartTime(before.startedAt, startedAt) : startedAt,
    isListed: true,
    isOurs: before?.isOurs ?? false,
  }
  if (!isServerOpen(job)) return endJob(facts, before, job)
  const { status, canCancel } = job
  if (before && isStarting(before)) return { ...facts, status: before.status }
  const known = before && isOpen(before) ? pickOpenFacts(before) : NOTHING_KNOWN
  const unconfirmedEndsAt = status === 'unknown' ? known.unconfirmedEndsAt : null
  const open: OpenFacts = { ...known, unconfirmedEndsAt, canCancel }
  if (before && isAbandoned(before)) {
    return { ...facts, ...open, status: before.status, failure: before.failure, isQueued: status === 'waiting' }
  }
  return { ...facts, ...open, status, queueEndedAt: before ? getQueueEnd(before, status, now) : null }
}

/** Returns when the queue ended: now, if the job has just left it. */
function getQueueEnd(before: Job, status: PolledJob['status'], now: number): number | null {
  if (status === 'waiting' || !isOpen(before) || isStarting(before)) return null
  return before.status === 'waiting' && status === 'running' ? now : before.queueEndedAt
}

function pickOpenFacts({
  polls,
  misses,
  ahead,
  queueEndedAt,
  deliveryEndsAt,
  unconfirmedEndsAt,
  progress,
  wait,
  canCancel,
  cancel,
}: OpenFacts): OpenFacts {
  return { polls, misses, ahead, queueEndedAt, deliveryEndsAt, unconfirmedEndsAt, progress, wait, canCancel, cancel }
}

function isServerOpen(job: ServerJob): job is ServerJob & { status: PolledJob['status'] } {
  return job.status !== 'succeeded' && job.status !== 'failed'
}

function endJob(facts: JobFacts, before: Job | undefined, job: ServerJob): EndedJob {
  const { downloadUrl, durationSeconds, elapsedSeconds, failureCode, failureReason, settlement } = job
  if (job.status === 'succeeded') {
    // Signing may fail: what plays goes on.
    const known = before?.status === 'succeeded' ? before : { videoUrl: null, poster: null, peaks: null }
    const videoUrl = job.videoUrl ?? known.videoUrl
    const preview = { poster: job.poster ?? known.poster, peaks: job.peaks ?? known.peaks }
    return { ...facts, ...preview, status: 'succeeded', videoUrl, downloadUrl, durationSeconds, elapsedSeconds }
  }
  const isRefused = before?.status === 'refused' || (before?.status === 'failed' && before.wasRefused)
  if (isRefused)
    return { ...facts, status: 'failed', failureCode, failureReason, failure: before.failure, wasRefused: true }
  return failJob(facts, before, { failureCode, failureReason, settlement })
}

type Reason = Pick<ServerJob, 'failureCode' | 'failureReason'> & { settlement: JobFacts['settlement'] }

function failJob(
  facts: JobFacts,
  before: Job | undefined,
  { failureCode, failureReason, settlement }: Reason,
): EndedJob {
  if (failureCode === 'cancelled') {
    const isStoppedHere = before?.status === 'stopped' ? before.isStoppedHere : wasAskedToStop(before)
    return { ...facts, status: 'stopped', isStoppedHere }
  }
  const failure =
    failureCode === 'no_url'
      ? describeMissingVideo(settlement)
      : describeJobFailure(failureCode, failureReason, settlement)
  return { ...facts, status: 'failed', failureCode, failureReason, failure, wasRefused: false }
}

function wasAskedToStop(job: Job | undefined): boolean {
  return job !== undefined && 'cancel' in job && job.cancel !== 'none'
}

/** Applies a poll. A response without a status counts like no response. */
function applyPoll(job: PolledJob, answer: JobStatus | null, now: number): Job {
  if (!answer?.status) return { ...job, misses: job.misses + 1 }
  const { status, url, failMsg, failureCode, settlement = job.settlement, elapsedSeconds, videoMark } = answer
  const startedAt =
    elapsedSeconds === undefined ? job.startedAt : keepStartTime(job.startedAt, now - elapsedSeconds * 1000)
  const facts = { ...pickFacts(job), settlement, startedAt }
  switch (status) {
    case 'succeed':
    case 'completed':
    case 'success': {
      const seconds = Math.round((now - startedAt) / 1000)
      const more = { downloadUrl: null, durationSeconds: null, elapsedSeconds: seconds, poster: null, peaks: null }
      if (url) return { ...facts, ...more, videoMark, status: 'succeeded', videoUrl: url }
      return failJob(facts, job, { failureCode: 'no_url', failureReason: null, settlement })
    }
    case 'failed':
    case 'error':
      return failJob(facts, job, { failureCode, failureReason: failMsg, settlement })
    default: {
      // All other statuses mean in progress: waiting, processing, pending, and unknown ones.
      const { canCancel, ahead, progress = null, wait = null } = answer
      const deliveryEndsAt = getEnd(job.deliveryEndsAt, answer.deliveryEndsInSeconds, now)
      const unconfirmedEndsAt = getEnd(job.unconfirmedEndsAt, answer.unconfirmedEndsInSeconds, now)
      const told = { canCancel, ahead, progress, wait, deliveryEndsAt, unconfirmedEndsAt }
      const open = { ...pickOpenFacts(job), misses: 0, ...told }
      const next = isQueued(answer) ? 'waiting' : 'running'
      return { ...facts, ...open, status: next, queueEndedAt: getQueueEnd(job, next, now) }
    }
  }
}

function isPolled(job: Job): job is PolledJob {
  return isActive(job) && !isStarting(job)
}

function abandon(job: ActiveJob, status: AbandonedJob['status'], failure: JobFailure): AbandonedJob {
  const open = isStarting(job) ? NOTHING_KNOWN : pickOpenFacts(job)
  return { ...pickFacts(job), ...open, status, failure, isQueued: job.status === 'waiting' }
}

/** Returns the server's fields that every state has. */
function readServerFacts(job: ServerJob) {
  const { status, settlement, failureCode, failureReason, elapsedSeconds, durationSeconds, videoUrl, ...others } = job
  const { downloadUrl, poster, peaks, canCancel, ...facts } = others
  return facts
}

/** Returns the fields that every state has. */
function pickFacts(job: ActiveJob): JobFacts {
  if (isStarting(job)) {
    const { status, ...facts } = job
    return facts
  }
  const { status, polls, misses, ahead, queueEndedAt, deliveryEndsAt, unconfirmedEndsAt, ...others } = job
  const { progress, wait, canCancel, cancel, ...facts } = others
  return facts
}

function describeTimeout({ unconfirmedEndsAt }: PolledJob, isDirect: boolean): JobFailure {
  if (isDirect) return { kind: 'plain', message: MESSAGES.timedOut }
  const { timedOut: message, stillChecked, chargedIfItFinishes: charge } = MESSAGES
  const detail = unconfirmedEndsAt === null ? stillChecked : describeUnconfirmed(unconfirmedEndsAt)
  return { kind: 'timed_out', message, detail, charge }
}

export function describeLostRequest({ settlement, credits }: Pick<JobFacts, 'settlement' | 'credits'>): JobFailure {
  const charge = settlement === 'held' ? describeHeldCredits(credits) : MESSAGES.nothingHeld
  return { kind: 'plain', message: MESSAGES.neverArrived, charge }
}

export function describeSignedOut(): JobFailure {
  return { kind: 'sign_in', message: MESSAGES.signedOutMeanwhile }
}

/** Returns the end of a period that the response gives in seconds from now. Null if the response has none. */
function getEnd(before: number | null, seconds: number | undefined, now: number): number | null {
  if (seconds === undefined) return null
  const endsAt = now + seconds * 1000
  return before === null ? endsAt : keepStartTime(before, endsAt)
}

/** Returns the previous time, unless the new one differs by seconds. */
function keepStartTime(before: number, said: number): number {
  return Math.abs(said - before) < CLOCK_SLACK_MS ? before : said
}
