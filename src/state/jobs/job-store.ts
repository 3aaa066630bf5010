// What this tab knows of the user's jobs. Open jobs are polled; an end clears the stored entry and refreshes the balance.
import type { Job as ServerJob } from '@contract'
import type { VideoAddresses } from '@/lib/browser/download-video'
import { isShown } from '@/lib/browser/visibility'
import { ApiError } from '@/lib/http/api-error'
import { parseStatus } from '@/lib/job-status'
import type { JobFilter } from '@/lib/jobs-api'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import { createStore } from '@/lib/store'
import { creditsFor } from '@/state/credits/credits'
import { sessionFor } from '@/state/session/session'
import { isOpen, isUnderWay, type Job, merged, type Place, shownJobs, signedOut, told } from './job'
import { createPoller, isFollowed, POLL_INTERVAL_MS } from './poll'
import { forgetJob } from './stored-job'

/** How often a changed job is read before the list has to bring it. */
const READ_ATTEMPTS = 3

export interface JobsState {
  userId: string | null
  /** Newest first. The library shows those that are listed. */
  jobs: readonly Job[]
  /** The jobs in the panel: none, one, or those that are compared. */
  shownIds: readonly string[]
  /** `missing`: a server of the specified calls alone, which keeps no list. */
  list: 'closed' | 'loading' | 'ready' | 'unreachable' | 'signed_out' | 'missing'
  /** Null on the last page. */
  nextCursor: string | null
  /** Where the loaded pages end: older jobs may be known, but not those between. Null when all are loaded. */
  oldest: Place | null
  /** Null while all are listed. */
  found: Found | null
  more: 'idle' | 'loading' | 'failed'
  /** From refusals of the server: newer than those in the code. */
  prices: Readonly<Partial<Record<string, number>>>
}

/** The jobs that a filter leaves, newest first. */
export interface Found {
  filter: JobFilter
  /** While it is loading, the jobs of the list before stay. */
  status: 'loading' | 'ready' | 'failed'
  ids: readonly string[]
  nextCursor: string | null
  /** The newest job when it was asked for: what is newer was never looked at. */
  newest: Place | null
}

/** Signed for an hour. */
export type Addresses = VideoAddresses & Pick<ServerJob, 'imageUrl'>

const NOBODY: JobsState = {
  userId: null,
  jobs: [],
  shownIds: [],
  list: 'closed',
  nextCursor: null,
  oldest: null,
  found: null,
  more: 'idle',
  prices: {},
}

export type JobStore = ReturnType<typeof createJobStore>

/** `onMissing`: the server does not know the job, because its create did not arrive. */
export function createJobStore(services: Services, onMissing: (job: Job) => void) {
  const { jobsApi, video } = services
  const isDirect = services.videoMode === 'direct'
  const store = createStore(NOBODY)
  /** Aborted when the user changes. */
  let visit = new AbortController()
  const pollers = new Map<string, ReturnType<typeof createPoller>>()
  /** Answers that were under way may still contain them. */
  const deleted = new Set<string>()

  const patch = (change: Partial<JobsState>) => store.set({ ...store.get(), ...change })
  const find = (jobId: string) => store.get().jobs.find(({ id }) => id === jobId)
  const shown = () => shownJobs(store.get())

  function commit(jobs: readonly Job[], change: Partial<JobsState> = {}) {
    const before = new Map(store.get().jobs.map((job) => [job.id, job]))
    patch({ ...change, jobs })
    for (const job of jobs) {
      const known = before.get(job.id)
      if (known === job) continue
      if (known && hasEnded(known, job)) onEnd(job)
      if (isFollowed(job, isDirect)) follow(job.id)
    }
  }

  const put = (...jobs: Job[]) => commit(merged(store.get().jobs, jobs))

  function update(jobId: string, by: (job: Job) => Partial<Job>) {
    const job = find(jobId)
    if (job) put({ ...job, ...by(job) })
  }

  function drop(jobId: string) {
    const { jobs, shownIds } = store.get()
    const isOther = (id: string) => id !== jobId
    const others = jobs.filter(({ id }) => isOther(id))
    commit(others, { shownIds: shownIds.every(isOther) ? shownIds : shownIds.filter(isOther) })
  }

  /** Without jobs that were deleted since the request. */
  function heard(jobs: readonly ServerJob[]): Job[] {
    return jobs.flatMap((job) => (deleted.has(job.id) ? [] : [told(find(job.id), job, Date.now())]))
  }

  function onEnd({ id, model, failure }: Job) {
    if (failure?.price !== undefined) patch({ prices: { ...store.get().prices, [model]: failure.price } })
    // Its entry stays for the next sign-in.
    if (failure?.kind === 'sign_in') return
    forgetJob(id)
    // Not awaited: a job has ended even if the balance cannot be read.
    void creditsFor(services).refresh()
  }

  function onSignedOut() {
    const lost = shown().filter(isUnderWay)
    visit.abort()
    put(...lost.map((job) => ({ ...job, failure: signedOut() })))
    void sessionFor(services).end()
  }

  function follow(jobId: string) {
    if (pollers.has(jobId)) return
    const { signal } = visit
    const poller = createPoller({
      get: () => find(jobId),
      set: put,
      askStatus: async (job) => {
        const headers = job.wait ? { prefer: `wait=${job.wait}` } : undefined
        return parseStatus(await video.request({ ...statusOf(job), headers, retries: 0, signal }))
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
        else if (outcome === 'missing' && job) onMissing(job)
        // The status says how it ended, and the job what came of it.
        else if (outcome === 'ended' && !isDirect) void read(jobId)
      },
      () => undefined,
    )
  }

  async function renew(jobId: string): Promise<Addresses> {
    const { signal } = visit
    const job = find(jobId)
    if (isDirect && job) {
      return { videoUrl: parseStatus(await video.request(statusOf(job))).url, downloadUrl: null, imageUrl: null }
    }
    try {
      const answer = await jobsApi.get(jobId)
      if (!signal.aborted) put(...heard([answer]))
      return answer
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404 && find(jobId)?.isListed
      if (isGone && !signal.aborted) drop(jobId)
      throw error
    }
  }

  async function read(jobId: string) {
    const { signal } = visit
    for (let attempt = 1; attempt <= READ_ATTEMPTS && !signal.aborted; attempt += 1) {
      try {
        await renew(jobId)
        return
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return
        await sleep(POLL_INTERVAL_MS, signal).catch(() => undefined)
      }
    }
  }

  return {
    get: store.get,
    getInitial: store.getInitial,
    subscribe: store.subscribe,
    patch,
    find,
    shown,
    commit,
    put,
    update,
    drop,
    heard,
    /** Rejects with what the API threw. */
    renew,
    /** Asks the server a few times. */
    read,
    erase(jobId: string) {
      deleted.add(jobId)
      drop(jobId)
    },
    isPolled: (jobId: string) => pollers.has(jobId),
    wake: (jobId: string) => pollers.get(jobId)?.wake(),
    /** Aborted when the user changes. */
    signal: () => visit.signal,
    /** Ends what was begun for the previous user. */
    startVisit(userId: string | null, kept: readonly Job[]) {
      visit.abort()
      visit = new AbortController()
      pollers.clear()
      deleted.clear()
      const { prices } = store.get()
      store.set({ ...NOBODY, userId, prices, jobs: kept, shownIds: kept.map(({ id }) => id) })
    },
  }
}

/** With an outcome, or given up by this tab: then the outcome comes later. */
function hasEnded(before: Job, now: Job): boolean {
  return (isUnderWay(before) && !isUnderWay(now)) || (isOpen(before) && !isOpen(now))
}

function statusOf({ taskId }: Job) {
  return { method: 'GET', path: `/generation/${encodeURIComponent(taskId)}/status` } as const
}
