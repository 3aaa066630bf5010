// Asks for a job's status until it has an outcome. Owns the interval and the limit; what an answer makes of the job is
// job.ts's, and what an outcome costs is the server's.
import { ApiError } from '@/lib/http/api-error'
import type { JobStatus } from '@/lib/job-status'
import { sleep } from '@/lib/sleep'
import { isOpen, isStarting, type Job, polled, timedOut } from './job'

export const POLL_INTERVAL_MS = 5000
const MAX_POLLS = 180

export interface PollDeps {
  /** Undefined once nobody has it any more. */
  get(): Job | undefined
  set(job: Job): void
  /** One request, not retried by the transport: polling is its own retry. */
  askStatus(job: Job): Promise<JobStatus>
  /** What the server knows of a job that has had its polls; null in direct mode, where nobody does. */
  read: (() => Promise<unknown>) | null
  isShown(): boolean
  signal: AbortSignal
}

/** `missing`: its create never reached the server. `left`: it is not to be followed any more, for another reason. */
export type PollEnd = 'ended' | 'missing' | 'signed_out' | 'left'

/** Whether it is the poller's: not before it is made, and not once this tab has given it up. */
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

  /** Rejects with the signal's reason when aborted, and with nothing else. */
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
        // It may have been told of meanwhile.
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
    /** Asks now. */
    wake: () => awake.abort(),
  }
}
