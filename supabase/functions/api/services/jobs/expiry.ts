// Videos are deleted after an age only where the operator sets one, and no sooner than 30 days after an answer announced the day.
import { describeCause, type Log } from '../../log.ts'
import type { JobRow } from './job-row.ts'
import type { JobRecords } from './jobs.ts'

const DAY_MS = 24 * 60 * 60_000
const NOTICE_MS = 30 * DAY_MS

interface ExpiryDeps {
  jobs: Pick<JobRecords, 'announceExpiry'>
  now: () => Date
  log: Log
}

/** Returns when these videos of one user are deleted, in ISO by their ID, without those that stay. */
export type AnnounceExpiry = (jobs: JobRow[]) => Promise<Map<string, string>>

/**
 * Returns the function that every answer with a user's videos calls: the answer announces the day of deletion, and the database records that.
 * `keepDays`: the age in days. Undefined: videos stay.
 */
export function createExpiry(keepDays: number | undefined, { jobs: records, now, log }: ExpiryDeps): AnnounceExpiry {
  if (keepDays === undefined) return async () => new Map()
  return async (jobs) => {
    const time = now().getTime()
    const videos = jobs.flatMap(({ id, user_id, status, finished_at, expires_at }) =>
      status === 'succeeded' && finished_at
        ? [{ id, userId: user_id, end: Date.parse(finished_at) + keepDays * DAY_MS, announced: expires_at }]
        : [],
    )
    const due = videos.filter(({ end, announced }) => !announced && end - NOTICE_MS <= time)
    const days = await announce(due)
    return new Map(
      videos.map((video) => {
        const day = days[video.id] ?? video.announced
        // The next answer records what this one could not: the day comes no sooner than 30 days from then.
        const earliest = day ? Date.parse(day) : time + NOTICE_MS
        return [video.id, new Date(Math.max(video.end, earliest)).toISOString()]
      }),
    )
  }

  async function announce(due: { id: string; userId: string }[]): Promise<Record<string, string>> {
    const [first] = due
    if (!first || keepDays === undefined) return {}
    try {
      const ids = due.map(({ id }) => id)
      return await records.announceExpiry(ids, first.userId, keepDays)
    } catch (cause) {
      log({
        level: 'error',
        message: 'announced deletion of videos not recorded',
        cause: describeCause(cause),
      })
      return {}
    }
  }
}
