// Who asks the provider about a job, and what was found. Each call is one database function and one transaction.
import { z } from 'zod'
import type { Call } from '../database.ts'
import { type JobRow, jobRow } from './job-row.ts'

const expiredJob = z.object({ id: z.string(), provider: z.string(), provider_task_id: z.string().nullable() })
export type ExpiredJob = z.output<typeof expiredJob>

const jobLook = jobRow
  .pick({
    id: true,
    status: true,
    queued: true,
    ahead: true,
    progress: true,
    is_delivering: true,
    delivery_failures: true,
  })
  /** The caller has claimed the look, and asks the provider. */
  .extend({ look: z.boolean() })
export type JobLook = z.output<typeof jobLook>

/** Longer than most deliveries take that keep another one waiting. */
const SOON_SECONDS = 5

/** `firstLookSeconds`: the time from a create to the first look at the provider. */
export function createLookRecords(call: Call, firstLookSeconds: number) {
  const soonSeconds = Math.min(firstLookSeconds, SOON_SECONDS)
  return {
    /** Returns false when another job has that task. */
    recordProviderTask: (jobId: string, taskId: string): Promise<boolean> =>
      call(
        'record_provider_task',
        { p_job_id: jobId, p_provider_task_id: taskId, p_look_seconds: firstLookSeconds },
        z.boolean(),
      ),
    /** Gives the job this task where it has none, and makes its look due. Returns false when it is none of this provider's that runs. */
    nudge: (jobId: string, provider: string, taskId: string): Promise<boolean> =>
      call('nudge_job', { p_job_id: jobId, p_provider: provider, p_provider_task_id: taskId }, z.boolean()),
    /**
     * Returns where these jobs stand, without those that are gone, and claims the looks that are due. `wait`: the seconds to the
     * job's next look. `perSecond`: the looks that all servers together may have at one provider.
     */
    look: (jobs: { id: string; wait: number }[], perSecond: number): Promise<JobLook[]> =>
      call(
        'look_at_jobs',
        { p_job_ids: jobs.map(({ id }) => id), p_waits: jobs.map(({ wait }) => wait), p_per_second: perSecond },
        z.array(jobLook),
      ),
    /** Has a finished job looked at again soon, because its delivery didn't begin here. */
    hastenLook: (jobId: string) => call('hasten_look', { p_job_id: jobId, p_seconds: soonSeconds }, z.unknown()),
    /** Puts off the next look of a job that runs on. */
    deferLook: (jobId: string, seconds: number) =>
      call('defer_look', { p_job_id: jobId, p_seconds: seconds }, z.unknown()),
    pauseLooks: (provider: string, seconds: number) =>
      call('pause_looks', { p_provider: provider, p_seconds: seconds }, z.unknown()),
    /** Returns the usual time in seconds, as the last jobs of this model and length took; null where they are too few. */
    findUsualSeconds: (model: string, length: number): Promise<{ from: number; to: number } | null> =>
      call(
        'usual_seconds',
        { p_model: model, p_length_seconds: length },
        z.object({ from: z.number(), to: z.number() }).nullable(),
      ),
    noteLook: (jobId: string, { queued, ahead, progress }: Pick<JobRow, 'queued' | 'ahead' | 'progress'>) =>
      call('note_queued', { p_job_id: jobId, p_queued: queued, p_ahead: ahead, p_progress: progress }, z.unknown()),
    /** Returns for how many seconds the provider has had no such task. */
    noteMissingTask: (jobId: string): Promise<number> => call('note_missing_task', { p_job_id: jobId }, z.number()),
    /**
     * Jobs that none of these providers can be asked about wait for their deadline; without a create's answer they become
     * unknown. `byJobId`: the providers that can be asked about those.
     */
    park: (providers: string[], byJobId: string[], deadlineSeconds: number) =>
      call(
        'park_due_jobs',
        { p_providers: providers, p_by_job_id: byJobId, p_deadline_seconds: deadlineSeconds },
        z.unknown(),
      ),
    /** Releases jobs past their deadline that these providers can, or may, no longer be asked about. */
    expire: (
      providers: string[],
      deadline: { seconds: number; lastLooksSeconds: number },
      limit: number,
    ): Promise<ExpiredJob[]> =>
      call(
        'expire_due_jobs',
        {
          p_providers: providers,
          p_deadline_seconds: deadline.seconds,
          p_last_looks_seconds: deadline.lastLooksSeconds,
          p_limit: limit,
        },
        z.array(expiredJob),
      ),
    /** Ids of jobs to ask this provider about now, users taking turns. `byJobId`: also those without a task id. */
    listDue: (provider: string, limit: number, byJobId: boolean): Promise<string[]> =>
      call('list_due_jobs', { p_provider: provider, p_limit: limit, p_by_job_id: byJobId }, z.array(z.string())),
    /**
     * Claims the look of a job that is due, within the provider's rate if one is given. Its next look is due after `wait` seconds.
     * Returns null when another caller has it, or the rate is used up.
     */
    claim: (jobId: string, wait = 30, perSecond: number | null = null): Promise<JobRow | null> =>
      call('claim_job', { p_job_id: jobId, p_wait: wait, p_per_second: perSecond }, jobRow.nullable()),
    /** Deletes at most `limit` records of each kind that are too old. Returns how many in all. */
    forgetOld: (limit: number): Promise<number> => call('forget_old', { p_limit: limit }, z.number()),
    noteSweep: () => call('note_sweep', {}, z.unknown()),
  }
}
