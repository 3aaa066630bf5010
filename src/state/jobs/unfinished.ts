// Whether this browser stored a job whose end it has not seen. Every page asks, so no more of a job is read here than that;
// the rest of the entry is the generator's.
import * as z from 'zod/mini'
import { ENTRY, readEntry } from '@/lib/browser/storage'

/** The server gives up on a job long before this; an older entry has nothing left to say. */
export const JOB_KEPT_MS = 24 * 60 * 60 * 1000

const entries = z.array(z.object({ userId: z.string(), startedAt: z.number() }))

/** @param now milliseconds since the epoch */
export function hasUnfinishedJob(userId: string, now: number): boolean {
  const stored = readEntry(ENTRY.jobs, entries) ?? []
  return stored.some((job) => job.userId === userId && now - job.startedAt < JOB_KEPT_MS)
}
