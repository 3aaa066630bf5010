// Every page asks this, so it reads no more than that.
import { ENTRY, readEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

/** The time for which a job is kept, in milliseconds. The server gives up on a job long before. */
export const JOB_RETENTION_MS = 24 * 60 * 60 * 1000

const entries = s.list(s.object({ userId: s.text, startedAt: s.number }))

/** Returns whether a job is unfinished. `now`: milliseconds since the epoch. */
export function hasUnfinishedJob(userId: string, now: number): boolean {
  const stored = readEntry(ENTRY.jobs, entries) ?? []
  return stored.some((job) => job.userId === userId && now - job.startedAt < JOB_RETENTION_MS)
}
