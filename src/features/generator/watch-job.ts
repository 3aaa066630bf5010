// The second half of a job: its status is asked for, here or in another tab, until there is an outcome to show.
import { isQueued, type JobStatus, parseStatus } from '@/lib/job-status'
import { type Failure, jobFailure, MESSAGES, noUrlFailure, waitingNote } from '@/state/jobs/job-text'
import { fail, type JobDeps, type JobEnd, type Run, refreshCredits } from './job-run'
import { type PollOutcome, type PollProgress, poll } from './poll'
import { type WatchTogetherOptions, watchTogether } from './watch-together'

export function statusPath(taskId: string): string {
  return `/generation/${encodeURIComponent(taskId)}/status`
}

/** @param mayBeMissing the answer to create was lost, or nobody knows whether it was sent at all */
export async function watchJob(run: Run, taskId: string, mayBeMissing: boolean): Promise<JobEnd> {
  return finish(run, await watch(run, taskId, mayBeMissing))
}

/** Picks a job up again, after a reload or on another device: in gateway mode its id is its task id. */
export async function resumeJob(run: Run): Promise<JobEnd> {
  const outcome = await watch(run, run.job.jobId, true)
  if (outcome.type !== 'never_arrived') return finish(run, outcome)
  // The page was left before it was sent: nobody is waiting for a message about it.
  run.deps.dispatch({ type: 'generating_to_idle', runId: run.runId })
  return 'unknown'
}

async function watch({ job, runId, deps }: Run, taskId: string, mayBeMissing: boolean): Promise<PollOutcome> {
  const gateway = deps.videoMode === 'gateway'
  const path = statusPath(taskId)
  const onPoll = (pollCount: number) => deps.dispatch({ type: 'polling_to_polling', runId, pollCount })
  const onPolled = ({ misses }: PollProgress, status: JobStatus | null) => {
    deps.dispatch({ type: 'polling_heard', runId, misses, isQueued: status && isQueued(status) })
    if (typeof status?.elapsedSeconds !== 'number') return
    // The server's clock decides how long it has taken; this machine's may be an hour off after a reload.
    deps.dispatch({ type: 'polling_corrected', runId, startedAt: deps.now() - status.elapsedSeconds * 1000 })
  }
  const pollHere: WatchTogetherOptions['poll'] = async (before, signal, onProgress) => {
    const ask = () => deps.video.request({ method: 'GET', path, retries: 0, signal })
    const outcome = await poll({
      fetchStatus: async () => parseStatus(await ask()),
      sleep: deps.sleep,
      signal,
      onPoll,
      onPolled(progress, status) {
        onProgress(progress)
        onPolled(progress, status)
        if (gateway) deps.news.tell({ type: 'polled', jobId: job.jobId, misses: progress.misses, status })
      },
      needsSession: gateway,
      mayBeMissing,
      before,
    })
    if (outcome.type === 'succeeded') deps.announce(job)
    return outcome
  }
  // The vendor's task ids are known to this tab alone.
  if (!gateway) return pollHere({ pollCount: 0, misses: 0 }, deps.signal, () => {})
  return watchTogether({
    jobId: job.jobId,
    tabs: deps.tabs,
    news: deps.news,
    isShown: deps.isShown,
    onShown: deps.onShown,
    signal: deps.signal,
    poll: pollHere,
    onHeard(progress, status) {
      onPoll(progress.pollCount)
      onPolled(progress, status)
    },
  })
}

function finish(run: Run, outcome: PollOutcome): JobEnd {
  const { job, runId, deps } = run
  // Whatever it came to, the library shows it.
  if (deps.videoMode === 'gateway') deps.news.tell({ type: 'changed', jobId: job.jobId })
  switch (outcome.type) {
    case 'succeeded':
      deps.forgetJob(job.jobId)
      deps.dispatch({ type: 'polling_to_success', runId, videoUrl: outcome.url })
      refreshCredits(deps)
      return 'ended'
    case 'no_url':
      return fail(run, noUrlFailure(outcome.settlement), 'ended')
    case 'failed':
      return fail(run, jobFailure(outcome.failureCode, outcome.failMsg, outcome.settlement), 'ended')
    case 'stopped':
      deps.forgetJob(job.jobId)
      deps.dispatch({ type: 'polling_to_stopped', runId, credits: job.credits, isFromPoll: true })
      refreshCredits(deps)
      return 'ended'
    case 'never_arrived': {
      deps.credits.removePending(job.jobId)
      const charge = run.hold === 'held' ? waitingNote(job.credits) : MESSAGES.nothingHeld
      return fail(run, { kind: 'plain', message: MESSAGES.neverArrived, charge }, 'unsent')
    }
    case 'timed_out':
      return fail(run, timedOut(deps), 'ended')
    case 'signed_out':
      // The entry stays: signing in again picks the job up.
      deps.dispatch({
        type: 'generating_to_error',
        runId,
        failure: { kind: 'sign_in', message: MESSAGES.signedOutMeanwhile },
      })
      deps.endSession()
      return 'ended'
    default:
      return outcome satisfies never
  }
}

function timedOut({ videoMode }: JobDeps): Failure {
  if (videoMode === 'direct') return { kind: 'plain', message: MESSAGES.timedOut }
  return {
    kind: 'late',
    message: MESSAGES.timedOut,
    detail: MESSAGES.stillChecked,
    charge: MESSAGES.chargedIfItFinishes,
  }
}
