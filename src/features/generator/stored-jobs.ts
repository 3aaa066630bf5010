// Jobs this browser started and has not seen the end of, written before anything is sent, so that a reload or a lost
// answer can find them again. The server is the truth; an entry here is only a reason to ask it.
import * as z from 'zod/mini'
import { ENTRY, readEntry, writeEntry } from '@/lib/browser/storage'
import { JOB_KEPT_MS } from '@/state/jobs/unfinished'
import { fieldsSchema } from './form/fields'

const storedJob = z.object({
  jobId: z.string().check(z.minLength(1)),
  userId: z.string().check(z.minLength(1)),
  fields: fieldsSchema,
  credits: z.number(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
})

export type StoredJob = z.infer<typeof storedJob>

function readJobs(): StoredJob[] {
  return readEntry(ENTRY.jobs, z.array(storedJob)) ?? []
}

/** This tab's own job, where several tabs have one each. */
const OWN_JOB = 'job'

export function saveJob(job: StoredJob): void {
  writeEntry(OWN_JOB, job.jobId, 'sessionStorage')
  const kept = readJobs().filter((other) => other.jobId !== job.jobId && job.startedAt - other.startedAt < JOB_KEPT_MS)
  writeEntry(ENTRY.jobs, [...kept, job])
}

export function forgetJob(jobId: string): void {
  writeEntry(
    ENTRY.jobs,
    readJobs().filter((job) => job.jobId !== jobId),
  )
}

/** Leaves only what this user stored: a session may have died before its person could sign out. */
export function forgetJobsOfOthers(userId: string): void {
  const jobs = readJobs()
  const own = jobs.filter((job) => job.userId === userId)
  if (own.length < jobs.length) writeEntry(ENTRY.jobs, own)
}

/** The job of this user that is worth asking about: the one this tab started, or the latest. */
export function findJob(userId: string, now: number): StoredJob | null {
  const own = readJobs().filter((job) => job.userId === userId && now - job.startedAt < JOB_KEPT_MS)
  const ownId = readEntry(OWN_JOB, z.string(), 'sessionStorage')
  return own.find(({ jobId }) => jobId === ownId) ?? own.at(-1) ?? null
}
