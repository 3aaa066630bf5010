// Stores the user's jobs that this tab knows. Active jobs are polled. When a job ends, its stored entry is removed and
// the balance is refreshed. Every operation passes the session scope in which it started, and commit() rejects
// operations of an earlier scope.
import type { ServerJob } from '@contract/jobs'
import type { VideoAddresses } from '@/lib/browser/download-video'
import { isShown } from '@/lib/browser/visibility'
import { ApiError } from '@/lib/http/api-error'
import { parseStatus } from '@/lib/job-status'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import { createStore } from '@/lib/store'
import { getCreditsStore } from '@/state/credits/credits'
import { getSessionStore } from '@/state/session/session'
import { isActive, isOpen, type Job, mergeJobs } from './job'
import { describeSignedOut, type JobAction, mergeServerJob, reduceJob } from './job-reducer'
import { type JobsState, SIGNED_OUT_JOBS } from './jobs-state'
import { preferNewestLabels } from './newest-labels'
import { listShownJobs } from './panel'
import { createPoller, getPollWait, isPolled, POLL_INTERVAL_MS } from './poll'
import { removeStoredJob } from './stored-job'

/** The number of attempts to read a changed job. After that, only the list can update it. */
const READ_ATTEMPTS = 3

/** One user's session in this tab, from one change of the user to the next. */
export interface SessionScope {
  /** Aborted when the next session starts. */
  signal: AbortSignal
}

/** The URLs of a job's files, signed for an hour, and its cast with the names of now. */
export type Addresses = VideoAddresses & Pick<ServerJob, 'imageUrl' | 'images' | 'audio' | 'cast'>

export type JobStore = ReturnType<typeof createJobStore>

/**
 * Creates the store of jobs. `onMissing` is called if the server doesn't know the job, because its create request
 * didn't arrive.
 */
export function createJobStore(services: Services, onMissing: (visit: SessionScope, job: Job) => void) {
  const { video } = services
  const jobsApi = preferNewestLabels(services.jobsApi)
  const isDirect = services.videoMode === 'direct'
  const store = createStore(SIGNED_OUT_JOBS)
  let ending = new AbortController()
  let current: SessionScope = { signal: ending.signal }
  const pollers = new Map<string, ReturnType<typeof createPoller>>()
  /** The IDs of deleted jobs, because pending responses may still contain them. */
  const deleted = new Set<string>()

  const find = (jobId: string) => store.get().jobs.find(({ id }) => id === jobId)

  /** Changes the state. All changes go through this function. */
  function commit(visit: SessionScope, change: (state: JobsState) => Partial<JobsState>) {
    // The operation is stale: the user signed out, or signed in again.
    if (visit !== current) return
    const before = store.get()
    const state = { ...before, ...change(before) }
    store.set(state)
    if (state.jobs === before.jobs) return
    const known = new Map(before.jobs.map((job) => [job.id, job]))
    for (const job of state.jobs) {
      const was = known.get(job.id)
      if (was === job) continue
      if (was && hasEnded(was, job)) onEnd(visit, job)
      if (isPolled(job)) follow(visit, job.id)
    }
  }

  const put = (visit: SessionScope, ...jobs: Job[]) => commit(visit, (state) => ({ jobs: mergeJobs(state.jobs, jobs) }))

  /** Applies an action to a job. A removed job isn't added again. */
  function dispatch(visit: SessionScope, jobId: string, action: JobAction) {
    commit(visit, ({ jobs }) => ({ jobs: jobs.map((job) => (job.id === jobId ? reduceJob(job, action) : job)) }))
  }

  function drop(visit: SessionScope, jobId: string) {
    commit(visit, ({ jobs, shownIds }) => ({
      jobs: jobs.filter(({ id }) => id !== jobId),
      shownIds: shownIds.includes(jobId) ? shownIds.filter((id) => id !== jobId) : shownIds,
    }))
  }

  /** Merges the server's jobs with the known ones, except jobs that were deleted since the request. */
  function mergeServerJobs(jobs: readonly ServerJob[]): Job[] {
    return jobs.flatMap((job) => (deleted.has(job.id) ? [] : [mergeServerJob(find(job.id), job, Date.now())]))
  }

  function onEnd(visit: SessionScope, job: Job) {
    const failure = 'failure' in job ? job.failure : null
    const price = failure?.price
    const priced = failure?.source ?? job.model
    if (price !== undefined) commit(visit, ({ prices }) => ({ prices: { ...prices, [priced]: price } }))
    // Keep the stored entry for the next sign-in.
    if (failure?.kind === 'sign_in') return
    removeStoredJob(job.id)
    // Don't await this: a job has ended even if the balance can't be read.
    void getCreditsStore(services).refresh()
  }

  function beginVisit(): SessionScope {
    ending.abort()
    ending = new AbortController()
    current = { signal: ending.signal }
    pollers.clear()
    return current
  }

  function onSignedOut() {
    const lost = listShownJobs(store.get()).filter(isActive)
    const visit = beginVisit()
    for (const { id } of lost) dispatch(visit, id, { type: 'refused', failure: describeSignedOut() })
    void getSessionStore(services).end()
  }

  function follow(visit: SessionScope, jobId: string) {
    if (pollers.has(jobId)) return
    const { signal } = visit
    let finished: ServerJob | null = null
    const poller = createPoller({
      get: () => find(jobId),
      dispatch: (action) => dispatch(visit, jobId, action),
      askStatus: async (job) => {
        const { taskId } = job
        const wait = getPollWait(job)
        const headers = wait ? { prefer: `wait=${wait}` } : undefined
        const keep = jobsApi.begin()
        const answer = parseStatus(await video.request({ ...getStatusRequest(taskId), headers, retries: 0, signal }))
        finished = answer.finished && keep(answer.finished)
        return answer
      },
      read: isDirect ? null : () => renew(jobId),
      isShown,
      signal,
    })
    pollers.set(jobId, poller)
    const end = poller.run().finally(() => {
      if (pollers.get(jobId) === poller) pollers.delete(jobId)
    })
    end.then(
      (outcome) => {
        const job = find(jobId)
        if (outcome === 'signed_out') onSignedOut()
        else if (outcome === 'missing' && job) onMissing(visit, job)
        else if (outcome !== 'ended' || isDirect) return
        // The status response may contain the finished job. Otherwise, read the job.
        else if (finished) put(visit, ...mergeServerJobs([finished]))
        else void read(visit, jobId)
      },
      () => undefined,
    )
  }

  async function renew(jobId: string): Promise<Addresses> {
    const visit = current
    const known = find(jobId)
    if (isDirect && known) {
      return {
        videoUrl: parseStatus(await video.request(getStatusRequest(known.taskId))).url,
        downloadUrl: null,
        imageUrl: null,
        images: [],
        audio: null,
        cast: [],
      }
    }
    try {
      const answer = await jobsApi.get(jobId)
      put(visit, ...mergeServerJobs([answer]))
      return answer
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404 && find(jobId)?.isListed
      if (isGone) drop(visit, jobId)
      throw error
    }
  }

  async function read(visit: SessionScope, jobId: string) {
    for (let attempt = 1; attempt <= READ_ATTEMPTS && !visit.signal.aborted; attempt += 1) {
      try {
        await renew(jobId)
        return
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return
        await sleep(POLL_INTERVAL_MS, visit.signal).catch(() => undefined)
      }
    }
  }

  return {
    /** The jobs API, whose responses never restore an outdated title or star. */
    jobsApi,
    get: store.get,
    getInitial: store.getInitial,
    subscribe: store.subscribe,
    find,
    shown: () => listShownJobs(store.get()),
    commit,
    put,
    dispatch,
    drop,
    mergeServerJobs,
    /** Requests new URLs. Rejects with the API's error. */
    renew,
    /** Reads a job, with a few attempts. */
    read,
    erase(jobId: string) {
      deleted.add(jobId)
      drop(current, jobId)
    },
    isPolled: (jobId: string) => pollers.has(jobId),
    wake: (jobId: string) => pollers.get(jobId)?.wake(),
    visit: () => current,
    /** Ends the previous user's operations, and starts a new session scope. */
    startVisit(userId: string | null, kept: readonly Job[]): SessionScope {
      const visit = beginVisit()
      deleted.clear()
      jobsApi.clearLabels()
      commit(visit, ({ prices }) => ({
        ...SIGNED_OUT_JOBS,
        userId,
        prices,
        jobs: kept,
        shownIds: kept.map(({ id }) => id),
      }))
      return visit
    },
  }
}

/**
 * Returns whether a job has just ended, or this tab has just abandoned it. An abandoned job may end again later, with
 * its outcome.
 */
function hasEnded(before: Job, now: Job): boolean {
  return (isActive(before) && !isActive(now)) || (isOpen(before) && !isOpen(now))
}

function getStatusRequest(taskId: string) {
  return { method: 'GET', path: `/generation/${encodeURIComponent(taskId)}/status` } as const
}
