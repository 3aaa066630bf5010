// The person's jobs as the server told them, newest first. Effects are in jobs-store.ts.
import { isOpen, type Job, type JobPage } from '@/lib/jobs-api'

/** A job with its start on this machine's clock, counted back from the server's elapsed seconds. */
export type KnownJob = Job & { startedAt: number }

interface Ready {
  status: 'ready'
  userId: string
  jobs: readonly KnownJob[]
  /** Where the next page begins; null when everything is here. */
  nextCursor: string | null
  more: 'idle' | 'loading' | 'failed'
}

export type JobsState =
  | { status: 'closed' }
  | { status: 'loading'; userId: string }
  | { status: 'failed'; userId: string; reason: 'unreachable' | 'signed_out' }
  | Ready

export type JobsAction =
  | { type: 'opened'; userId: string }
  | { type: 'closed' }
  | { type: 'first_page'; page: JobPage; now: number }
  | { type: 'page_failed'; reason: 'unreachable' | 'signed_out' }
  | { type: 'more_asked' }
  | { type: 'more_page'; page: JobPage; now: number }
  | { type: 'more_failed' }
  | { type: 'job_told'; job: Job; now: number }
  | { type: 'job_heard'; jobId: string; isQueued: boolean; elapsedSeconds: number | null; now: number }
  | { type: 'job_gone'; jobId: string }

export const CLOSED: JobsState = { status: 'closed' }

/** The server counts whole seconds and its answers take time: below this, a correction would only make clocks jump. */
const CLOCK_SLACK_MS = 3000

export function jobsReducer(state: JobsState, action: JobsAction): JobsState {
  switch (action.type) {
    case 'opened':
      return { status: 'loading', userId: action.userId }
    case 'closed':
      return CLOSED
    case 'first_page':
      return state.status === 'closed' ? state : withFirstPage(state, action.page, action.now)
    case 'page_failed':
      // What is on the screen stays: only a first page that never came leaves nothing to show.
      return state.status === 'loading' ? { status: 'failed', userId: state.userId, reason: action.reason } : state
    case 'more_asked':
      return state.status === 'ready' ? { ...state, more: 'loading' } : state
    case 'more_page':
      if (state.status !== 'ready') return state
      return {
        ...state,
        more: 'idle',
        nextCursor: action.page.nextCursor,
        jobs: merged(state.jobs, known(action.page.jobs, action.now)),
      }
    case 'more_failed':
      return state.status === 'ready' ? { ...state, more: 'failed' } : state
    case 'job_told':
      if (state.status !== 'ready' || isBeyond(state, action.job)) return state
      return { ...state, jobs: merged(state.jobs, known([action.job], action.now)) }
    case 'job_heard':
      return state.status === 'ready' ? { ...state, jobs: withWord(state.jobs, action) } : state
    case 'job_gone':
      if (state.status !== 'ready') return state
      return { ...state, jobs: state.jobs.filter(({ id }) => id !== action.jobId) }
    default:
      return action satisfies never
  }
}

/** Older pages that were loaded stay; what the first page should hold and does not was deleted elsewhere. */
function withFirstPage(state: Exclude<JobsState, { status: 'closed' }>, page: JobPage, now: number): Ready {
  const fresh = known(page.jobs, now)
  const last = fresh.at(-1)
  if (state.status !== 'ready' || !last || page.nextCursor === null) {
    return { status: 'ready', userId: state.userId, jobs: fresh, nextCursor: page.nextCursor, more: 'idle' }
  }
  const older = state.jobs.filter((job) => newestFirst(last, job) < 0)
  const nextCursor = older.length > 0 ? state.nextCursor : page.nextCursor
  return { ...state, jobs: [...fresh, ...older], nextCursor }
}

/** A job older than the last one here belongs to a page that is not loaded yet. */
function isBeyond({ jobs, nextCursor }: Ready, job: Job): boolean {
  const last = jobs.at(-1)
  return nextCursor !== null && last !== undefined && newestFirst(last, job) < 0
}

function withWord(jobs: readonly KnownJob[], { jobId, isQueued, elapsedSeconds, now }: JobHeard): readonly KnownJob[] {
  return jobs.map((job) => {
    if (job.id !== jobId || !isOpen(job)) return job
    const told = elapsedSeconds === null ? job.startedAt : now - elapsedSeconds * 1000
    return { ...job, status: isQueued ? 'waiting' : 'running', startedAt: steady(job.startedAt, told) }
  })
}

type JobHeard = Extract<JobsAction, { type: 'job_heard' }>

function known(jobs: readonly Job[], now: number): KnownJob[] {
  return jobs.map((job) => ({ ...job, startedAt: now - job.elapsedSeconds * 1000 }))
}

function merged(jobs: readonly KnownJob[], incoming: readonly KnownJob[]): readonly KnownJob[] {
  const before = new Map(jobs.map((job) => [job.id, job]))
  for (const job of incoming) {
    const known = before.get(job.id)
    before.set(job.id, known ? { ...job, startedAt: steady(known.startedAt, job.startedAt) } : job)
  }
  return [...before.values()].sort(newestFirst)
}

function steady(before: number, told: number): number {
  return Math.abs(told - before) < CLOCK_SLACK_MS ? before : told
}

/** Times of one server are written alike, so that their text sorts as they do. */
function newestFirst(a: Job, b: Job): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
