// Safe to run twice at once: rows are claimed, and a job is settled once.
import type { SweepReport } from '../../../../../contract/server.ts'
import { describeCause } from '../../log.ts'
import type { EraseDeps } from '../account/erase-deleted.ts'
import { eraseDeleted } from '../account/erase-deleted.ts'
import type { Ledger } from '../credits/ledger.ts'
import type { OutgoingWebhooks } from '../outgoing-webhooks/send-webhooks.ts'
import type { ShareRecords } from '../shares/share-records.ts'
import { deliverVideo } from './deliver-video.ts'
import { DEADLINE, type Deliver, logExpired, type RefreshDeps, refreshJob } from './refresh-job.ts'

const BATCH = 200
const LOOKS = 2000
// No delivery begins beyond this: 150 MB take 1 s of CPU time on Deno 2.1.4 (`npm run bench:delivery`), of a request's 2 s.
// A small file counts as 10 MB, a failed delivery as all of it.
const DELIVERED_BYTES = 100_000_000
const LEAST_BYTES = 10_000_000
/** A delivery counts so much while it runs: two begin side by side, and no third. */
const EXPECTED_BYTES = DELIVERED_BYTES / 2
/** No job is begun after this, so that a slow delivery ends before the next sweep, a minute later. */
const SWEEP_MS = 40_000

interface SweptRecords {
  ledger: Ledger
  shares: ShareRecords
  hooks: OutgoingWebhooks
}

export async function sweep(
  { ledger, shares, hooks }: SweptRecords,
  deps: RefreshDeps & EraseDeps,
): Promise<SweepReport> {
  const { jobs, providers, tasks, now, log } = deps
  const end = now().getTime() + SWEEP_MS
  const isOver = () => now().getTime() >= end
  let delivered = 0
  const deliver: Deliver = async (job, provider, taskId, url) => {
    if (delivered >= DELIVERED_BYTES) return 'under_way'
    delivered += EXPECTED_BYTES
    const after = await deliverVideo(job, provider, taskId, url, deps).finally(() => {
      delivered -= EXPECTED_BYTES
    })
    if (after !== 'under_way') delivered += Math.max(after.video_bytes ?? DELIVERED_BYTES, LEAST_BYTES)
    return after
  }
  const report: SweepReport = {
    released_holds: await runInBatches(isOver, () => ledger.releaseUnusedHolds(BATCH)),
    expired_jobs: 0,
    checked_jobs: 0,
    settled_jobs: 0,
    failed_checks: 0,
  }
  const names = providers.all.map(({ name }) => name)
  await tasks.retry()
  report.expired_jobs = await runInBatches(isOver, async () => {
    const expired = await jobs.expire(names, DEADLINE, BATCH)
    for (const job of expired) logExpired(job, log)
    return expired.length
  })
  const byJobId = providers.all.filter(({ taskIdOf }) => taskIdOf).map(({ name }) => name)
  await jobs.park(names, byJobId, DEADLINE.seconds)
  // Claimed one by one: when the platform ends this sweep early, the others are still due.
  async function checkJobs(provider: string): Promise<void> {
    for (const id of await jobs.listDue(provider, LOOKS, byJobId.includes(provider))) {
      if (isOver()) break
      const job = await jobs.claim(id)
      if (!job) continue
      report.checked_jobs += 1
      try {
        const after = await refreshJob(job, deliver, deps)
        if (after.settlement !== 'held') report.settled_jobs += 1
      } catch (cause) {
        report.failed_checks += 1
        log({ level: 'error', message: 'sweep could not check a job', jobId: job.id, cause: describeCause(cause) })
      }
    }
  }
  // Side by side: a provider that is slow to answer, or silent, keeps no other's jobs waiting.
  await Promise.all([...names.map(checkJobs), hooks.sendDue()])
  await shares.forgetExpired(BATCH)
  await hooks.webhooks.forget(BATCH)
  await eraseDeleted(deps, isOver)
  await ledger.forgetRates()
  await jobs.noteSweep()
  return report
}

async function runInBatches(isOver: () => boolean, take: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const taken = await take()
    total += taken
    if (taken < BATCH || isOver()) return total
  }
}
