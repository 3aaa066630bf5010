// Owns the interval and the limit of polling; job.ts owns what an answer means.
import { ApiError } from '@/lib/http/api-error'
import type { JobStatus } from '@/lib/job-status'
import { sleep } from '@/lib/sleep'
import { isOpen, isStarting, type Job, polled, timedOut } from './job'

export const POLL_INTERVAL_MS = 5000
const MAX_POLLS = 180

export interface PollDeps {
  /** Undefined when it is gone. */
  get(): Job | undefined
  set(job: Job): void
  /** Not retried by the transport: polling is its own retry. */
  askStatus(job: Job): Promise<JobStatus>
  /** Reads the job after its last poll; null in direct mode, where no server knows it. */
  read: (() => Promise<unknown>) | null
  isShown(): boolean
  signal: AbortSignal
}

/** `missing`: its create never reached the server. `left`: not to be followed any more. */
export type PollEnd = 'ended' | 'missing' | 'signed_out' | 'left'

/** Not before it is created, and not once this tab has given it up. */
export function isFollowed(job: Job, isDirect: boolean): boolean {
  return isOpen(job) && !isStarting(job) && (job.failure === null || (job.failure.kind === 'late' && !isDirect))
}

export function createPoller({ get, set, askStatus, read, isShown, signal }: PollDeps) {
  let awake = new AbortController()
  const followed = () => {
    const job = get()
    return job && isFollowed(job, read === null) ? job : null
  }

  async function pause() {
    await sleep(POLL_INTERVAL_MS, AbortSignal.any([signal, awake.signal])).catch(() => signal.throwIfAborted())
    awake = new AbortController()
  }

  /** Null is no news. */
  async function ask(job: Job): Promise<JobStatus | 'missing' | 'signed_out' | null> {
    try {
      return await askStatus(job)
    } catch (error) {
      if (!(error instanceof ApiError) || !read) return null
      if (error.status === 401) return 'signed_out'
      return error.status === 404 && job.status === 'unknown' && !job.isListed ? 'missing' : null
    }
  }

  /** Rejects only when aborted, with the signal's reason. */
  async function run(): Promise<PollEnd> {
    for (let job = followed(); job; job = followed()) {
      if (job.failure) {
        if (read && isShown()) await read().catch(() => undefined)
        signal.throwIfAborted()
      } else {
        set({ ...job, polls: job.polls + 1 })
        const answer = await ask(job)
        signal.throwIfAborted()
        if (typeof answer === 'string') return answer
        // It may have changed during the request.
        const now = followed()
        if (!now) return 'left'
        const next = polled(now, answer, Date.now())
        const isLate = isOpen(next) && next.polls >= MAX_POLLS
        set(isLate ? { ...next, failure: timedOut(read === null) } : next)
        if (!isOpen(next)) return 'ended'
      }
      if (followed()) await pause()
    }
    return 'left'
  }

  return {
    run,
    wake: () => awake.abort(),
  }
}
