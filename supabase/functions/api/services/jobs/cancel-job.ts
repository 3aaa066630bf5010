// Cancels a job. Credits are returned only if no provider was called, or if the provider confirms that it won't
// generate or charge. The cancellation is stored before the provider is called. The sweep can then repeat it after a
// crash or a lost response.
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { createUnknownJobError, RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { CancelOutcome, Providers } from '../providers/provider.ts'
import type { JobRow } from './job-row.ts'
import type { CancelledHold, JobRecords } from './jobs.ts'

const ASK_ATTEMPTS = 3
const ASK_INTERVAL_MS = 1000
/** How often a request looks whether another one has canceled the job. A provider has 20 s to answer. */
const BUSY_ATTEMPTS = 20

export type CancelResult = { outcome: 'stopped' | 'too_late' | 'already_finished' } & (
  | { job: JobRow }
  | { hold: CancelledHold }
)

export interface CancelDeps {
  jobs: JobRecords
  providers: Providers
  sleep: (ms: number) => Promise<void>
  log: Log
}

export function canCancel(job: JobRow, providers: Providers): boolean {
  const isInTime = job.queued || providers.find(job.provider)?.cancels === 'always'
  return job.status === 'running' && isInTime && prepareStop(job, providers) !== null
}

/** Throws RequestError if the job doesn't exist, or if the provider hasn't decided yet. */
export async function cancelJob(jobId: string, userId: string, deps: CancelDeps): Promise<CancelResult> {
  let busy = 0
  for (let attempt = 1; ; ) {
    const answer = await deps.jobs.requestCancel(jobId, userId)
    switch (answer.outcome) {
      case 'not_found':
        throw createUnknownJobError()
      case 'stopped':
      case 'already_finished':
        return answer
      case 'unsent':
        // The create request is in progress, or its response was lost. Without a task ID, the provider can't cancel.
        if (
          answer.job.status === 'unknown' ||
          !deps.providers.find(answer.job.provider)?.cancel ||
          attempt === ASK_ATTEMPTS
        ) {
          return { outcome: 'too_late', job: answer.job }
        }
        break
      case 'ask': {
        const result = await askProvider(answer.job, deps)
        if (result) return result
        break
      }
      case 'busy':
        busy += 1
        break
      default:
        return answer satisfies never
    }
    if (answer.outcome !== 'busy') attempt += 1
    if (attempt > ASK_ATTEMPTS || busy === BUSY_ATTEMPTS) throw new RequestError(REFUSALS.cancelPending())
    await deps.sleep(ASK_INTERVAL_MS)
  }
}

export async function retryCancel(job: JobRow, deps: CancelDeps): Promise<JobRow> {
  const answer = await deps.jobs.requestCancel(job.id, job.user_id)
  if (answer.outcome !== 'ask') return job
  const result = await askProvider(answer.job, deps)
  return result && 'job' in result ? result.job : job
}

async function askProvider(job: JobRow, { jobs, providers, log }: CancelDeps): Promise<CancelResult | null> {
  const answer = (await prepareStop(job, providers)?.()) ?? { kind: 'too_late' as const }
  switch (answer.kind) {
    case 'stopped': {
      const after = await jobs.release(job.id, 'cancelled')
      return { outcome: after.failure_code === 'cancelled' ? 'stopped' : 'already_finished', job: after }
    }
    case 'too_late':
      await jobs.finishCancelRequest(job.id, true)
      return { outcome: 'too_late', job }
    case 'no_news':
      log({
        level: 'warn',
        message: 'provider has not confirmed the cancellation',
        jobId: job.id,
        cause: describeCause(answer.cause),
      })
      await jobs.finishCancelRequest(job.id, false)
      return null
    default:
      return answer satisfies never
  }
}

function prepareStop(job: JobRow, providers: Providers): (() => Promise<CancelOutcome>) | null {
  const taskId = job.provider_task_id
  const cancel = providers.find(job.provider)?.cancel
  if (!taskId || !cancel) return null
  return () => cancel(taskId)
}
