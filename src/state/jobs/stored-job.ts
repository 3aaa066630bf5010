// Written before anything is sent, so that a reload or a lost answer finds the job again. The server is the truth.
import * as z from 'zod/mini'
import { ENTRY, readEntry, writeEntry } from '@/lib/browser/storage'
import { fieldsSchema } from './fields'
import { JOB_KEPT_MS } from './unfinished'

const storedJobSchema = z.object({
  jobId: z.string().check(z.minLength(1)),
  userId: z.string().check(z.minLength(1)),
  fields: fieldsSchema,
  modelName: z.catch(z.string(), ''),
  /** The model makes sound. */
  hasSound: z.catch(z.boolean(), true),
  credits: z.number(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
})

export type StoredJob = z.infer<typeof storedJobSchema>

/** The job that this tab started last. */
const OWN_JOB = 'job'
/** Jobs that this tab has left to the library. */
const SET_ASIDE = 'jobs-aside'

function readJobs(): StoredJob[] {
  return readEntry(ENTRY.jobs, z.array(storedJobSchema)) ?? []
}

export function saveJob(job: StoredJob): void {
  writeEntry(OWN_JOB, job.jobId, 'sessionStorage')
  const kept = readJobs().filter((other) => other.jobId !== job.jobId && job.startedAt - other.startedAt < JOB_KEPT_MS)
  writeEntry(ENTRY.jobs, [...kept, job])
}

export function forgetJob(jobId: string): void {
  const jobs = readJobs()
  const others = jobs.filter((job) => job.jobId !== jobId)
  if (others.length < jobs.length) writeEntry(ENTRY.jobs, others)
}

/** A session may have died before its user could sign out. */
export function forgetJobsOfOthers(userId: string): void {
  const jobs = readJobs()
  const own = jobs.filter((job) => job.userId === userId)
  if (own.length < jobs.length) writeEntry(ENTRY.jobs, own)
}

export function setJobAside(jobId: string): void {
  writeEntry(SET_ASIDE, [...readAside(), jobId], 'sessionStorage')
}

function readAside(): string[] {
  return readEntry(SET_ASIDE, z.array(z.string()), 'sessionStorage') ?? []
}

export function isSetAside(jobId: string): boolean {
  return readAside().includes(jobId)
}

/** Oldest first. */
export function findJobs(userId: string, now: number): StoredJob[] {
  return readJobs().filter((job) => job.userId === userId && now - job.startedAt < JOB_KEPT_MS)
}

/** The one that this tab started, or the latest that was not set aside. */
export function findShown(jobs: readonly StoredJob[]): StoredJob | null {
  const ownId = readEntry(OWN_JOB, z.string(), 'sessionStorage')
  const shown = jobs.filter(({ jobId }) => !isSetAside(jobId))
  return shown.find(({ jobId }) => jobId === ownId) ?? shown.at(-1) ?? null
}
