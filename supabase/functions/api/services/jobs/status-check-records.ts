// Who asks the provider about a job, and what was found. Each call is one database function and one transaction.
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
  /** True if this caller must ask the provider. */
  .extend({ claimed: z.boolean() })
export type StatusCheck = z.output<typeof statusCheck>

/** Longer than most deliveries take that keep another one waiting. */
const SOON_SECONDS = 5

/** `firstCheckSeconds`: the time from a create request to the first status check. */
export function createStatusCheckRecords(call: Call, firstCheckSeconds: number) {
  const soonSeconds = Math.min(firstCheckSeconds, SOON_SECONDS)
  return {
    /** Returns false when another job has that task. */
    recordProviderTask: (jobId: string, taskId: string): Promise<boolean> =>
      call(
        'record_provider_task',
        { p_job_id: jobId, p_provider_task_id: taskId, p_check_seconds: firstCheckSeconds },
        z.boolean(),
      ),
    /** Stores this task if the job has none, and makes its status check due. Returns false if the job isn't an open one of this provider. */
    recordCallback: (jobId: string, provider: string, taskId: string): Promise<boolean> =>
      call(
        'record_provider_callback',
        { p_job_id: jobId, p_provider: provider, p_provider_task_id: taskId },
        z.boolean(),
      ),
    /**
     * Returns the state of these jobs, without deleted ones, and claims the status checks that are due. `wait`: the seconds to the
     * job's next check. `perSecond`: the most checks per second at one provider, by all servers together.
     */
    claimStatusChecks: (jobs: { id: string; wait: number }[], perSecond: number): Promise<StatusCheck[]> =>
      call(
        'check_jobs',
        { p_job_ids: jobs.map(({ id }) => id), p_waits: jobs.map(({ wait }) => wait), p_per_second: perSecond },
        z.array(statusCheck),
      ),
    /** Schedules a check of a finished job soon, because its delivery didn't start here. */
    scheduleCheckSoon: (jobId: string) =>
      call('schedule_check_soon', { p_job_id: jobId, p_seconds: soonSeconds }, z.unknown()),
    /** Defers the next status check of a running job. */
    deferStatusCheck: (jobId: string, seconds: number) =>
      call('defer_status_check', { p_job_id: jobId, p_seconds: seconds }, z.unknown()),
    pauseStatusChecks: (provider: string, seconds: number) =>
      call('pause_status_checks', { p_provider: provider, p_seconds: seconds }, z.unknown()),
    /** Returns the estimated time in seconds from the last jobs of this model and length. Null if they are too few. */
    findEstimatedSeconds: (model: string, length: number): Promise<{ from: number; to: number } | null> =>
      call(
        'estimate_seconds',
        { p_model: model, p_length_seconds: length },
        z.object({ from: z.number(), to: z.number() }).nullable(),
      ),
    recordQueueState: (jobId: string, { queued, ahead, progress }: Pick<JobRow, 'queued' | 'ahead' | 'progress'>) =>
      call(
        'record_queue_state',
        { p_job_id: jobId, p_queued: queued, p_ahead: ahead, p_progress: progress },
        z.unknown(),
      ),
    /** Returns for how many seconds the provider has had no such task. */
    recordMissingTask: (jobId: string): Promise<number> => call('record_missing_task', { p_job_id: jobId }, z.number()),
    /**
     * Jobs that none of these providers can be asked about wait for their deadline; without a create's answer they become
     * unknown. `byJobId`: the providers that can be asked about those.
     */
    deferUnreachable: (providers: string[], byJobId: string[], deadlineSeconds: number) =>
      call(
        'defer_unreachable_jobs',
        { p_providers: providers, p_by_job_id: byJobId, p_deadline_seconds: deadlineSeconds },
        z.unknown(),
      ),
    /** Releases jobs past their deadline that these providers can, or may, no longer be asked about. */
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
    /** Ids of jobs to ask this provider about now, users taking turns. `byJobId`: also those without a task id. */
    listDue: (provider: string, limit: number, byJobId: boolean): Promise<string[]> =>
      call('list_due_jobs', { p_provider: provider, p_limit: limit, p_by_job_id: byJobId }, z.array(z.string())),
    /**
     * Claims the status check of a due job, within the provider's rate if one is given. The next check is due after `wait` seconds.
     * Returns null if another caller has it, or the rate is used up.
     */
    claim: (jobId: string, wait = 30, perSecond: number | null = null): Promise<JobRow | null> =>
      call('claim_job', { p_job_id: jobId, p_wait: wait, p_per_second: perSecond }, jobRow.nullable()),
    /** Deletes at most `limit` records of each kind that are too old. Returns how many in all. */
    clearOldRecords: (limit: number): Promise<number> => call('clear_old_records', { p_limit: limit }, z.number()),
    recordSweep: () => call('record_sweep', {}, z.unknown()),
  }
}
