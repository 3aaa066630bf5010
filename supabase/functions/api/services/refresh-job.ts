// Brings an open job to what the vendor says now. Called by a poll and by the sweep: whoever comes first settles.
import { describeCause, type Log } from '../middleware/request-log.ts'
import { deliverVideo } from './deliver-video.ts'
import type { Files } from './files.ts'
import type { Job, Jobs } from './jobs.ts'
import type { VideoProvider } from './providers/provider.ts'
import type { VideoFile } from './video-file.ts'

/** After this the credits go back whatever the vendor does (design section 5). */
const JOB_DEADLINE_MS = 60 * 60_000

export interface RefreshDeps {
  jobs: Jobs
  files: Files
  provider: VideoProvider
  /** Fetches and checks a finished file; throws UnusableFileError, or another error when nothing is known of the file. */
  fetchFile: (url: string) => Promise<VideoFile>
  sleep: (ms: number) => Promise<void>
  now: () => Date
  log: Log
}

/** Answers the job as it stands afterwards, and whether the vendor still queues it. */
export async function refreshJob(job: Job, deps: RefreshDeps): Promise<{ job: Job; waiting: boolean }> {
  if (job.status === 'succeeded' || job.status === 'failed') return { job, waiting: false }
  const seen = job.provider_task_id ? await lookAtVendor(job, job.provider_task_id, deps) : { job, waiting: false }
  return seen.job.settlement === 'held' && isPastDeadline(job, deps.now()) ? expire(job, deps) : seen
}

async function lookAtVendor(job: Job, taskId: string, deps: RefreshDeps): Promise<{ job: Job; waiting: boolean }> {
  const { jobs, provider, log } = deps
  const outcome = await provider.status(taskId)
  switch (outcome.kind) {
    case 'running':
      return { job, waiting: outcome.phase === 'waiting' }
    case 'no_news':
      log({ level: 'warn', message: 'vendor gave no news', jobId: job.id, cause: describeCause(outcome.cause) })
      return { job, waiting: false }
    case 'failed': {
      log({ level: 'warn', message: 'job failed', jobId: job.id, code: 'vendor_failed', cause: outcome.message })
      const message = outcome.message || 'Video generation failed. Please try again.'
      return { job: await jobs.release(job.id, 'vendor_failed', message), waiting: false }
    }
    case 'succeeded':
      return { job: await deliverVideo(job, taskId, outcome.url, deps), waiting: false }
    default:
      return outcome satisfies never
  }
}

async function expire(job: Job, { jobs, provider, log }: RefreshDeps): Promise<{ job: Job; waiting: boolean }> {
  const cause = `vendor task ${job.provider_task_id ?? 'unknown'} at ${provider.name}`
  log({ level: 'error', message: 'job passed its deadline', jobId: job.id, code: 'deadline', cause })
  const message = 'The video did not arrive within an hour. You were not charged. Please try again.'
  return { job: await jobs.release(job.id, 'deadline', message), waiting: false }
}

/** Stored times come as `2026-11-20 08:23:08+00` or as ISO with `T`, by the server that answers. */
function isPastDeadline(job: Job, now: Date): boolean {
  const created = new Date(job.created_at.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return now.getTime() - created.getTime() > JOB_DEADLINE_MS
}
