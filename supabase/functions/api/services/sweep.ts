import { describeCause } from '../middleware/request-log.ts'
import { deleteFiles } from './delete-job.ts'
import { deliverVideo } from './deliver-video.ts'
import type { Ledger } from './ledger.ts'
import { type Deliver, type RefreshDeps, refreshJob } from './refresh-job.ts'

/** Rows per sweep: few, so that it ends well inside a function's time limit. */
const BATCH = 20
/** Deliveries per sweep: each may take a quarter of the CPU time that a request of an Edge Function has. */
const MAX_DELIVERIES = 3
/** No job is begun on after this, so that a slow delivery does not meet the next sweep. */
const SWEEP_MS = 40_000

export interface SweepReport {
  released_holds: number
  checked_jobs: number
  settled_jobs: number
  failed_checks: number
}

/** Settles what nobody watches. Safe to run twice at once: rows are claimed, and settling is once per job. */
export async function sweep(ledger: Ledger, deps: RefreshDeps): Promise<SweepReport> {
  const report: SweepReport = {
    released_holds: await ledger.releaseUnusedHolds(BATCH),
    checked_jobs: 0,
    settled_jobs: 0,
    failed_checks: 0,
  }
  await ledger.forgetRates()
  await deps.tasks.retry()
  // One at a time: where a slow vendor or a limit of the platform ends this sweep early, the jobs it did not come to are
  // the first of the next one, and not claimed and left aside.
  const started = deps.now().getTime()
  let deliveries = 0
  const deliver: Deliver = (job, taskId, url) => {
    deliveries += 1
    return deliverVideo(job, taskId, url, deps)
  }
  const isEnough = () => deliveries === MAX_DELIVERIES || deps.now().getTime() - started > SWEEP_MS
  for (; report.checked_jobs < BATCH && !isEnough(); report.checked_jobs += 1) {
    const [job] = await deps.jobs.claimOpen(1)
    if (!job) break
    try {
      const after = await refreshJob(job, deliver, deps)
      if (after.settlement !== 'held') report.settled_jobs += 1
    } catch (cause) {
      // One job that cannot be settled now must not keep the others waiting: the next sweep takes it again.
      report.failed_checks += 1
      deps.log({ level: 'error', message: 'sweep could not check a job', jobId: job.id, cause: describeCause(cause) })
    }
  }
  await deleteFiles(await deps.jobs.takeFilesToDelete(BATCH), deps)
  return report
}
