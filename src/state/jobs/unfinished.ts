// Every page asks this, so it reads no more than that.
import * as z from 'zod/mini'
import { ENTRY, readEntry } from '@/lib/browser/storage'

/** The server gives up on a job long before this. */
export const JOB_KEPT_MS = 24 * 60 * 60 * 1000

const entries = z.array(z.object({ userId: z.string(), startedAt: z.number() }))

/** `now`: milliseconds since the epoch. */
export function hasUnfinishedJob(userId: string, now: number): boolean {
  const stored = readEntry(ENTRY.jobs, entries) ?? []
  return stored.some((job) => job.userId === userId && now - job.startedAt < JOB_KEPT_MS)
}
