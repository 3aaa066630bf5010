// Runs one status check per job, however many callers wait for it (docs/decisions/005-status-checks.md). The database
// decides which caller checks the provider.
import { isOpen, type JobRow } from '../jobs/job-row.ts'
import type { StatusCheck } from '../jobs/status-check-records.ts'
import { type Deliver, type RefreshDeps, refreshJob } from './refresh-job.ts'

/** The duration of a claim in seconds. If its caller crashes, other callers wait no longer than this. */
const CLAIM_SECONDS = 30

export interface StatusCheckSettings {
  /** The minimum seconds between two status checks of a job. */
  intervalSeconds: number
  /** The maximum status checks per second at one provider, across all servers. */
  checksPerSecond: number
}

export interface StatusCheckDeps extends RefreshDeps, StatusCheckSettings {
  deliver: Deliver
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
  const { jobs, claims, planWait, deliver, intervalSeconds, checksPerSecond } = deps

  async function claim(open: JobRow[]): Promise<StatusCheck[]> {
    const asked = open.map(async (job) => ({ id: job.id, wait: Math.min(await planWait(job), CLAIM_SECONDS) }))
    return jobs.claimStatusChecks(await Promise.all(asked), checksPerSecond)
  }

  const refresh = (job: JobRow, by = deliver) => refreshJob(job, by, deps)

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
