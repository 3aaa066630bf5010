// Runs one status check per job, however many callers wait for it (docs/decisions/005-status-checks.md). The database
// decides which caller checks the provider.
import { findDuration } from '../../../_shared/contract/pricing.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { describeCause } from '../../log.ts'
import { isOpen, type JobRow } from '../jobs/job-row.ts'
import type { FindDuration } from '../jobs/learned-durations.ts'
import type { StatusCheck } from '../jobs/status-check-records.ts'
import { planNextStatusCheck, type UsualSeconds } from './plan-status-checks.ts'
import { type Deliver, type RefreshDeps, refreshJob } from './refresh-job.ts'

/** The duration of a claim in seconds. If its caller crashes, other callers wait no longer than this. */
const CLAIM_SECONDS = 30
/** The estimate for a model that this deployment no longer has. */
const UNKNOWN_MODEL: UsualSeconds = { from: 60, to: 300 }

export interface StatusCheckSettings {
  /** The minimum seconds between two status checks of a job. */
  intervalSeconds: number
  /** The maximum status checks per second at one provider, across all servers. */
  checksPerSecond: number
}

export interface StatusCheckDeps extends RefreshDeps, StatusCheckSettings {
  deliver: Deliver
  catalogue: Pick<Catalogue, 'models'>
  readDurations: () => Promise<FindDuration>
}

export interface StatusChecks {
  /**
   * Returns the state of these open jobs, without deleted ones, and claims the status checks whose time has come. If
   * `claimed`, only this caller checks the provider, until the job's next check.
   */
  claim(jobs: JobRow[]): Promise<StatusCheck[]>
  /**
   * Claims the status check of one job. Returns null if the check is too early, another caller has the claim, or the
   * provider's rate is used up.
   */
  claimOne(jobId: string): Promise<JobRow | null>
  /**
   * Checks the provider for a job whose status check the caller claimed. `by` delivers the video. Default: this
   * server's deliveries.
   */
  refresh(job: JobRow, by?: Deliver): Promise<JobRow>
  /** Checks the provider if it's time for the job's status check, and no other caller does. */
  see(job: JobRow): Promise<JobRow>
}

export function createStatusChecks(deps: StatusCheckDeps): StatusChecks {
  const { jobs, providers, claims, catalogue, readDurations, deliver, intervalSeconds, checksPerSecond, log } = deps

  function getSpecifiedSeconds({ model, length_seconds, provider }: JobRow): UsualSeconds {
    const known = providers.find(provider)?.estimateSeconds
    if (known !== undefined) return { from: known, to: known }
    const durations = catalogue.models.find(({ id }) => id === model)?.durations ?? []
    return findDuration(durations, length_seconds)?.estimateSeconds ?? UNKNOWN_MODEL
  }

  async function planWait(job: JobRow): Promise<number> {
    if (intervalSeconds === 0) return 0
    const findDuration = await readDurations()
    const usual = findDuration(job) ?? getSpecifiedSeconds(job)
    const callsUs = providers.find(job.provider)?.readWebhook !== undefined
    return planNextStatusCheck(job.elapsed_seconds, usual, { shortest: intervalSeconds, callsUs })
  }

  async function claim(open: JobRow[]): Promise<StatusCheck[]> {
    const asked = open.map(async (job) => ({ id: job.id, wait: Math.min(await planWait(job), CLAIM_SECONDS) }))
    return jobs.claimStatusChecks(await Promise.all(asked), checksPerSecond)
  }

  async function refresh(job: JobRow, by = deliver): Promise<JobRow> {
    const after = await refreshJob(job, by, deps)
    const isSoon = after.is_delivering || after.task_missing || after.delivery_failures > 0
    if (isOpen(after) && !isSoon) await scheduleNext(after, by !== deliver)
    return after
  }

  /**
   * Never throws. If the next check isn't scheduled, the job is checked when the claim ends. A sweep claims every check
   * for CLAIM_SECONDS, but the next one may be due before.
   */
  async function scheduleNext(job: JobRow, isSweep: boolean): Promise<void> {
    const wait = await planWait(job)
    try {
      if (wait > CLAIM_SECONDS) await jobs.deferStatusCheck(job.id, wait)
      else if (isSweep && wait > 0) await jobs.scheduleCheckSoon(job.id, wait)
    } catch (error) {
      log({ level: 'warn', message: 'next status check not scheduled', jobId: job.id, cause: describeCause(error) })
    }
  }

  return {
    claim,
    claimOne: (jobId) => jobs.claim(jobId, intervalSeconds === 0 ? 0 : CLAIM_SECONDS, checksPerSecond),
    refresh,
    async see(job) {
      if (!isOpen(job)) return job
      await claims.returnOwed(job.id)
      if (!job.is_check_due) return job
      const [check] = await claim([job])
      return check?.claimed ? refresh(job) : job
    },
  }
}
