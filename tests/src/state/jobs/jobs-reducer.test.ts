import type { Job } from '@contract'
import { describe, expect, it } from 'vitest'
import { CLOSED, type JobsAction, type JobsState, jobsReducer, type KnownJob } from '@/state/jobs/jobs-reducer'
import { openJob, testJob } from '../../../support/app/jobs'

const NOW = 1_790_000_000_000

/** Jobs by the minute they were made in: the later, the newer. */
function jobAt(minute: number, patch: Partial<Job> = {}): Job {
  return testJob({ id: `job-${minute}`, createdAt: `2026-11-20T09:${String(minute).padStart(2, '0')}:00Z`, ...patch })
}

function apply(state: JobsState, ...actions: JobsAction[]): JobsState {
  return actions.reduce(jobsReducer, state)
}

function pageOf(minutes: number[], nextCursor: string | null = null) {
  return { jobs: minutes.map((minute) => jobAt(minute)), nextCursor }
}

const loading = apply(CLOSED, { type: 'opened', userId: 'ada' })
const ready = (minutes: number[], nextCursor: string | null = null) =>
  apply(loading, { type: 'first_page', page: pageOf(minutes, nextCursor), now: NOW })

function ids(state: JobsState): string[] {
  return state.status === 'ready' ? state.jobs.map(({ id }) => id) : []
}
function find(state: JobsState, id: string): KnownJob | undefined {
  return state.status === 'ready' ? state.jobs.find((job) => job.id === id) : undefined
}

describe('the jobs of a person', () => {
  it('are here with the first page, and say when each began by this clock', () => {
    const state = apply(loading, { type: 'first_page', page: { jobs: [openJob()], nextCursor: null }, now: NOW })
    expect(state).toMatchObject({ status: 'ready', userId: 'ada', nextCursor: null, more: 'idle' })
    expect(find(state, openJob().id)?.startedAt).toBe(NOW - 60_000)
  })

  it('grow by pages, each job once', () => {
    const state = apply(
      ready([9, 8, 7], 'after-7'),
      { type: 'more_asked' },
      { type: 'more_page', page: pageOf([7, 6, 5], null), now: NOW },
    )
    expect(ids(state)).toEqual(['job-9', 'job-8', 'job-7', 'job-6', 'job-5'])
    expect(state).toMatchObject({ nextCursor: null, more: 'idle' })
  })

  it('say that a page did not come, and keep those that did', () => {
    const state = apply(ready([9], 'next'), { type: 'more_asked' }, { type: 'more_failed' })
    expect(state).toMatchObject({ more: 'failed', nextCursor: 'next' })
    expect(ids(state)).toEqual(['job-9'])
  })

  it('fail as a whole only when there is nothing to show', () => {
    const failed: JobsAction = { type: 'page_failed', reason: 'unreachable' }
    expect(apply(loading, failed)).toEqual({ status: 'failed', userId: 'ada', reason: 'unreachable' })
    const state = ready([9])
    expect(apply(state, failed)).toBe(state)
  })

  it('take a new job in at its place', () => {
    expect(ids(apply(ready([9, 7]), { type: 'job_told', job: jobAt(10), now: NOW }))).toEqual([
      'job-10',
      'job-9',
      'job-7',
    ])
    expect(ids(apply(ready([9, 7]), { type: 'job_told', job: jobAt(8), now: NOW }))).toEqual([
      'job-9',
      'job-8',
      'job-7',
    ])
  })

  it('leave a job to its page while that page is not here', () => {
    const state = ready([9, 8], 'after-8')
    expect(apply(state, { type: 'job_told', job: jobAt(3), now: NOW })).toBe(state)
    expect(ids(apply(ready([9, 8]), { type: 'job_told', job: jobAt(3), now: NOW }))).toEqual([
      'job-9',
      'job-8',
      'job-3',
    ])
  })

  it('brought up to date keep older pages, and lose what was deleted elsewhere', () => {
    const paged = apply(ready([9, 8, 7], 'after-7'), {
      type: 'more_page',
      page: pageOf([6, 5], 'after-5'),
      now: NOW,
    })
    const state = apply(paged, { type: 'first_page', page: pageOf([10, 9, 7], 'after-7'), now: NOW })
    expect(ids(state)).toEqual(['job-10', 'job-9', 'job-7', 'job-6', 'job-5'])
    expect(state).toMatchObject({ nextCursor: 'after-5' })
  })

  it('brought up to date by a first page that holds all there is are just that', () => {
    const state = apply(ready([9, 8], null), { type: 'first_page', page: pageOf([9]), now: NOW })
    expect(ids(state)).toEqual(['job-9'])
    const emptied = apply(ready([9]), { type: 'first_page', page: pageOf([]), now: NOW })
    expect(emptied).toMatchObject({ status: 'ready', jobs: [] })
  })

  it('follow what polls of an open job bring', () => {
    const job = openJob({ elapsedSeconds: 10 })
    const state = apply(loading, { type: 'first_page', page: { jobs: [job], nextCursor: null }, now: NOW })
    const heard = (isQueued: boolean, elapsedSeconds: number | null) =>
      find(apply(state, { type: 'job_heard', jobId: job.id, isQueued, elapsedSeconds, now: NOW + 5000 }), job.id)
    expect(heard(true, null)).toMatchObject({ status: 'waiting', startedAt: NOW - 10_000 })
    // A second or two are rounding; more is a clock that was wrong.
    expect(heard(false, 13)).toMatchObject({ status: 'running', startedAt: NOW - 10_000 })
    expect(heard(false, 90)).toMatchObject({ startedAt: NOW + 5000 - 90_000 })
  })

  it('do not open again by a poll that comes late', () => {
    const state = apply(ready([9]), { type: 'job_heard', jobId: 'job-9', isQueued: false, elapsedSeconds: 1, now: NOW })
    expect(find(state, 'job-9')?.status).toBe('succeeded')
  })

  it('lose a deleted job', () => {
    expect(ids(apply(ready([9, 8]), { type: 'job_gone', jobId: 'job-9' }))).toEqual(['job-8'])
  })

  it('are gone when nobody is signed in, whatever still arrives', () => {
    const closed = apply(ready([9]), { type: 'closed' })
    expect(closed).toEqual(CLOSED)
    const late: JobsAction[] = [
      { type: 'first_page', page: pageOf([9]), now: NOW },
      { type: 'page_failed', reason: 'unreachable' },
      { type: 'more_asked' },
      { type: 'more_page', page: pageOf([8]), now: NOW },
      { type: 'more_failed' },
      { type: 'job_told', job: jobAt(9), now: NOW },
      { type: 'job_heard', jobId: 'job-9', isQueued: true, elapsedSeconds: 1, now: NOW },
      { type: 'job_gone', jobId: 'job-9' },
    ]
    for (const action of late) expect(jobsReducer(closed, action)).toBe(closed)
  })
})
