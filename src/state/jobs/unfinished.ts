// Checks for unfinished jobs. Every page loads this module, so it parses only what it needs.
import { ENTRY, readEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

/** The time for which a job is stored, in milliseconds. The server ends every job much earlier. */
export const JOB_RETENTION_MS = 24 * 60 * 60 * 1000

const entries = s.list(s.object({ userId: s.text, startedAt: s.number }))

/** Returns whether the user has an unfinished job. `now`: milliseconds since the epoch. */
export function hasUnfinishedJob(userId: string, now: number): boolean {
  const stored = readEntry(ENTRY.jobs, entries) ?? []
  return stored.some((job) => job.userId === userId && now - job.startedAt < JOB_RETENTION_MS)
}
