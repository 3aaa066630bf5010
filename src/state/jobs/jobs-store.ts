// Keeps the person's jobs as fresh as somebody looks at them. One store for the app; the page that shows it opens it.

import { isLongAgo } from '@/lib/elapsed'
import { ApiError } from '@/lib/http/api-error'
import { isQueued } from '@/lib/job-status'
import { type Cancellation, isOpen, type Job, type JobPage, type JobsApi } from '@/lib/jobs-api'
import { sleep } from '@/lib/sleep'
import { createStore, type Store } from '@/lib/store'
import type { JobNews } from './job-news'
import { CLOSED, type JobsAction, type JobsState, jobsReducer } from './jobs-reducer'

const FIRST_PAGE = 12
const NEXT_PAGE = 24
/** Coming back to the page asks again, but not on every flick between windows. */
const REFRESH_INTERVAL_MS = 15_000
/** Open jobs that no tab here polls are asked for as often as those that one does. */
const OPEN_INTERVAL_MS = 5000
/** One lost poll is not silence. */
const SILENCE_MS = 8000
/** A job that was told of is asked for this often before the next look at the list has to bring it. */
const RELOAD_ATTEMPTS = 3

export interface JobsStoreDeps {
  jobsApi: JobsApi
  news: JobNews
  /** Whether anybody can see this tab. */
  isShown(): boolean
}

export interface JobsStore extends Pick<Store<JobsState>, 'get' | 'subscribe'> {
  /** Loads this person's newest jobs; brings them up to date when they are here. */
  open(userId: string): void
  /** Nobody's: nothing of the last person stays. */
  close(): void
  /** The first page again, after a failure. */
  retry(): void
  more(): void
  /** Asks again when the last time was a while ago. */
  refresh(): void
  /** The job with fresh addresses. Rejects with what the API threw. */
  renew(jobId: string): Promise<Job>
  /** Rejects with what the API threw. */
  remove(jobId: string): Promise<void>
  /** Rejects with what the API threw. */
  cancel(jobId: string): Promise<Cancellation>
}

export function createJobsStore({ jobsApi, news, isShown }: JobsStoreDeps): JobsStore {
  const state = createStore<JobsState>(CLOSED)
  let visit = new AbortController()
  let askedAt = 0
  /** The visit whose open jobs are being watched. */
  let watched: AbortSignal | null = null
  const heardAt = new Map<string, number>()
  /** Told of before the first page was here. */
  const early = new Set<string>()
  /** Deleted: an answer that was on its way then still holds them. */
  const gone = new Set<string>()
  const withoutGone = (page: JobPage) => ({ ...page, jobs: page.jobs.filter(({ id }) => !gone.has(id)) })

  function dispatch(action: JobsAction) {
    state.set(jobsReducer(state.get(), action))
    watchOpen()
  }

  const openJobs = () => {
    const now = state.get()
    return now.status === 'ready' ? now.jobs.filter(isOpen) : []
  }

  async function loadFirst() {
    const { signal } = visit
    askedAt = Date.now()
    try {
      const page = await jobsApi.list({ limit: FIRST_PAGE })
      if (signal.aborted) return
      dispatch({ type: 'first_page', page: withoutGone(page), now: Date.now() })
      for (const jobId of early) void reload(jobId)
      early.clear()
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'page_failed', reason: isSignedOut(error) ? 'signed_out' : 'unreachable' })
    }
  }

  async function loadMore(cursor: string) {
    const { signal } = visit
    dispatch({ type: 'more_asked' })
    try {
      const page = await jobsApi.list({ limit: NEXT_PAGE, cursor })
      if (!signal.aborted) dispatch({ type: 'more_page', page: withoutGone(page), now: Date.now() })
    } catch {
      if (!signal.aborted) dispatch({ type: 'more_failed' })
    }
  }

  async function renew(jobId: string): Promise<Job> {
    const { signal } = visit
    try {
      const job = await jobsApi.get(jobId)
      if (!signal.aborted && !gone.has(jobId)) dispatch({ type: 'job_told', job, now: Date.now() })
      return job
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone && !signal.aborted) dispatch({ type: 'job_gone', jobId })
      throw error
    }
  }

  async function reload(jobId: string) {
    const { signal } = visit
    for (let attempt = 1; attempt <= RELOAD_ATTEMPTS && !signal.aborted; attempt += 1) {
      try {
        await renew(jobId)
        return
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return
        await sleep(OPEN_INTERVAL_MS, signal).catch(() => undefined)
      }
    }
  }

  /** Jobs of other devices, and those too late for the stage: the server's word keeps them moving. */
  async function watchOpen() {
    const { signal } = visit
    if (watched === signal || openJobs().length === 0) return
    watched = signal
    while (!signal.aborted && openJobs().length > 0) {
      await sleep(OPEN_INTERVAL_MS, signal).catch(() => undefined)
      const isSilent = ({ id }: Job) => isLongAgo(heardAt.get(id) ?? 0, SILENCE_MS)
      if (signal.aborted || !isShown() || !openJobs().some(isSilent)) continue
      try {
        const { jobs } = await jobsApi.list({ open: true })
        if (signal.aborted) break
        const still = new Set(jobs.map(({ id }) => id))
        const ended = openJobs().filter(({ id }) => !still.has(id))
        for (const job of jobs) dispatch({ type: 'job_told', job, now: Date.now() })
        await Promise.all(ended.map(({ id }) => reload(id)))
      } catch {
        // No news; asked again.
      }
    }
    if (watched === signal) watched = null
  }

  news.listen((item) => {
    const { status } = state.get()
    if (status === 'closed') return
    if (item.type === 'removed') {
      gone.add(item.jobId)
      return dispatch({ type: 'job_gone', jobId: item.jobId })
    }
    if (item.type === 'polled') {
      heardAt.set(item.jobId, Date.now())
      if (!item.status) return
      const { elapsedSeconds } = item.status
      const word = { jobId: item.jobId, isQueued: isQueued(item.status), elapsedSeconds }
      return dispatch({ type: 'job_heard', ...word, now: Date.now() })
    }
    if (status === 'ready') void reload(item.jobId)
    else early.add(item.jobId)
  })

  function leave() {
    visit.abort()
    visit = new AbortController()
    heardAt.clear()
    early.clear()
    gone.clear()
  }

  function retry() {
    const now = state.get()
    if (now.status !== 'failed') return
    dispatch({ type: 'opened', userId: now.userId })
    void loadFirst()
  }

  function refresh() {
    if (!isLongAgo(askedAt, REFRESH_INTERVAL_MS)) return
    if (state.get().status === 'ready') void loadFirst()
    else retry()
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    open(userId) {
      const now = state.get()
      if (now.status !== 'closed' && now.userId === userId) return refresh()
      leave()
      dispatch({ type: 'opened', userId })
      void loadFirst()
    },
    close() {
      if (state.get().status === 'closed') return
      leave()
      dispatch({ type: 'closed' })
    },
    retry,
    more() {
      const now = state.get()
      if (now.status === 'ready' && now.nextCursor !== null && now.more !== 'loading') void loadMore(now.nextCursor)
    },
    refresh,
    renew,
    async remove(jobId) {
      await jobsApi.remove(jobId)
      news.tell({ type: 'removed', jobId })
    },
    async cancel(jobId) {
      const { signal } = visit
      const answer = await jobsApi.cancel(jobId)
      if (!signal.aborted) dispatch({ type: 'job_told', job: answer.job, now: Date.now() })
      if (answer.outcome === 'stopped') news.tell({ type: 'stopped', jobId, credits: answer.job.credits })
      else news.tell({ type: 'changed', jobId })
      return answer
    },
  }
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
