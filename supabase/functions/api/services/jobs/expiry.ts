// Calculates when videos expire. Videos expire only if the operator sets an age. At least 30 days before, a response
// must announce the day.
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

/** Returns the expiry times of one user's videos, as ISO strings by job ID. Excludes videos that don't expire. */
export type AnnounceExpiry = (jobs: JobRow[]) => Promise<Map<string, string>>

/**
 * Returns the function that every response with a user's videos calls. The response announces the expiry, and the
 * database records the announcement.
 * `keepDays`: the age in days. Undefined means that videos don't expire.
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
        // If recording fails, the next response records the announcement. The day is at least 30 days after that
        // response.
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
