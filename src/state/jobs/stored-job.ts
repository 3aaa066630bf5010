// Stores jobs before any request is sent, to find them again after a reload or a lost response. The server's data
// overrides the stored data.
import { ENTRY, readEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { fieldsShape } from './fields'
import { JOB_RETENTION_MS } from './unfinished'

const storedJobShape = s.object({
  jobId: s.filled,
  userId: s.filled,
  fields: fieldsShape,
  modelName: s.orElse(s.text, ''),
  /** Whether the model generates sound. */
  hasSound: s.orElse(s.yesOrNo, true),
  credits: s.number,
  /** The start, in milliseconds since the epoch. */
  startedAt: s.number,
})

export type StoredJob = s.Infer<typeof storedJobShape>

/** The entry with the jobs that this tab last started in the panel. */
const OWN_JOBS = 'jobs-shown'
/** The entry with the jobs that this tab moved to the background. */
const BACKGROUND_JOBS = 'background-jobs'

function readJobs(): StoredJob[] {
  return readEntry(ENTRY.jobs, s.list(storedJobShape)) ?? []
}

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

/** Removes other users' jobs, because a session may have ended without a sign-out. */
export function clearJobsOfOthers(userId: string): void {
  const jobs = readJobs()
  const own = jobs.filter((job) => job.userId === userId)
  if (own.length < jobs.length) writeEntry(ENTRY.jobs, own)
}

/** Returns whether this tab started the job, possibly before a reload. */
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

/**
 * Returns the jobs that this tab last started, if some of them are unfinished. Otherwise returns the latest job that
 * isn't in the background.
 */
export function findPanelJobs(jobs: readonly StoredJob[]): string[] {
  const own = (readEntry(OWN_JOBS, s.list(s.text), 'sessionStorage') ?? []).filter((id) => !isInBackground(id))
  const open = jobs.map(({ jobId }) => jobId).filter((id) => !isInBackground(id))
  return own.some((id) => open.includes(id)) ? own : open.slice(-1)
}
