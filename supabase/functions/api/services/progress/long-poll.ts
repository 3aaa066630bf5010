// A status answer waits while nothing changes, so that the page hears of its video at once (docs/decisions/031-status-checks.md).
// While it waits there are timers and short reads, and no connection, lock or transaction of the database.
import { createUnknownJobError } from '../../errors.ts'
import { describeCause } from '../../log.ts'
import { isOpen, isQueued, type JobRow } from '../jobs/job-row.ts'
import type { StatusCheck } from '../jobs/status-check-records.ts'
import type { StatusChecks } from './claim-status-checks.ts'
import type { Background } from './deliveries.ts'
import { MIN_REPORTED_PROGRESS, type RefreshDeps } from './refresh-job.ts'

/** Older jobs are answered at once: the page counts its 180 polls, however long they take. */
const YOUNG_SECONDS = 5 * 60
/** One read of the database for all answers that wait here. */
const TICK_MS = 500
/** A browser has six connections to a server without HTTP/2, for all of its tabs. */
const MOST_OF_USER = 3
const MOST = 500

export interface LongPollDeps extends RefreshDeps {
  statusChecks: StatusChecks
  background: Background
  /** The longest wait; 0 answers at once. */
  longPollSeconds: number
}

export interface LongPolls {
  /** Seconds; 0 where no answer waits. */
  longest: number
  /** Returns how long an answer about this job may wait; 0 is not at all. */
  getPollSeconds(job: JobRow): number
  /**
   * Returns the job once it is not as it was `found`, at the latest `seconds` after `since` (milliseconds since the epoch), and at
   * once where too many answers wait already. `seen`: how this poll left it. Throws RequestError when it was deleted meanwhile.
   */
  wait(found: JobRow, seen: JobRow, poll: { since: number; seconds: number; signal: AbortSignal }): Promise<JobRow>
}

export function createLongPolls(deps: LongPollDeps): LongPolls {
  const { jobs, statusChecks, background, sleep, log, longPollSeconds } = deps
  const waiting = new Set<{ job: JobRow; since: number }>()
  let tick: Promise<Map<string, StatusCheck> | null> | null = null
  const getTime = () => deps.now().getTime()
  const countSeconds = (since: number) => Math.max(0, Math.floor((getTime() - since) / 1000))

  /** Null when the database does not answer. */
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
    // Also over when the clock is set back meanwhile.
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
      // A job that the answer lacks is gone.
      if (check && !isOurs && (signal.aborted || !hasNews(found, { ...seen, ...check }))) continue
      const readAt = getTime()
      const job = await jobs.find(found.id, found.user_id)
      if (!job) throw createUnknownJobError()
      if (isOurs && !hasNews(found, job)) {
        checking = statusChecks.refresh(job).then((after) => {
          see(after, readAt)
          return 'checked'
        })
        // The check continues if the wait ends before it.
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

/** Returns whether this answer asks the provider: one of all that wait here for the job. */
function consumeClaim(check: StatusCheck): boolean {
  const isOurs = check.claimed
  check.claimed = false
  return isOurs
}

/**
 * Returns whether there is news for the page. The page is silent for 5 s after each answer, so small steps are none. A step in a
 * queue of known length is news. A delivery is news at its end, when the page plays the video or says that it could not be
 * fetched.
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
