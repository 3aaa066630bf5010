// Written before anything is sent, so that a reload or a lost answer finds the job again. The server is the truth.
import { ENTRY, readEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { fieldsShape } from './fields'
import { JOB_RETENTION_MS } from './unfinished'

const storedJobShape = s.object({
  jobId: s.filled,
  userId: s.filled,
  fields: fieldsShape,
  modelName: s.orElse(s.text, ''),
  /** True if the model generates sound. */
  hasSound: s.orElse(s.yesOrNo, true),
  credits: s.number,
  /** The start, in milliseconds since the epoch. */
  startedAt: s.number,
})

export type StoredJob = s.Infer<typeof storedJobShape>

/** The entry of the jobs that this tab started last in the panel: one, or several side by side. */
const OWN_JOBS = 'jobs-shown'
/** The entry of the jobs that this tab has left to the library. */
const BACKGROUND_JOBS = 'background-jobs'

function readJobs(): StoredJob[] {
  return readEntry(ENTRY.jobs, s.list(storedJobShape)) ?? []
}

/** Stores which jobs this tab shows in the panel. */
export function savePanelJobs(jobIds: readonly string[]): void {
  writeEntry(OWN_JOBS, jobIds, 'sessionStorage')
}

/** Stores jobs that start together. */
export function saveJobs(...jobs: StoredJob[]): void {
  const ids = jobs.map(({ jobId }) => jobId)
  const now = Math.max(...jobs.map(({ startedAt }) => startedAt))
  const kept = readJobs().filter(({ jobId, startedAt }) => !ids.includes(jobId) && now - startedAt < JOB_RETENTION_MS)
  writeEntry(ENTRY.jobs, [...kept, ...jobs])
}

export function removeStoredJob(jobId: string): void {
  const jobs = readJobs()
  const others = jobs.filter((job) => job.jobId !== jobId)
  if (others.length < jobs.length) writeEntry(ENTRY.jobs, others)
}

/** Forgets other users' jobs, because a session may have ended before its user could sign out. */
export function clearJobsOfOthers(userId: string): void {
  const jobs = readJobs()
  const own = jobs.filter((job) => job.userId === userId)
  if (own.length < jobs.length) writeEntry(ENTRY.jobs, own)
}

/** Returns whether this tab started the job, perhaps before a reload. */
export function isOwnJob(jobId: string): boolean {
  return (readEntry(OWN_JOBS, s.list(s.text), 'sessionStorage') ?? []).includes(jobId) || isInBackground(jobId)
}

export function moveJobsToBackground(jobIds: readonly string[]): void {
  writeEntry(BACKGROUND_JOBS, [...readBackgroundJobs(), ...jobIds], 'sessionStorage')
}

function readBackgroundJobs(): string[] {
  return readEntry(BACKGROUND_JOBS, s.list(s.text), 'sessionStorage') ?? []
}

export function isInBackground(jobId: string): boolean {
  return readBackgroundJobs().includes(jobId)
}

/** Returns the stored jobs, oldest first. */
export function findStoredJobs(userId: string, now: number): StoredJob[] {
  return readJobs().filter((job) => job.userId === userId && now - job.startedAt < JOB_RETENTION_MS)
}

/** Returns the jobs that this tab started last, if some are unfinished, or else the latest job that is not left to the library. */
export function findPanelJobs(jobs: readonly StoredJob[]): string[] {
  const own = (readEntry(OWN_JOBS, s.list(s.text), 'sessionStorage') ?? []).filter((id) => !isInBackground(id))
  const open = jobs.map(({ jobId }) => jobId).filter((id) => !isInBackground(id))
  return own.some((id) => open.includes(id)) ? own : open.slice(-1)
}
