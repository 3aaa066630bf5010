// Brings an open job to what the provider says now. Called by a poll and by the sweep: whoever comes first settles.
import { describeCause, type Log } from '../../log.ts'
import type { CopyVideoDeps } from '../delivery/copy-video.ts'
import type { DeliveryClaims } from '../delivery/delivery-claims.ts'
import type { Files } from '../files.ts'
import type { VideoProvider } from '../providers/provider.ts'
import { shortened } from '../providers/provider-answer.ts'
import { retryCancel } from './cancel-job.ts'
import type { ExpiredJob, Job, Jobs } from './jobs.ts'
import type { TaskNotes } from './task-notes.ts'

export const DEADLINE = {
  /** After this the credits go back whatever the provider does (design section 5). */
  seconds: 60 * 60,
  /**
   * For this long after it the provider is still asked once more at each look, so that a video that is there is not thrown
   * away. Then nobody is asked any more: whatever goes wrong in a look, and if it ends the server, cannot keep credits held.
   */
  lastLooksSeconds: 10 * 60,
}

export interface RefreshDeps extends CopyVideoDeps {
  jobs: Jobs
  files: Files
  provider: VideoProvider
  /** Task ids that the database could not take yet. */
  tasks: TaskNotes
  claims: DeliveryClaims
  sleep: (ms: number) => Promise<void>
  now: () => Date
  log: Log
}

/** How a finished video is delivered: 'under_way' means that it goes on elsewhere, or later. */
export type Deliver = (job: Job, taskId: string, url: string | null) => Promise<Job | 'under_way'>

/** Answers the job as it stands afterwards. */
export async function refreshJob(job: Job, deliver: Deliver, deps: RefreshDeps): Promise<Job> {
  if (job.status === 'succeeded' || job.status === 'failed') return job
  if (job.elapsed_seconds > DEADLINE.seconds + DEADLINE.lastLooksSeconds) return expire(job, deps)
  if (job.cancel_requested) {
    const after = await retryCancel(job, deps)
    if (after.settlement !== 'held') return after
  }
  // A job of a provider that was set before is no task of this one's: it waits for its deadline.
  const taskId = job.provider === deps.provider.name ? job.provider_task_id : null
  const seen = taskId ? await lookAtProvider(job, taskId, deliver, deps) : job
  // Whoever delivers it may still be about to capture it.
  if (seen === 'under_way') return { ...job, queued: false }
  return seen.settlement === 'held' && job.elapsed_seconds > DEADLINE.seconds ? expire(job, deps) : seen
}

async function lookAtProvider(
  job: Job,
  taskId: string,
  deliver: Deliver,
  deps: RefreshDeps,
): Promise<Job | 'under_way'> {
  const { jobs, provider, log } = deps
  const outcome = await provider.status(taskId)
  switch (outcome.kind) {
    case 'running': {
      const queued = outcome.phase === 'waiting'
      if (outcome.unknownWord !== undefined) {
        const cause = `it said ${JSON.stringify(shortened(outcome.unknownWord))}`
        log({ level: 'warn', message: 'provider status unknown, taken as running', jobId: job.id, cause })
      }
      if (queued !== job.queued) await jobs.noteQueued(job.id, queued)
      return { ...job, queued }
    }
    case 'no_news':
      log({ level: 'warn', message: 'provider gave no news', jobId: job.id, cause: describeCause(outcome.cause) })
      return job
    case 'failed': {
      log({
        level: 'warn',
        message: 'job failed',
        jobId: job.id,
        code: 'vendor_failed',
        cause: shortened(outcome.message),
      })
      return jobs.release(job.id, 'vendor_failed', shortened(outcome.message))
    }
    case 'succeeded':
      return deliver({ ...job, queued: false }, taskId, outcome.url)
    default:
      return outcome satisfies never
  }
}

async function expire(job: Job, { jobs, log }: RefreshDeps): Promise<Job> {
  logExpired(job, log)
  return jobs.release(job.id, 'deadline')
}

/** Lets the operator find the task at its provider: the house bears the cost of what was made there. */
export function logExpired({ id, provider, provider_task_id }: ExpiredJob, log: Log): void {
  const cause = `provider task ${provider_task_id ?? 'unknown'} at ${provider}`
  log({ level: 'error', message: 'job passed its deadline', jobId: id, code: 'deadline', cause })
}
