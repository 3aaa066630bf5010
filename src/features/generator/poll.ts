// Asks for a job's status until there is something to say. Owns the interval, the limit and which answers are news;
// what is shown meanwhile is the machine's, and what an outcome costs is the server's.
import { ApiError } from '@/lib/http/api-error'
import type { JobStatus } from '@/lib/job-status'

const POLL_INTERVAL_MS = 5000
export const MAX_POLLS = 180

export type PollOutcome =
  | { type: 'succeeded'; url: string }
  | { type: 'no_url'; settlement: string | null }
  | { type: 'failed'; failureCode: string | null; failMsg: string | null; settlement: string | null }
  | { type: 'stopped' }
  | { type: 'timed_out' }
  | { type: 'signed_out' }
  | { type: 'never_arrived' }

/** How far the polling of a job has come. */
export interface PollProgress {
  pollCount: number
  /** Polls in a row that brought no news. */
  misses: number
}

export interface PollOptions {
  /** One request, not retried by the transport: polling is its own retry. */
  fetchStatus(): Promise<JobStatus>
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  signal: AbortSignal
  /** Called before each request, with 1 for the first. */
  onPoll(pollCount: number): void
  /** Called after each answer, and after each request without one: null is no news. */
  onPolled(progress: PollProgress, status: JobStatus | null): void
  /** False where no session of ours is sent: a 401 is then a failed poll like another. */
  needsSession: boolean
  /** The answer to create was lost: a 404 then means that the job was never made. */
  mayBeMissing: boolean
  /** What another tab polled before this one. */
  before?: PollProgress
}

/** Rejects with the signal's reason when aborted, and with nothing else. */
export async function poll(options: PollOptions): Promise<PollOutcome> {
  const { fetchStatus, sleep, signal, onPoll, onPolled, needsSession } = options
  let { mayBeMissing } = options
  let { pollCount, misses } = options.before ?? { pollCount: 0, misses: 0 }
  for (let isFirst = true; pollCount < MAX_POLLS; isFirst = false) {
    if (!isFirst) await sleep(POLL_INTERVAL_MS, signal)
    signal.throwIfAborted()
    pollCount += 1
    onPoll(pollCount)
    try {
      const status = await fetchStatus()
      signal.throwIfAborted()
      if (status.status !== null) {
        mayBeMissing = false
        misses = 0
        onPolled({ pollCount, misses }, status)
        const outcome = outcomeOf(status)
        if (outcome) return outcome
        continue
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError) {
        if (error.status === 404 && mayBeMissing) return { type: 'never_arrived' }
        if (error.status === 401 && needsSession) return { type: 'signed_out' }
      }
    }
    misses += 1
    onPolled({ pollCount, misses }, null)
  }
  return { type: 'timed_out' }
}

/** What this word means, or null while the job goes on. */
export function outcomeOf({ status, url, failMsg, settlement, failureCode }: JobStatus): PollOutcome | null {
  switch (status) {
    case 'succeed':
    case 'completed':
    case 'success':
      return url ? { type: 'succeeded', url } : { type: 'no_url', settlement }
    case 'failed':
    case 'error':
      return failureCode === 'cancelled' ? { type: 'stopped' } : { type: 'failed', failureCode, failMsg, settlement }
    default:
      // waiting, processing, pending, and every word we do not know.
      return null
  }
}
