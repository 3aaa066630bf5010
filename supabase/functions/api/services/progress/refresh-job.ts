import { describeCause, type Log } from '../../log.ts'
import type { CopyVideoDeps } from '../delivery/copy-video.ts'
import type { DeliveryClaims } from '../delivery/delivery-claims.ts'
import type { OpenProviderFile } from '../delivery/provider-file.ts'
import type { Files } from '../files.ts'
import { retryCancel } from '../jobs/cancel-job.ts'
import { DEADLINE } from '../jobs/deadline.ts'
import { isOpen, type JobRow } from '../jobs/job-row.ts'
import type { JobRecords } from '../jobs/jobs.ts'
import { recordRefusal } from '../jobs/record-refusal.ts'
import type { ExpiredJob, Running } from '../jobs/status-check-records.ts'
import type { TaskNotes } from '../jobs/task-notes.ts'
import type { Previews } from '../previews/previews.ts'
import { cleanText } from '../providers/failures/plain-text.ts'
import type { ConfiguredProvider, Cost, Providers, VideoProvider } from '../providers/provider.ts'
import type { PlanWait } from './plan-status-checks.ts'

export interface RefreshDeps extends Omit<CopyVideoDeps, 'openFile' | 'leftMs'> {
  jobs: JobRecords
  files: Files
  previews: Previews
  providers: Providers
  /** Returns a function that opens this provider's files, from its own hosts only. */
  openFilesOf: (provider: ConfiguredProvider) => OpenProviderFile
  tasks: TaskNotes
  claims: DeliveryClaims
  planWait: PlanWait
  /** Returns a model's display name. */
  nameOf: (model: string) => string
  sleep: (ms: number) => Promise<void>
  now: () => Date
  log: Log
  /**
   * The end of this request's time for deliveries, in milliseconds since the epoch. Default: DELIVERY_MS after each one
   * starts.
   */
  deliveriesEndAt?: number
}

/** Less than the 150 s lifetime of an Edge Function in a free project. */
export const DELIVERY_MS = 140_000

/** The seconds for which a host can respond 'no such file' before the job fails. */
export const MISSING_FILE_SECONDS = 5 * 60

/** 'under_way': the delivery continues elsewhere, or later. */
export type Deliver = (
  job: JobRow,
  provider: ConfiguredProvider,
  taskId: string,
  url: string | null,
) => Promise<JobRow | 'under_way'>

/** The minimum reported step of progress, 0 to 1. */
export const MIN_REPORTED_PROGRESS = 0.1

/**
 * The seconds for which a provider must report a task as unknown. Longer than one poll, so that at least two checks
 * agree.
 */
const MISSING_SECONDS = 10

export async function refreshJob(job: JobRow, deliver: Deliver, deps: RefreshDeps): Promise<JobRow> {
  if (!isOpen(job)) return job
  if (job.elapsed_seconds > DEADLINE.seconds + DEADLINE.lastChecksSeconds) return expire(job, deps)
  if (job.cancel_requested) {
    const after = await retryCancel(job, deps)
    if (after.settlement !== 'held') return after
  }
  // A delivery failed recently, so none runs now. The next attempt may be after the deadline.
  if (job.delivery_wait_seconds > 0) {
    return job.elapsed_seconds > DEADLINE.seconds ? expire(job, deps) : { ...job, queued: false }
  }
  // A job whose provider is no longer configured waits for its deadline.
  const provider = deps.providers.find(job.provider)
  const taskId = provider ? getTaskId(job, provider) : null
  const seen = provider && taskId ? await checkProvider(job, provider, taskId, deliver, deps) : job
  // Another caller may be about to capture the video.
  if (seen === 'under_way') return { ...job, queued: false, is_delivering: true }
  return seen.settlement === 'held' && job.elapsed_seconds > DEADLINE.seconds ? expire(job, deps) : seen
}

async function checkProvider(
  job: JobRow,
  provider: ConfiguredProvider,
  taskId: string,
  deliver: Deliver,
  deps: RefreshDeps,
): Promise<JobRow | 'under_way'> {
  const { jobs, log } = deps
  const outcome = await provider.status(taskId)
  switch (outcome.kind) {
    case 'running': {
      const queued = outcome.phase === 'waiting'
      if (outcome.unknownWord !== undefined) {
        const cause = `it said ${JSON.stringify(cleanText(outcome.unknownWord))}`
        log({ level: 'warn', message: 'unknown provider status, treated as running', jobId: job.id, cause })
      }
      const isFound = job.provider_task_id === null && (await jobs.recordProviderTask(job.id, taskId))
      const found = { queued, ahead: outcome.ahead ?? null, progress: outcome.progress ?? null }
      await recordRunning(job, found, deps)
      return { ...job, ...(isFound ? { status: 'running', provider_task_id: taskId } : {}), ...found }
    }
    case 'forgotten': {
      const seconds = await jobs.recordMissingTask(job.id)
      log({
        level: 'warn',
        message: "provider doesn't know the task",
        jobId: job.id,
        cause: `${provider.name}, for ${seconds} s`,
      })
      if (seconds < (provider.missingSeconds ?? MISSING_SECONDS)) return { ...job, task_missing: true }
      // Without a recorded task ID, the provider never confirmed the job.
      return jobs.release(job.id, job.provider_task_id === null ? 'never_sent' : 'forgotten')
    }
    case 'no_news':
      log({
        level: 'warn',
        message: 'provider status check failed',
        jobId: job.id,
        cause: `${provider.name}: ${describeCause(outcome.cause)}`,
      })
      if (outcome.refusesUs) {
        const said = describeCause(outcome.cause)
        await recordRefusal({ provider: provider.name, refuses: outcome.refusesUs, said }, deps)
      }
      if (outcome.retryAfterSeconds) await jobs.pauseStatusChecks(provider.name, Math.ceil(outcome.retryAfterSeconds))
      return job
    case 'failed': {
      const { message, refused, cause = message } = outcome
      const code = refused ? 'content_refused' : 'provider_failed'
      log({ level: 'warn', message: 'job failed', jobId: job.id, code, cause: `${provider.name}: ${cause}` })
      await recordCost(job, outcome.cost, deps)
      return jobs.release(job.id, code, refused ?? message)
    }
    case 'succeeded': {
      await recordCost(job, outcome.cost, deps)
      const after = await deliver({ ...job, queued: false }, provider, taskId, outcome.url)
      if (after === 'under_way') await jobs.scheduleCheckSoon(job.id)
      return after
    }
    default:
      return outcome satisfies never
  }
}

/** Returns the seconds until an unfetched file fails the job. Null if no delivery failed. */
export function getDeliverySeconds(job: JobRow): number | null {
  if (!isOpen(job) || job.delivery_failures === 0) return null
  const missing = MISSING_FILE_SECONDS - (job.missing_file_seconds ?? MISSING_FILE_SECONDS)
  const deadline = Math.max(0, DEADLINE.seconds - job.elapsed_seconds)
  return missing > 0 ? Math.min(missing, deadline) : deadline
}

/**
 * Returns the seconds until the credits of an unconfirmed job are returned. Null for any other job. If a provider finds
 * jobs by our ID, the result is known within minutes.
 */
export function getUnconfirmedSeconds({ status, elapsed_seconds: elapsed }: JobRow): number | null {
  return status === 'unknown' ? Math.max(0, DEADLINE.seconds - elapsed) : null
}

/**
 * Records that the job is running, and schedules the next check. Never throws. If that fails, the job is checked when
 * the claim ends.
 */
async function recordRunning(job: JobRow, found: Running, { jobs, planWait, log }: RefreshDeps): Promise<void> {
  try {
    await jobs.recordRunning(job.id, await planWait(job), found)
  } catch (error) {
    log({ level: 'warn', message: 'status check not recorded', jobId: job.id, cause: describeCause(error) })
  }
}

/** Never throws, because an unrecorded cost doesn't affect the user. */
async function recordCost({ id }: JobRow, cost: Cost | undefined, { jobs, log }: RefreshDeps): Promise<void> {
  if (!cost) return
  try {
    await jobs.recordCost(id, cost)
  } catch (error) {
    const cause = `${cost.amount} ${cost.unit}: ${describeCause(error)}`
    log({ level: 'warn', message: 'provider cost not recorded', jobId: id, cause })
  }
}

/** Returns null while the create request may still be in progress. */
function getTaskId(job: JobRow, { taskIdOf }: VideoProvider): string | null {
  return job.provider_task_id ?? (job.status === 'unknown' ? (taskIdOf?.(job) ?? null) : null)
}

async function expire(job: JobRow, { jobs, log }: RefreshDeps): Promise<JobRow> {
  logExpired(job, log)
  return jobs.release(job.id, 'deadline')
}

/** Logs that the provider may bill us for this task. */
export function logExpired({ id, provider, provider_task_id }: ExpiredJob, log: Log): void {
  const cause = `provider task ${provider_task_id ?? 'unknown'} at ${provider}`
  log({ level: 'error', message: 'job passed its deadline', jobId: id, code: 'deadline', cause })
}
