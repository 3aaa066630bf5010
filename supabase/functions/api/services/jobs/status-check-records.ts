// Schedules status checks and records their results (supabase/migrations/*_create_status_checks.sql).
import { z } from 'zod'
import type { Call } from '../database.ts'
import { type JobRow, jobRow } from './job-row.ts'

const expiredJob = z.object({ id: z.string(), provider: z.string(), provider_task_id: z.string().nullable() })
export type ExpiredJob = z.output<typeof expiredJob>

const statusCheck = jobRow
  .pick({
    id: true,
    status: true,
    queued: true,
    ahead: true,
    progress: true,
    is_delivering: true,
    delivery_failures: true,
  })
  /** Whether this caller must check the provider. */
  .extend({ claimed: z.boolean() })
export type StatusCheck = z.output<typeof statusCheck>

/** The state of a running job, as its provider reports it. `progress`: 0 to 1. */
export type Running = Pick<JobRow, 'queued' | 'ahead' | 'progress'>

/** Half of the recent jobs took at most `middle`. One in twenty took less than `from`, and one in twenty more than `to`. */
const learnedDuration = z.object({
  model: z.string(),
  provider: z.string(),
  length_seconds: z.number(),
  from: z.number(),
  middle: z.number(),
  to: z.number(),
})
export type LearnedDuration = z.output<typeof learnedDuration>

/** The seconds until an early check. Most deliveries that delay another one take less time. */
const SOON_SECONDS = 5

/** `firstCheckSeconds`: the seconds from a create request to the first status check. */
export function createStatusCheckRecords(call: Call, firstCheckSeconds: number) {
  const soonSeconds = Math.min(firstCheckSeconds, SOON_SECONDS)
  return {
    /** Returns false if another job has this task. */
    recordProviderTask: (jobId: string, taskId: string): Promise<boolean> =>
      call(
        'record_provider_task',
        { p_job_id: jobId, p_provider_task_id: taskId, p_check_seconds: firstCheckSeconds },
        z.boolean(),
      ),
    /**
     * Stores the task if the job has none, and schedules the next status check for now. Returns false unless the job is
     * open at this provider.
     */
    recordCallback: (jobId: string, provider: string, taskId: string): Promise<boolean> =>
      call(
        'record_provider_callback',
        { p_job_id: jobId, p_provider: provider, p_provider_task_id: taskId },
        z.boolean(),
      ),
    /**
     * Returns the state of these jobs, without deleted ones, and claims the status checks whose time has come. `wait`:
     * the seconds until the job's next check. `perSecond`: the maximum checks per second at one provider, across all
     * servers.
     */
    claimStatusChecks: (jobs: { id: string; wait: number }[], perSecond: number): Promise<StatusCheck[]> =>
      call(
        'check_jobs',
        { p_job_ids: jobs.map(({ id }) => id), p_waits: jobs.map(({ wait }) => wait), p_per_second: perSecond },
        z.array(statusCheck),
      ),
    /** Schedules an early status check of a finished job whose delivery didn't start here. */
    scheduleCheckSoon: (jobId: string) =>
      call('schedule_check_soon', { p_job_id: jobId, p_seconds: soonSeconds }, z.unknown()),
    pauseStatusChecks: (provider: string, seconds: number) =>
      call('pause_status_checks', { p_provider: provider, p_seconds: seconds }, z.unknown()),
    /** Returns the durations that are learned from enough recent jobs. */
    listDurations: (): Promise<LearnedDuration[]> => call('list_job_durations', {}, z.array(learnedDuration)),
    /** Records a status check that found the job running, and schedules the next one after `wait` seconds. */
    recordRunning: (jobId: string, wait: number, { queued, ahead, progress }: Running) =>
      call(
        'record_running',
        { p_job_id: jobId, p_wait: wait, p_queued: queued, p_ahead: ahead, p_progress: progress },
        z.unknown(),
      ),
    /** Returns the seconds since the provider first reported the task as unknown. */
    recordMissingTask: (jobId: string): Promise<number> => call('record_missing_task', { p_job_id: jobId }, z.number()),
    /**
     * Defers jobs that can't be checked at any of these providers, until their deadline. Jobs whose create request got
     * no response become `unknown`. `byJobId`: the providers that can find a job by our ID.
     */
    deferUnreachable: (providers: string[], byJobId: string[], deadlineSeconds: number) =>
      call(
        'defer_unreachable_jobs',
        { p_providers: providers, p_by_job_id: byJobId, p_deadline_seconds: deadlineSeconds },
        z.unknown(),
      ),
    /** Releases jobs past their deadline that can't be checked at these providers any more. */
    expire: (
      providers: string[],
      deadline: { seconds: number; lastChecksSeconds: number },
      limit: number,
    ): Promise<ExpiredJob[]> =>
      call(
        'expire_due_jobs',
        {
          p_providers: providers,
          p_deadline_seconds: deadline.seconds,
          p_last_checks_seconds: deadline.lastChecksSeconds,
          p_limit: limit,
        },
        z.array(expiredJob),
      ),
    /**
     * Returns the IDs of jobs to check at this provider now, alternating between users. `byJobId`: whether to include
     * jobs without a task ID.
     */
    listDue: (provider: string, limit: number, byJobId: boolean): Promise<string[]> =>
      call('list_due_jobs', { p_provider: provider, p_limit: limit, p_by_job_id: byJobId }, z.array(z.string())),
    /**
     * Claims a job's status check if its time has come, within the provider's rate if set. The next check follows after
     * `wait` seconds. Returns null if another caller has the claim, or if the rate is used up.
     */
    claim: (jobId: string, wait = 30, perSecond: number | null = null): Promise<JobRow | null> =>
      call('claim_job', { p_job_id: jobId, p_wait: wait, p_per_second: perSecond }, jobRow.nullable()),
    /** Deletes up to `limit` old records of each kind. Returns the total number. */
    clearOldRecords: (limit: number): Promise<number> => call('clear_old_records', { p_limit: limit }, z.number()),
    recordSweep: () => call('record_sweep', {}, z.unknown()),
  }
}
