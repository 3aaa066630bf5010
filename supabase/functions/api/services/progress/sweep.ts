// Completes unfinished work of all users once a minute. Two sweeps can run at the same time, because rows are claimed
// and a job is settled only once.
import type { SweepReport } from '../../../_shared/contract/server.ts'
import { describeCause } from '../../log.ts'
import type { EraseDeps } from '../account/erase-deleted.ts'
import { eraseDeleted } from '../account/erase-deleted.ts'
import type { NumberRecords } from '../admin/numbers.ts'
import type { Ledger } from '../credits/ledger.ts'
import { DEADLINE } from '../jobs/deadline.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { JobRecords } from '../jobs/jobs.ts'
import type { Outbox } from '../messages/outbox.ts'
import type { StatusChecks } from './claim-status-checks.ts'
import { deliverVideo } from './deliver-video.ts'
import { createDeliveryTurns } from './delivery-turns.ts'
import { DELIVERY_MS, type Deliver, logExpired, type RefreshDeps } from './refresh-job.ts'

const BATCH = 200
const CHECKS = 2000
/** The maximum rows of each kind that one call deletes. Queries on these rows wait for some milliseconds. */
const CLEARED = 1000
/** Concurrent status checks per provider, so that 10,000 jobs don't wait for slow responses. */
const SIDE_BY_SIDE = 8
/** The attempts in one sweep after a provider requested a short pause, and the time between them. */
const TURNS = 12
const TURN_MS = 1000
/** The pause after a job that another caller has claimed, or that exceeds the provider's rate. */
const PAUSE_MS = 100
/** No new job starts after this time, so that most deliveries end before the next sweep, a minute later. */
const SWEEP_MS = 40_000

interface SweepDeps extends RefreshDeps, EraseDeps {
  statusChecks: Pick<StatusChecks, 'claimOne' | 'refresh'>
  /** The age at which videos expire. Undefined means that videos don't expire. */
  keepVideosDays: number | undefined
}

interface SweptRecords {
  ledger: Ledger
  outbox: Pick<Outbox, 'sendDue'>
  numbers: Pick<NumberRecords, 'countFinishedDays'>
}

export async function sweep({ ledger, outbox, numbers }: SweptRecords, deps: SweepDeps): Promise<SweepReport> {
  const { jobs, statusChecks, providers, tasks, sleep, now, log } = deps
  const started = now().getTime()
  const end = started + SWEEP_MS
  const isOver = () => now().getTime() >= end
  const turns = createDeliveryTurns(isOver)
  // A slow file must leave time for deletions, and for recording the end of this sweep.
  const deliveryDeps = { ...deps, deliveriesEndAt: started + DELIVERY_MS }
  const deliverInTurn: Deliver = (job, provider, taskId, url) =>
    turns.take(job, provider.name, (onBytes) => deliverVideo(job, provider, taskId, url, { ...deliveryDeps, onBytes }))
  const report: SweepReport = {
    released_holds: await runInBatches(isOver, () => ledger.releaseUnusedHolds(BATCH)),
    expired_jobs: 0,
    checked_jobs: 0,
    settled_jobs: 0,
    failed_checks: 0,
    deleted_videos: 0,
  }
  const names = providers.all.map(({ name }) => name)
  await tasks.retry()
  report.expired_jobs = await runInBatches(isOver, async () => {
    const expired = await jobs.expire(names, DEADLINE, BATCH)
    for (const job of expired) logExpired(job, log)
    return expired.length
  })
  const byJobId = providers.all.filter(({ taskIdOf }) => taskIdOf).map(({ name }) => name)
  await jobs.deferUnreachable(names, byJobId, DEADLINE.seconds)
  // Jobs are claimed one by one. If the platform ends this sweep early, the next one checks the others.
  async function checkJobs(name: string): Promise<void> {
    for (let turn = 1; (await checkDue(name)) > 0 && turn < TURNS && !isOver(); turn += 1) await sleep(TURN_MS)
  }
  // Returns the number of jobs that couldn't be claimed. The list excludes jobs that another caller has claimed.
  async function checkDue(name: string): Promise<number> {
    const ids = (await jobs.listDue(name, CHECKS, byJobId.includes(name))).values()
    let left = 0
    const checkNext = async () => {
      for (const id of ids) {
        if (isOver()) break
        const job = await statusChecks.claimOne(id)
        if (job) await checkJob(job)
        else {
          left += 1
          await sleep(PAUSE_MS)
        }
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, checkNext))
    return left
  }
  async function checkJob(job: JobRow): Promise<void> {
    report.checked_jobs += 1
    try {
      const after = await statusChecks.refresh(job, deliverInTurn)
      if (after.settlement !== 'held') report.settled_jobs += 1
    } catch (cause) {
      report.failed_checks += 1
      log({ level: 'error', message: 'sweep could not check a job', jobId: job.id, cause: describeCause(cause) })
    }
  }
  // Runs in parallel, so that a slow provider doesn't delay the jobs of another one.
  await Promise.all([...names.map(checkJobs), outbox.sendDue()])
  await eraseDeleted(deps, isOver)
  report.deleted_videos = await runInBatches(isOver, () => jobs.expireVideos(deps.keepVideosDays, BATCH))
  await clearOldRecords(jobs, isOver)
  await jobs.recordSweep()
  // If this fails, credits and videos are nevertheless as they should be, so no alert says that the sweep is silent.
  await numbers.countFinishedDays()
  return report
}

async function runInBatches(isOver: () => boolean, run: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const done = await run()
    total += done
    if (done < BATCH || isOver()) return total
  }
}

/** Deletes old records in batches, and at least one batch. */
async function clearOldRecords(jobs: Pick<JobRecords, 'clearOldRecords'>, isOver: () => boolean): Promise<void> {
  while ((await jobs.clearOldRecords(CLEARED)) > 0 && !isOver()) {}
}
