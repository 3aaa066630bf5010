// Polls a job: this module decides the interval and the limit, and job-reducer.ts interprets the responses.
import { ApiError } from '@/lib/http/api-error'
import type { JobStatus } from '@/lib/job-status'
import { sleep } from '@/lib/sleep'
import { isOpen, type Job, type PolledJob, type TimedOutJob } from './job'
import type { JobAction } from './job-reducer'

export const POLL_INTERVAL_MS = 5000
const MAX_POLLS = 180
/** The age in milliseconds at which the page stops polling a job. Polls whose responses the server holds are fewer than MAX_POLLS. */
export const MAX_POLLING_MS = MAX_POLLS * POLL_INTERVAL_MS

export interface PollDeps {
  /** Returns the job. Undefined if it was removed. */
  get(): Job | undefined
  dispatch(action: JobAction): void
  /** Requests the status once. Don't retry, because polling repeats the request. */
  askStatus(job: PolledJob): Promise<JobStatus>
  /** Reads the job after its last poll. Null in direct mode, where no server stores it. */
  read: (() => Promise<unknown>) | null
  isShown(): boolean
  signal: AbortSignal
}

/** The end of polling. `missing`: the create request never reached the server. `left`: the job is no longer polled. */
export type PollEnd = 'ended' | 'missing' | 'signed_out' | 'left'

/**
 * Returns whether a job is polled. This starts after its create request. It ends with an outcome, or when the job is
 * refused.
 */
export function isPolled(job: Job): job is PolledJob | TimedOutJob {
  return ['unknown', 'waiting', 'running', 'timed_out'].includes(job.status)
}

/** Returns how long the server may hold the response to the next poll, in whole seconds. Null if it offers no waiting. */
export function getPollWait({ wait, startedAt }: PolledJob): number | null {
  const left = Math.ceil((startedAt + MAX_POLLING_MS - Date.now()) / 1000)
  return wait === null || left < 1 ? null : Math.min(wait, left)
}

function isTimedOut({ polls, startedAt }: PolledJob | TimedOutJob): boolean {
  return polls >= MAX_POLLS || Date.now() - startedAt >= MAX_POLLING_MS
}

export function createPoller({ get, dispatch, askStatus, read, isShown, signal }: PollDeps) {
  let awake = new AbortController()
  const getFollowed = () => {
    const job = get()
    return job && isPolled(job) ? job : null
  }

  async function pause(ms: number) {
    await sleep(ms, AbortSignal.any([signal, awake.signal])).catch(() => signal.throwIfAborted())
    awake = new AbortController()
  }

  /** Requests the status. Null if there is no new status. */
  async function requestStatus(job: PolledJob): Promise<JobStatus | 'missing' | 'signed_out' | null> {
    try {
      return await askStatus(job)
    } catch (error) {
      if (!(error instanceof ApiError) || !read) return null
      if (error.status === 401) return 'signed_out'
      return error.status === 404 && job.status === 'unknown' && !job.isListed ? 'missing' : null
    }
  }

  /** Polls until the job ends. Rejects only if aborted, with the signal's reason. */
  async function run(): Promise<PollEnd> {
    for (let job = getFollowed(); job; job = getFollowed()) {
      let pauseMs = POLL_INTERVAL_MS
      if (job.status === 'timed_out') {
        if (read && isShown()) await read().catch(() => undefined)
        signal.throwIfAborted()
      } else {
        dispatch({ type: 'poll_sent' })
        const [sentAt, isHeld] = [performance.now(), getPollWait(job) !== null]
        const answer = await requestStatus(job)
        // The time for which the server held the response counts. A video that ends during a pause is seen late.
        if (answer && isHeld) pauseMs = Math.max(0, sentAt + POLL_INTERVAL_MS - performance.now())
        signal.throwIfAborted()
        if (typeof answer === 'string') return answer
        // The job may have changed during the request.
        if (!getFollowed()) return 'left'
        dispatch({ type: 'poll_answered', answer, now: Date.now() })
        const now = get()
        if (now && !isOpen(now)) return 'ended'
        if (now && isPolled(now) && isTimedOut(now)) dispatch({ type: 'polls_spent', isDirect: read === null })
      }
      if (getFollowed()) await pause(pauseMs)
    }
    return 'left'
  }

  return {
    run,
    wake: () => awake.abort(),
  }
}
