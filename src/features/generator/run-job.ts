// One job from the press of Generate to its end: hold, create, watch. One async function that knows no React; whatever
// it touches is passed in. Never rejects: each end is an action, and an aborted run ends without one.
import { ApiError, UnexpectedResponseError } from '@/lib/http/api-error'
import {
  consumeFailure,
  createFailure,
  type Failure,
  isLost,
  isReleased,
  isServerDown,
  MESSAGES,
  noTaskId,
  requestFailure,
} from '@/state/jobs/job-text'
import { PictureError } from './image/image-faults'
import type { JobInput } from './job-input'
import { fail, type JobEnd, type NewJob, type Run } from './job-run'
import { parseCreate } from './parse-create'
import type { Hold } from './stage/machine'
import { resumeJob, watchJob } from './watch-job'

/** @param makeInput reads the picture as well, which may fail with a PictureError */
export function runJob(run: Run<NewJob>, makeInput: () => Promise<JobInput>): Promise<JobEnd> {
  return guarded(run, async () => {
    const input = await makeInput()
    const held = await hold(run)
    if (typeof held !== 'string') return fail(run, held.failure, 'ended')
    run.deps.dispatch({ type: 'holding_to_creating', runId: run.runId, hold: held })
    return create({ ...run, hold: held }, input)
  })
}

/** Goes on with a job that was started before. */
export function pickUpJob(run: Run): Promise<JobEnd> {
  return guarded(run, () => resumeJob(run))
}

async function guarded(run: Run, work: () => Promise<JobEnd>): Promise<JobEnd> {
  try {
    return await work()
  } catch (error) {
    if (run.deps.signal.aborted) return 'ended'
    const message = error instanceof PictureError ? error.message : MESSAGES.fallback
    return fail(run, { kind: 'plain', message }, 'ended')
  }
}

async function hold({ job, deps }: Run<NewJob>): Promise<Hold | { failure: Failure }> {
  const { jobId, credits: amount } = job
  try {
    const description = `${job.modelName} video, ${job.length} seconds`
    const answer = await deps.consume({ jobId, amount, source: job.modelId, description, signal: deps.signal })
    deps.credits.setBalance(answer.balanceAfter)
    return answer.settlement
  } catch (error) {
    deps.signal.throwIfAborted()
    if (!isServerDown(error)) return { failure: consumeFailure(error, job) }
    // No answer, or a server in trouble: the deduction is shown, and create places the hold if there is none.
    deps.credits.addPending(jobId, amount)
    return 'pending'
  }
}

async function create(run: Run<NewJob>, input: JobInput): Promise<JobEnd> {
  const { job, deps } = run
  const gateway = deps.videoMode === 'gateway'
  let answer: unknown
  try {
    const request = { method: 'POST', path: `/${job.apiPath}`, body: { input }, signal: deps.signal } as const
    const headers = { 'Idempotency-Key': job.jobId, 'X-Quoted-Credits': String(job.credits) }
    answer = gateway
      ? await deps.video.request({ ...request, headers })
      : await deps.video.request({ ...request, retries: 0 })
  } catch (error) {
    deps.signal.throwIfAborted()
    // The job may exist. Its id is known, so asking for its status is the way to find out.
    if (gateway && isLost(error)) return created(run, job.jobId, true)
    // The library has it too, when the server had taken it and then gave it back.
    if (gateway && isReleased(error)) deps.news.tell({ type: 'changed', jobId: job.jobId })
    deps.credits.removePending(job.jobId)
    if (error instanceof UnexpectedResponseError && error.status < 300) {
      return fail(run, { kind: 'plain', message: noTaskId(error.body) }, 'ended')
    }
    if (!gateway) return fail(run, requestFailure(error), 'ended')
    return fail(run, createFailure(error, job), isRefused(error) ? 'unsent' : 'ended')
  }
  const taskId = parseCreate(answer)
  if (taskId !== null) return created(run, taskId, false)
  deps.credits.removePending(job.jobId)
  return fail(run, { kind: 'plain', message: noTaskId(answer) }, 'ended')
}

function created(run: Run, taskId: string, mayBeMissing: boolean): Promise<JobEnd> {
  const { job, runId, deps } = run
  deps.dispatch({ type: 'creating_to_polling', runId, taskId })
  if (deps.videoMode === 'gateway') deps.news.tell({ type: 'changed', jobId: job.jobId })
  return watchJob(run, taskId, mayBeMissing)
}

/** Turned down before anything was made, and the hold, if any, is still there for the next press. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 409 && !isReleased(error)
}
