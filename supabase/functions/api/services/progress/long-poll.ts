// Delays a status response until something changes, so that the page learns about its video immediately
// (docs/decisions/005-status-checks.md). Waiting uses only timers and short reads, and no database connection, lock, or
// transaction.
import { createUnknownJobError } from '../../errors.ts'
import { describeCause } from '../../log.ts'
import { isOpen, isQueued, type JobRow } from '../jobs/job-row.ts'
import type { StatusCheck } from '../jobs/status-check-records.ts'
import type { StatusChecks } from './claim-status-checks.ts'
import type { Background } from './deliveries.ts'
import { MIN_REPORTED_PROGRESS, type RefreshDeps } from './refresh-job.ts'

/** Requests for older jobs don't wait. The page ends polling after 180 polls, whatever their duration. */
const YOUNG_SECONDS = 5 * 60
/** The interval of the database read that all waiting responses share. */
const TICK_MS = 500
/** A browser opens six connections to a server without HTTP/2, for all its tabs. */
const MOST_OF_USER = 3
const MOST = 500

export interface LongPollDeps extends RefreshDeps {
  statusChecks: StatusChecks
  background: Background
  /** The maximum wait in seconds. With 0, responses don't wait. */
  longPollSeconds: number
}

export interface LongPolls {
  /** The maximum wait in seconds. 0 if responses don't wait. */
  longest: number
  /** Returns the seconds that a response about this job can wait. 0 means that it doesn't wait. */
  getPollSeconds(job: JobRow): number
  /**
   * Returns the job when it differs from `found`, or after `seconds`. Returns immediately if too many responses are
   * waiting. Throws RequestError if the job was deleted in the meantime.
   * `since`: the start, in milliseconds since the epoch. `seen`: the job after this poll's status check.
   */
  wait(found: JobRow, seen: JobRow, poll: { since: number; seconds: number; signal: AbortSignal }): Promise<JobRow>
}

export function createLongPolls(deps: LongPollDeps): LongPolls {
  const { jobs, statusChecks, background, sleep, log, longPollSeconds } = deps
  const waiting = new Set<{ job: JobRow; since: number }>()
  let tick: Promise<Map<string, StatusCheck> | null> | null = null
  const getTime = () => deps.now().getTime()
  const countSeconds = (since: number) => Math.max(0, Math.floor((getTime() - since) / 1000))

  /** Returns null if the database doesn't respond. */
  function awaitTick() {
    const read = async () => {
      await sleep(TICK_MS)
      const open = new Map(
        [...waiting].map(({ job, since }) => [
          job.id,
          { ...job, elapsed_seconds: job.elapsed_seconds + countSeconds(since) },
        ]),
      )
      const seen = await statusChecks.claim([...open.values()])
      return new Map(seen.map((check) => [check.id, check]))
    }
    tick ??= read()
      .catch((cause: unknown) => {
        log({ level: 'warn', message: 'long polls could not be checked', cause: describeCause(cause) })
        return null
      })
      .finally(() => {
        tick = null
      })
    return tick
  }

  async function watch(found: JobRow, first: JobRow, since: number, ms: number, signal: AbortSignal): Promise<JobRow> {
    // The wait also ends if the clock was set back.
    const isOver = () => getTime() >= since + ms || getTime() < since
    let [seen, seenAt] = [first, getTime()]
    let checking: Promise<'checked'> | null = null
    const see = (job: JobRow, readAt: number) => {
      seen = job
      seenAt = readAt
    }
    while (!hasNews(found, seen) && !isOver() && !signal.aborted) {
      const seenByAll = await (checking ? Promise.race([checking, awaitTick()]) : awaitTick())
      if (!seenByAll) break
      if (seenByAll === 'checked') {
        checking = null
        continue
      }
      const check = seenByAll.get(found.id)
      const isOurs = check !== undefined && consumeClaim(check)
      // If the result doesn't contain the job, the job was deleted.
      if (check && !isOurs && (signal.aborted || !hasNews(found, { ...seen, ...check }))) continue
      const readAt = getTime()
      const job = await jobs.find(found.id, found.user_id)
      if (!job) throw createUnknownJobError()
      if (isOurs && !hasNews(found, job)) {
        checking = statusChecks.refresh(job).then((after) => {
          see(after, readAt)
          return 'checked'
        })
        // The check continues in the background if the wait ends first.
        background(checking.then(doNothing, doNothing))
      } else {
        see(job, readAt)
      }
    }
    return isOpen(seen) ? { ...seen, elapsed_seconds: seen.elapsed_seconds + countSeconds(seenAt) } : seen
  }

  const getPollSeconds = (job: JobRow) => (isOpen(job) && job.elapsed_seconds < YOUNG_SECONDS ? longPollSeconds : 0)

  return {
    longest: longPollSeconds,
    getPollSeconds,
    async wait(found, seen, { since, seconds, signal }) {
      const ms = Math.min(seconds, getPollSeconds(seen)) * 1000
      const own = [...waiting].filter(({ job }) => job.user_id === found.user_id)
      if (waiting.size >= MOST || own.length >= MOST_OF_USER) return seen
      const waiter = { job: found, since: getTime() }
      waiting.add(waiter)
      try {
        return await watch(found, seen, since, ms, signal)
      } finally {
        waiting.delete(waiter)
      }
    },
  }
}

function doNothing() {}

/** Returns whether this response must check the provider. Only one of the waiting responses does. */
function consumeClaim(check: StatusCheck): boolean {
  const isOurs = check.claimed
  check.claimed = false
  return isOurs
}

/**
 * Returns whether the page should learn about a change. The page pauses 5 s after each response, so small steps don't
 * count. A new position in a queue of known length counts.
 * A delivery counts only when it ends, because then the page plays the video or reports a failed fetch.
 */
function hasNews(
  before: JobRow,
  now: Pick<JobRow, 'status' | 'queued' | 'ahead' | 'progress' | 'is_delivering' | 'delivery_failures'>,
): boolean {
  if (!isOpen(now)) return true
  if (now.is_delivering) return false
  if (now.delivery_failures > 0 && before.delivery_failures === 0) return true
  const isInQueue = isQueued(now)
  if (isInQueue !== isQueued(before) || (isInQueue && now.ahead !== before.ahead)) return true
  return (now.progress ?? 0) - (before.progress ?? 0) >= MIN_REPORTED_PROGRESS
}
