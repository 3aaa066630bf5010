// Brings an open job to what the vendor says now. Called by a poll and by the sweep: whoever comes first settles.
import type { Log } from '../middleware/request-log.ts'
import { describeCause } from '../middleware/request-log.ts'
import type { Job, Jobs, VideoFile } from './jobs.ts'
import type { StatusOutcome, VideoProvider } from './providers/provider.ts'
import { UnusableFileError } from './video-file.ts'

/** After this the credits go back whatever the vendor does (design section 5). */
const JOB_DEADLINE_MS = 60 * 60_000
/** How often a success without a usable file is read again before it counts as a failure, and how long between. */
const FILE_READS = 3
const FILE_READ_INTERVAL_MS = 1000

const FAILURE = {
  vendor_failed: 'Video generation failed. Please try again.',
  no_url: 'Unable to retrieve video. Please try again.',
  broken_file: 'The video service delivered a file that does not play. You were not charged. Please try again.',
  deadline: 'The video did not arrive within an hour. You were not charged. Please try again.',
} as const

export interface RefreshDeps {
  jobs: Jobs
  provider: VideoProvider
  checkFile: (url: string) => Promise<VideoFile>
  sleep: (ms: number) => Promise<void>
  now: () => Date
  log: Log
}

/** Answers the job as it stands afterwards, and whether the vendor still queues it. */
export async function refreshJob(job: Job, deps: RefreshDeps): Promise<{ job: Job; waiting: boolean }> {
  if (job.status === 'succeeded' || job.status === 'failed') return { job, waiting: false }
  const { jobs, provider, log, now } = deps
  if (job.provider_task_id) {
    const seen = await readFinished(job.provider_task_id, deps)
    switch (seen.kind) {
      case 'file':
        return { job: await jobs.capture(job.id, seen.file), waiting: false }
      case 'failed':
        log({ level: 'warn', message: 'job failed', jobId: job.id, code: seen.code, cause: seen.cause })
        return { job: await jobs.release(job.id, seen.code, seen.message), waiting: false }
      case 'open':
        if (seen.cause) log({ level: 'warn', message: 'vendor gave no news', jobId: job.id, cause: seen.cause })
        if (!isPastDeadline(job, now())) return { job, waiting: seen.waiting }
        break
      default:
        seen satisfies never
    }
  }
  if (isPastDeadline(job, now())) {
    log({
      level: 'error',
      message: 'job passed its deadline',
      jobId: job.id,
      code: 'deadline',
      cause: `vendor task ${job.provider_task_id ?? 'unknown'} at ${provider.name}`,
    })
    return { job: await jobs.release(job.id, 'deadline', FAILURE.deadline), waiting: false }
  }
  return { job, waiting: false }
}

type Seen =
  | { kind: 'file'; file: VideoFile }
  | { kind: 'failed'; code: 'vendor_failed' | 'no_url' | 'broken_file'; message: string; cause: string }
  | { kind: 'open'; waiting: boolean; cause?: string }

async function readFinished(taskId: string, { provider, checkFile, sleep }: RefreshDeps): Promise<Seen> {
  let seen: Seen = { kind: 'open', waiting: false }
  for (let read = 1; read <= FILE_READS; read += 1) {
    if (read > 1) await sleep(FILE_READ_INTERVAL_MS)
    seen = await readOnce(await provider.status(taskId), checkFile)
    const worthAnotherRead = seen.kind === 'failed' && seen.code !== 'vendor_failed'
    if (!worthAnotherRead) return seen
  }
  return seen
}

async function readOnce(outcome: StatusOutcome, checkFile: RefreshDeps['checkFile']): Promise<Seen> {
  switch (outcome.kind) {
    case 'running':
      return { kind: 'open', waiting: outcome.phase === 'waiting' }
    case 'no_news':
      return { kind: 'open', waiting: false, cause: describeCause(outcome.cause) }
    case 'failed':
      return {
        kind: 'failed',
        code: 'vendor_failed',
        message: outcome.message || FAILURE.vendor_failed,
        cause: outcome.message,
      }
    case 'succeeded':
      break
    default:
      outcome satisfies never
  }
  if (!outcome.url) return { kind: 'failed', code: 'no_url', message: FAILURE.no_url, cause: 'success without a URL' }
  try {
    return { kind: 'file', file: await checkFile(outcome.url) }
  } catch (cause) {
    if (cause instanceof UnusableFileError) {
      return { kind: 'failed', code: 'broken_file', message: FAILURE.broken_file, cause: describeCause(cause) }
    }
    // The file's server was not reached: the video may be fine, so the job stays open for the next look.
    return { kind: 'open', waiting: false, cause: describeCause(cause) }
  }
}

/** Stored times come as `2026-11-20 08:23:08+00` or as ISO with `T`, by the server that answers. */
function isPastDeadline(job: Job, now: Date): boolean {
  const created = new Date(job.created_at.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return now.getTime() - created.getTime() > JOB_DEADLINE_MS
}
