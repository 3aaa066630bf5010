import { describeCause } from '../middleware/request-log.ts'
import { deleteFiles } from './delete-job.ts'
import type { Ledger } from './ledger.ts'
import { type RefreshDeps, refreshJob } from './refresh-job.ts'

/** Rows per call: small, so that a sweep ends well inside a function's time limit. */
const BATCH = 20

export interface SweepReport {
  released_holds: number
  checked_jobs: number
  settled_jobs: number
  failed_checks: number
}

/** Settles what nobody watches. Safe to run twice at once: rows are claimed, and settling is once per job. */
export async function sweep(ledger: Ledger, deps: RefreshDeps): Promise<SweepReport> {
  const now = deps.now()
  const report: SweepReport = {
    released_holds: await ledger.releaseUnusedHolds(now, BATCH),
    checked_jobs: 0,
    settled_jobs: 0,
    failed_checks: 0,
  }
  await ledger.forgetRates(now)
  await deps.tasks.retry()
  for (const job of await deps.jobs.claimOpen(now, BATCH)) {
    report.checked_jobs += 1
    try {
      const after = await refreshJob(job, deps)
      if (after.settlement !== 'held') report.settled_jobs += 1
    } catch (cause) {
      // One job that cannot be settled now must not keep the others waiting: the next sweep takes it again.
      report.failed_checks += 1
      deps.log({ level: 'error', message: 'sweep could not check a job', jobId: job.id, cause: describeCause(cause) })
    }
  }
  await deleteFiles(await deps.jobs.takeFilesToDelete(now, BATCH), deps)
  return report
}
