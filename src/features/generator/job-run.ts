// What a run of a job works with, and how each run ends. The steps are in run-job.ts and watch-job.ts.
import type { ModelId } from '@/config/models'
import type { Tabs } from '@/lib/browser/tabs'
import type { CreditsApi } from '@/lib/credits-api'
import type { Http } from '@/lib/http/http'
import type { JobNews } from '@/state/jobs/job-news'
import type { Failure } from '@/state/jobs/job-text'
import type { Action, Hold, JobFacts } from './stage/machine'

/** A job that is still to be made: a running one needs only its facts. */
export interface NewJob extends JobFacts {
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
    addPending(jobId: string, amount: number): void
    removePending(jobId: string): void
    refresh(): Promise<void>
  }
  /** The stored entry of this job. */
  forgetJob(jobId: string): void
  /** The server does not know this person any more: the way to sign in again must be open. */
  endSession(): void
  tabs: Tabs
  news: JobNews
  isShown(): boolean
  onShown(callback: () => void): () => void
  /** Called in the one tab that polled, when the video is there. */
  announce(job: JobFacts): void
  sleep(ms: number, signal: AbortSignal): Promise<void>
  now(): number
  dispatch(action: Action): void
  signal: AbortSignal
}

/**
 * `unsent`: the server never started this job, so the next press may use its id, and with it its hold, again.
 * `unknown`: a job that was picked up, and that the server never heard of.
 */
export type JobEnd = 'ended' | 'unsent' | 'unknown'

export interface Run<J extends JobFacts = JobFacts> {
  job: J
  runId: number
  deps: JobDeps
  /** How the hold stands, once it was asked for in this run. */
  hold?: Hold
}

export function fail({ job, runId, deps }: Run, failure: Failure, end: JobEnd): JobEnd {
  deps.forgetJob(job.jobId)
  deps.dispatch({ type: 'generating_to_error', runId, failure })
  if (failure.kind === 'sign_in') deps.endSession()
  else refreshCredits(deps)
  return end
}

/** Not waited for: the balance is a view, and a job has ended even if it cannot be read now. */
export function refreshCredits(deps: JobDeps): void {
  deps.credits.refresh().catch(() => undefined)
}
