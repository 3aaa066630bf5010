// One job from the press of Generate to its end: hold, create, poll. One async function that knows no React; whatever
// it touches is passed in. Never rejects: each end is an action, and an aborted run ends without one.
import type { ModelId } from '@/config/models'
import { ApiError, UnexpectedResponseError } from '@/lib/api-error'
import type { CreditsApi } from '@/lib/credits-api'
import type { Http } from '@/lib/http'
import { parseStatus } from '@/lib/job-status'
import type { JobInput } from './job-input'
import type { Action, Hold, JobFacts } from './machine'
import {
  consumeFailure,
  createFailure,
  type Failure,
  isLost,
  isReleased,
  isServerDown,
  jobFailure,
  MESSAGES,
  noTaskId,
  noUrlFailure,
  requestFailure,
  waitingNote,
} from './messages'
import { parseCreate } from './parse-create'
import { PictureError } from './picture-faults'
import { type PollOptions, type PollOutcome, poll } from './poll'

export interface Job extends JobFacts {
  modelId: ModelId
  /** Path of the create call. */
  apiPath: string
}

export interface JobDeps {
  video: Http
  /** `direct`: the vendor itself answers; it gets nothing of ours, and a create is never repeated. */
  videoMode: 'gateway' | 'direct'
  consume: CreditsApi['consume']
  credits: {
    setBalance(balance: number): void
    addPendingDeduction(jobId: string, amount: number): void
    removePendingDeduction(jobId: string): void
    refresh(): Promise<void>
  }
  /** The stored entry of this job. */
  forgetJob(jobId: string): void
  /** The server does not know this person any more: the way to sign in again must be open. */
  endSession(): void
  /** Tries for a fresh session; false when the person has to sign in. Rejects when that cannot be known now. */
  renewSession(): Promise<boolean>
  sleep(ms: number, signal: AbortSignal): Promise<void>
  now(): number
  dispatch(action: Action): void
  signal: AbortSignal
}

/** `unsent`: the server never started this job, so the next press may use its id, and with it its hold, again. */
export type JobEnd = 'ended' | 'unsent'

interface Context {
  job: Job
  runId: number
  deps: JobDeps
  /** How the hold stands, once it was asked for in this run. */
  hold?: Hold
}

/** @param makeInput reads the picture as well, which may fail with a PictureError */
export async function runJob(
  job: Job,
  runId: number,
  makeInput: () => Promise<JobInput>,
  deps: JobDeps,
): Promise<JobEnd> {
  return guarded({ job, runId, deps }, async (context) => {
    const input = await makeInput()
    const held = await hold(context)
    if (typeof held !== 'string') return fail(context, held.failure, 'ended')
    deps.dispatch({ type: 'holding_to_creating', runId, hold: held })
    return create({ ...context, hold: held }, input)
  })
}

/**
 * Picks a job up again after a reload: in gateway mode its id is its task id.
 * @param maxPolls 1 for a job that timed out before: the form is not kept waiting for it a second time
 */
export async function resumeJob(job: Job, runId: number, deps: JobDeps, maxPolls?: number): Promise<JobEnd> {
  return guarded({ job, runId, deps }, async (context) => {
    const outcome = await watch(context, job.jobId, { mayBeMissing: true, ...(maxPolls ? { maxPolls } : {}) })
    if (outcome.type === 'never_arrived' || (outcome.type === 'timed_out' && maxPolls)) {
      // Never sent, because the page was left before: nobody is waiting for a message about it. Or still being made.
      if (outcome.type === 'never_arrived') deps.forgetJob(job.jobId)
      deps.dispatch({ type: 'generating_to_idle', runId })
      return 'ended'
    }
    return finish(context, outcome)
  })
}

async function guarded(context: Context, work: (context: Context) => Promise<JobEnd>): Promise<JobEnd> {
  try {
    return await work(context)
  } catch (error) {
    if (context.deps.signal.aborted) return 'ended'
    const message = error instanceof PictureError ? error.message : MESSAGES.fallback
    return fail(context, { kind: 'plain', message }, 'ended')
  }
}

async function hold({ job, deps }: Context): Promise<Hold | { failure: Failure }> {
  const { jobId, credits: amount } = job
  try {
    const description = `${job.modelName} video, ${job.length} seconds`
    const answer = await renewing(deps, () =>
      deps.consume({ jobId, amount, source: job.modelId, description, signal: deps.signal }),
    )
    deps.credits.setBalance(answer.balanceAfter)
    return answer.settlement
  } catch (error) {
    deps.signal.throwIfAborted()
    if (!isServerDown(error)) return { failure: consumeFailure(error, job) }
    // No answer, or a server in trouble: the deduction is shown, and create places the hold if there is none.
    deps.credits.addPendingDeduction(jobId, amount)
    return 'pending'
  }
}

async function create(context: Context, input: JobInput): Promise<JobEnd> {
  const { job, deps } = context
  const gateway = deps.videoMode === 'gateway'
  let answer: unknown
  try {
    const request = { method: 'POST', path: `/${job.apiPath}`, body: { input }, signal: deps.signal } as const
    const headers = { 'Idempotency-Key': job.jobId, 'X-Quoted-Credits': String(job.credits) }
    answer = gateway
      ? await renewing(deps, () => deps.video.request({ ...request, headers }))
      : await deps.video.request({ ...request, retries: 0 })
  } catch (error) {
    deps.signal.throwIfAborted()
    // The job may exist. Its id is known, so asking for its status is the way to find out.
    if (gateway && isLost(error)) return watchFrom(context, job.jobId, true)
    deps.credits.removePendingDeduction(job.jobId)
    if (error instanceof UnexpectedResponseError && error.status < 300) {
      return fail(context, { kind: 'plain', message: noTaskId(error.body) }, 'ended')
    }
    if (!gateway) return fail(context, requestFailure(error), 'ended')
    return fail(context, createFailure(error, job), isRefused(error) ? 'unsent' : 'ended')
  }
  const taskId = parseCreate(answer)
  if (taskId !== null) return watchFrom(context, taskId, false)
  deps.credits.removePendingDeduction(job.jobId)
  return fail(context, { kind: 'plain', message: noTaskId(answer) }, 'ended')
}

/** Turned down before anything was made, and the hold, if any, is still there for the next press. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 409 && !isReleased(error)
}

async function watchFrom(context: Context, taskId: string, mayBeMissing: boolean): Promise<JobEnd> {
  context.deps.dispatch({ type: 'creating_to_polling', runId: context.runId, taskId })
  return finish(context, await watch(context, taskId, { mayBeMissing }))
}

export function statusPath(taskId: string): string {
  return `/generation/${encodeURIComponent(taskId)}/status`
}

async function watch(
  { runId, deps }: Context,
  taskId: string,
  limits: Pick<PollOptions, 'mayBeMissing' | 'maxPolls'>,
): Promise<PollOutcome> {
  const path = statusPath(taskId)
  const gateway = deps.videoMode === 'gateway'
  const ask = () => deps.video.request({ method: 'GET', path, retries: 0, signal: deps.signal })
  return poll({
    fetchStatus: async () => parseStatus(await (gateway ? renewing(deps, ask) : ask())),
    sleep: deps.sleep,
    signal: deps.signal,
    onPoll: (pollCount) => deps.dispatch({ type: 'polling_to_polling', runId, pollCount }),
    onNews: ({ elapsedSeconds }) => {
      deps.dispatch({ type: 'polling_heard', runId, misses: 0 })
      if (elapsedSeconds === null) return
      // The server's clock decides how long it has taken; this machine's may be an hour off after a reload.
      deps.dispatch({ type: 'polling_corrected', runId, startedAt: deps.now() - elapsedSeconds * 1000 })
    },
    onMiss: (misses) => deps.dispatch({ type: 'polling_heard', runId, misses }),
    needsSession: gateway,
    ...limits,
  })
}

function finish(context: Context, outcome: PollOutcome): JobEnd {
  const { job, runId, deps } = context
  switch (outcome.type) {
    case 'succeeded':
      deps.forgetJob(job.jobId)
      deps.dispatch({ type: 'polling_to_success', runId, videoUrl: outcome.url })
      refreshCredits(deps)
      return 'ended'
    case 'no_url':
      return fail(context, noUrlFailure(outcome.settlement), 'ended')
    case 'failed':
      return fail(context, jobFailure(outcome.failMsg, outcome.settlement), 'ended')
    case 'never_arrived':
      deps.credits.removePendingDeduction(job.jobId)
      return fail(
        context,
        {
          kind: 'plain',
          message: MESSAGES.neverArrived,
          charge: context.hold === 'held' ? waitingNote(job.credits) : MESSAGES.nothingHeld,
        },
        'unsent',
      )
    case 'timed_out': {
      // The job is still the server's: its entry stays, so that a reload asks again.
      const failure: Failure =
        deps.videoMode === 'gateway'
          ? {
              kind: 'late',
              message: MESSAGES.timedOut,
              detail: MESSAGES.stillChecked,
              charge: MESSAGES.chargedIfItFinishes,
            }
          : { kind: 'plain', message: MESSAGES.timedOut }
      deps.dispatch({ type: 'generating_to_error', runId, failure })
      refreshCredits(deps)
      return 'ended'
    }
    case 'signed_out':
      // The entry stays here as well: signing in again picks the job up.
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

function fail({ job, runId, deps }: Context, failure: Failure, end: JobEnd): JobEnd {
  deps.forgetJob(job.jobId)
  deps.dispatch({ type: 'generating_to_error', runId, failure })
  if (failure.kind === 'sign_in') deps.endSession()
  else refreshCredits(deps)
  return end
}

/** A token may have died before its time: one fresh session and one more try. Every call of ours may be repeated. */
async function renewing<T>(deps: JobDeps, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isDead = error instanceof ApiError && error.status === 401
    if (!isDead || !(await deps.renewSession())) throw error
    return call()
  }
}

/** Not waited for: the balance is a view, and a job has ended even if it cannot be read now. */
function refreshCredits(deps: JobDeps): void {
  deps.credits.refresh().catch(() => undefined)
}
