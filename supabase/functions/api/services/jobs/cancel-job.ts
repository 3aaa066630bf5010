// Stopping a job. The credits return on one of two words alone: our own, that no provider was ever called, or the provider's,
// that it did not start or will not charge. The request is stored before the provider is asked, so that the sweep asks again
// where a server died, or the provider was silent, in between.
import { RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { CancelOutcome, VideoProvider } from '../providers/provider.ts'
import type { CancelledHold, Job, Jobs } from './jobs.ts'

/** How often a provider that has not decided is asked while the user waits, and how long between. */
const ASK_ATTEMPTS = 3
const ASK_INTERVAL_MS = 1000

/** What became of a cancel; `hold` is a job whose request never arrived. */
export type CancelResult = { outcome: 'stopped' | 'too_late' | 'already_finished' } & (
  | { job: Job }
  | { hold: CancelledHold }
)

export interface CancelDeps {
  jobs: Jobs
  /** Null where no gateway makes videos. */
  provider: VideoProvider | null
  sleep: (ms: number) => Promise<void>
  log: Log
}

/** Whether the provider has a call that may still stop this job. */
export function canCancel(job: Job, provider: VideoProvider | null): boolean {
  return job.status === 'running' && job.queued && stopCall(job, provider) !== null
}

/** Stops a user's job where it can be stopped. Throws RequestError where there is none, or nobody can say yet. */
export async function cancelJob(jobId: string, userId: string, deps: CancelDeps): Promise<CancelResult> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await deps.jobs.requestCancel(jobId, userId)
    switch (answer.outcome) {
      case 'not_found':
        throw new RequestError('not_found', 'There is no such job.')
      case 'stopped':
      case 'already_finished':
        return answer
      case 'unsent':
        // Its create is under way, or its answer was lost: only an answer brings the id that a provider can be asked with.
        if (answer.job.status === 'unknown' || !deps.provider?.cancel || attempt === ASK_ATTEMPTS) {
          return { outcome: 'too_late', job: answer.job }
        }
        break
      case 'ask': {
        const result = await askProvider(answer.job, deps)
        if (result) return result
        break
      }
      case 'busy':
        break
      default:
        return answer satisfies never
    }
    if (attempt === ASK_ATTEMPTS) throw undecided()
    await deps.sleep(ASK_INTERVAL_MS)
  }
}

/** For a poll or a sweep: asks once more about a request that is still open. Answers the job as it then stands. */
export async function retryCancel(job: Job, deps: CancelDeps): Promise<Job> {
  const answer = await deps.jobs.requestCancel(job.id, job.user_id)
  if (answer.outcome !== 'ask') return job
  const result = await askProvider(answer.job, deps)
  return result && 'job' in result ? result.job : job
}

/** Null when the provider has not decided. The caller has the right to ask. */
async function askProvider(job: Job, { jobs, provider, log }: CancelDeps): Promise<CancelResult | null> {
  const answer = (await stopCall(job, provider)?.()) ?? { kind: 'too_late' as const }
  switch (answer.kind) {
    case 'stopped': {
      const after = await jobs.release(job.id, 'cancelled')
      return { outcome: after.failure_code === 'cancelled' ? 'stopped' : 'already_finished', job: after }
    }
    case 'too_late':
      await jobs.endCancel(job.id, true)
      return { outcome: 'too_late', job }
    case 'no_news':
      log({
        level: 'warn',
        message: 'provider has not said whether it stopped',
        jobId: job.id,
        cause: describeCause(answer.cause),
      })
      await jobs.endCancel(job.id, false)
      return null
    default:
      return answer satisfies never
  }
}

/** The call that may stop this job; null where its provider has none, or knows it by no id. */
function stopCall(job: Job, provider: VideoProvider | null): (() => Promise<CancelOutcome>) | null {
  const taskId = job.provider_task_id
  if (!taskId || !provider?.cancel || provider.name !== job.provider) return null
  const { cancel } = provider
  return () => cancel(taskId)
}

function undecided(): RequestError {
  return new RequestError(
    'cancel_undecided',
    'The video service has not said yet whether it could stop. It is asked again.',
  )
}
