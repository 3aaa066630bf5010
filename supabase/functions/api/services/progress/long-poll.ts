// A status answer waits while nothing changes, so that the page hears of its video at once (docs/decisions/031-held-answers.md).
// While it waits there are timers and short looks, and no connection, lock or transaction of the database.
import { createUnknownJobError } from '../../errors.ts'
import { describeCause } from '../../log.ts'
import { isOpen, isQueued, type JobLook, type JobRow } from '../jobs/jobs.ts'
import type { Background } from './deliveries.ts'
import { type Deliver, type RefreshDeps, refreshJob, type SeenJob } from './refresh-job.ts'

/** Older jobs are answered at once: the page counts its 180 polls, however long they take. */
const YOUNG_SECONDS = 5 * 60
/** One look at the database for all answers that wait here. */
const TICK_MS = 500
/** A browser has six connections to a server without HTTP/2, for all of its tabs. */
const MOST_OF_USER = 3
const MOST = 500
/** The smallest step of progress that counts as news, 0 to 1. */
const TOLD_PROGRESS = 0.1

export interface LongPollDeps extends RefreshDeps {
  deliver: Deliver
  background: Background
  /** The longest wait; 0 answers at once. */
  longPollSeconds: number
  /** The shortest time between two looks of one waiting answer at the provider. */
  lookSeconds: number
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
  wait(found: JobRow, seen: SeenJob, poll: { since: number; seconds: number; signal: AbortSignal }): Promise<SeenJob>
}

export function createLongPolls(deps: LongPollDeps): LongPolls {
  const { jobs, deliver, background, sleep, log, longPollSeconds, lookSeconds } = deps
  const waiting = new Set<JobRow>()
  let tick: Promise<Map<string, JobLook> | null> | null = null
  const getTime = () => deps.now().getTime()

  /** Null when the database does not answer. */
  function awaitTick() {
    const look = async () => {
      await sleep(TICK_MS)
      const looks = await jobs.look([...new Set([...waiting].map(({ id }) => id))])
      return new Map(looks.map((look) => [look.id, look]))
    }
    tick ??= look()
      .catch((cause: unknown) => {
        log({ level: 'warn', message: 'long polls could not be checked', cause: describeCause(cause) })
        return null
      })
      .finally(() => {
        tick = null
      })
    return tick
  }

  async function watch(
    found: JobRow,
    first: SeenJob,
    since: number,
    ms: number,
    signal: AbortSignal,
  ): Promise<SeenJob> {
    // Also over when the clock is set back meanwhile.
    const isOver = () => getTime() >= since + ms || getTime() < since
    let [seen, seenAt] = [first, getTime()]
    const told: SeenJob = { ...first, status: found.status, queued: found.queued }
    let lookAt = seenAt + lookSeconds * 1000
    let looking: Promise<'looked'> | null = null
    const see = (job: SeenJob, readAt: number) => {
      seen = job
      seenAt = readAt
    }
    while (!hasNews(told, seen) && !isOver() && !signal.aborted) {
      const looks = await (looking ? Promise.race([looking, awaitTick()]) : awaitTick())
      if (!looks) break
      if (looks === 'looked') {
        looking = null
        continue
      }
      const look = looks.get(found.id)
      const isLookDue = !looking && getTime() >= lookAt && !isOver()
      if (signal.aborted || !(isLookDue || (look && hasNews(told, { ...seen, ...look })))) continue
      const readAt = getTime()
      const job = await jobs.find(found.id, found.user_id)
      if (!job) throw createUnknownJobError()
      if (isLookDue && !hasNews(told, job)) {
        lookAt = readAt + lookSeconds * 1000
        looking = refreshJob(job, deliver, deps).then((after) => {
          see(after, readAt)
          return 'looked'
        })
        // The check continues if the wait ends before it.
        background(looking.then(doNothing, doNothing))
      } else {
        see(job, readAt)
      }
    }
    if (!isOpen(seen)) return seen
    return { ...seen, elapsed_seconds: seen.elapsed_seconds + Math.max(0, Math.floor((getTime() - seenAt) / 1000)) }
  }

  const getPollSeconds = (job: JobRow) => (isOpen(job) && job.elapsed_seconds < YOUNG_SECONDS ? longPollSeconds : 0)

  return {
    longest: longPollSeconds,
    getPollSeconds,
    async wait(found, seen, { since, seconds, signal }) {
      const ms = Math.min(seconds, getPollSeconds(seen)) * 1000
      const isOwn = ({ user_id }: JobRow) => user_id === found.user_id
      if (waiting.size >= MOST || [...waiting].filter(isOwn).length >= MOST_OF_USER) return seen
      waiting.add(found)
      try {
        return await watch(found, seen, since, ms, signal)
      } finally {
        waiting.delete(found)
      }
    },
  }
}

function doNothing() {}

/**
 * Returns whether there is news for the page. The page is silent for 5 s after each answer, so small steps are none. A step in a
 * queue of known length is news. A delivery is news at its end, when the page plays the video or says that it could not be
 * fetched.
 */
function hasNews(
  before: SeenJob,
  now: Pick<SeenJob, 'status' | 'queued' | 'ahead' | 'progress' | 'isDelivering' | 'delivery_failures'>,
): boolean {
  if (!isOpen(now)) return true
  if (now.isDelivering) return false
  if (now.delivery_failures > 0 && before.delivery_failures === 0) return true
  const isInQueue = isQueued(now)
  if (isInQueue !== isQueued(before) || (isInQueue && now.ahead !== undefined)) return true
  return (now.progress ?? 0) - (before.progress ?? 0) >= TOLD_PROGRESS
}
