// The user's jobs as this tab knows them. Open jobs are polled; an end clears the stored entry and refreshes the balance.
// Whatever is begun carries its visit, and a change of an earlier visit is refused in one place.
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

/** The number of times a changed job is read before the list has to bring it. */
const READ_ATTEMPTS = 3

/** One user's time in this tab, between two changes of the user. */
export interface SessionScope {
  /** Aborted when the next visit begins. */
  signal: AbortSignal
}

/** The addresses of a job's files, signed for an hour. */
export type Addresses = VideoAddresses & Pick<ServerJob, 'imageUrl' | 'images'>

export type JobStore = ReturnType<typeof createJobStore>

/** Makes the store of jobs. `onMissing`: the server doesn't know the job, because its create request did not arrive. */
export function createJobStore(services: Services, onMissing: (visit: SessionScope, job: Job) => void) {
  const { video } = services
  const jobsApi = preferNewestLabels(services.jobsApi)
  const isDirect = services.videoMode === 'direct'
  const store = createStore(SIGNED_OUT_JOBS)
  let ending = new AbortController()
  let current: SessionScope = { signal: ending.signal }
  const pollers = new Map<string, ReturnType<typeof createPoller>>()
  /** Ids of deleted jobs, because answers on their way may still contain them. */
  const deleted = new Set<string>()

  const find = (jobId: string) => store.get().jobs.find(({ id }) => id === jobId)

  /** Changes the state. Nothing else does. */
  function commit(visit: SessionScope, change: (state: JobsState) => Partial<JobsState>) {
    // A stale run: its user has left, or signed in anew.
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

  /** Applies an action to a job. A job that is gone stays gone. */
  function dispatch(visit: SessionScope, jobId: string, action: JobAction) {
    commit(visit, ({ jobs }) => ({ jobs: jobs.map((job) => (job.id === jobId ? reduceJob(job, action) : job)) }))
  }

  function drop(visit: SessionScope, jobId: string) {
    commit(visit, ({ jobs, shownIds }) => ({
      jobs: jobs.filter(({ id }) => id !== jobId),
      shownIds: shownIds.includes(jobId) ? shownIds.filter((id) => id !== jobId) : shownIds,
    }))
  }

  /** Merges jobs of the server with the known ones, without jobs that were deleted since the request. */
  function mergeServerJobs(jobs: readonly ServerJob[]): Job[] {
    return jobs.flatMap((job) => (deleted.has(job.id) ? [] : [mergeServerJob(find(job.id), job, Date.now())]))
  }

  function onEnd(visit: SessionScope, job: Job) {
    const failure = 'failure' in job ? job.failure : null
    const price = failure?.price
    const priced = failure?.source ?? job.model
    if (price !== undefined) commit(visit, ({ prices }) => ({ prices: { ...prices, [priced]: price } }))
    // Its entry stays for the next sign-in.
    if (failure?.kind === 'sign_in') return
    removeStoredJob(job.id)
    // Not awaited: a job has ended even if the balance cannot be read.
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
        // The status says how it ended, and the job what came of it.
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
    /** Its answers bring no label back that was changed since they were asked for. */
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
    /** Asks for new addresses. Rejects with what the API threw. */
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
    /** Ends the former user's work and begins a visit. */
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

/** Returns whether a job has an outcome now. One that this tab gave up gets its outcome later. */
function hasEnded(before: Job, now: Job): boolean {
  return (isActive(before) && !isActive(now)) || (isOpen(before) && !isOpen(now))
}

function getStatusRequest(taskId: string) {
  return { method: 'GET', path: `/generation/${encodeURIComponent(taskId)}/status` } as const
}
