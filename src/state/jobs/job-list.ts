import type { JobPage } from '@contract'
import { onShown } from '@/lib/browser/visibility'
import { isLongAgo } from '@/lib/elapsed'
import { ApiError, UnexpectedResponseError } from '@/lib/http/api-error'
import type { JobFilter, JobsApi } from '@/lib/jobs-api'
import { isOpen, type Job, merged, newestFirst, type Place } from './job'
import type { JobStore, JobsState } from './job-store'

const FIRST_PAGE = 12
const NEXT_PAGE = 24
/** A return to the page refreshes, but not every flick between windows. */
const REFRESH_INTERVAL_MS = 15_000

/** What the library shows, newest first. */
export function listedJobs({ jobs, found, oldest }: Pick<JobsState, 'jobs' | 'found' | 'oldest'>): readonly Job[] {
  if (!found) return jobs.filter((job) => job.isListed && (isOpen(job) || isLoaded(job, oldest)))
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return found.ids.flatMap((id) => byId.get(id) ?? [])
}

/** How many have come since what is listed was asked for, and are not in it: a filter is not asked again for them. */
export function missedCount({ jobs, found }: Pick<JobsState, 'jobs' | 'found'>): number {
  if (found?.status !== 'ready') return 0
  const { newest, ids } = found
  const isNew = (job: Job) => job.isListed && (newest === null || newestFirst(job, newest) < 0)
  return jobs.filter((job) => isNew(job) && !ids.includes(job.id)).length
}

/** Not behind the end of the loaded pages. */
function isLoaded(job: Place, oldest: Place | null): boolean {
  return oldest === null || newestFirst(job, oldest) <= 0
}

function endOf({ jobs, nextCursor }: JobPage): Pick<JobsState, 'nextCursor' | 'oldest'> {
  return { nextCursor, oldest: nextCursor === null ? null : (jobs.at(-1) ?? null) }
}

export function createJobList(store: JobStore, jobsApi: JobsApi, isDirect: boolean) {
  let askedAt = 0
  /** Libraries on the page. */
  let shown = 0

  async function loadFirst() {
    const signal = store.signal()
    askedAt = Date.now()
    try {
      const page = await jobsApi.list({ limit: FIRST_PAGE })
      if (!signal.aborted) takeFirst(page)
    } catch (error) {
      // What is on the screen stays.
      if (signal.aborted || store.get().list === 'ready') return
      const status = error instanceof ApiError || error instanceof UnexpectedResponseError ? error.status : null
      store.patch({ list: status === 401 ? 'signed_out' : status === 404 ? 'missing' : 'unreachable' })
    }
  }

  /** Loaded older pages stay; what the first page should hold and does not was deleted elsewhere. */
  function takeFirst(page: JobPage) {
    const { jobs, list, nextCursor, oldest } = store.get()
    const fresh = store.heard(page.jobs)
    const last = fresh.at(-1)
    const isOlder = (job: Job) => page.nextCursor !== null && last !== undefined && newestFirst(last, job) < 0
    const kept = jobs.filter((job) => !job.isListed || isOpen(job) || isOlder(job))
    const hasOlder = list === 'ready' && kept.some((job) => job.isListed && isOlder(job) && isLoaded(job, oldest))
    store.commit(merged(kept, fresh), { list: 'ready', ...(hasOlder ? { nextCursor, oldest } : endOf(page)) })
  }

  const newest = () => store.get().jobs.find(({ isListed }) => isListed) ?? null

  async function find(filter: JobFilter) {
    const signal = store.signal()
    const asked = { filter, newest: newest() }
    const ids = listedJobs(store.get()).map(({ id }) => id)
    store.patch({ found: { ...asked, status: 'loading', ids, nextCursor: null }, more: 'idle' })
    const isOver = () => signal.aborted || store.get().found?.filter !== filter
    try {
      const page = await jobsApi.list({ limit: NEXT_PAGE, filter })
      if (isOver()) return
      store.put(...store.heard(page.jobs))
      const found = { ...asked, status: 'ready' as const, ids: page.jobs.map(({ id }) => id) }
      store.patch({ found: { ...found, nextCursor: page.nextCursor } })
    } catch {
      if (!isOver()) store.patch({ found: { ...asked, status: 'failed', ids: [], nextCursor: null } })
    }
  }

  /** Loads the newest jobs, or refreshes them unless that was just done. */
  function open() {
    const { userId, list } = store.get()
    if (!userId || isDirect || list === 'loading') return
    if (list !== 'closed' && !isLongAgo(askedAt, REFRESH_INTERVAL_MS)) return
    if (list !== 'ready') store.patch({ list: 'loading' })
    void loadFirst()
  }

  return {
    open,
    /** Call it when a visit has begun. */
    onVisit() {
      if (shown > 0) open()
    },
    /** Keeps the list current while the library is on the page. Returns a function to call when it disappears. */
    showList(): () => void {
      shown += 1
      open()
      const stop = onShown(open)
      window.addEventListener('online', open)
      return () => {
        shown -= 1
        stop()
        window.removeEventListener('online', open)
      }
    },
    retry() {
      store.patch({ list: 'loading' })
      void loadFirst()
    },
    /** The next page of what is listed. */
    async more() {
      const { nextCursor, more, found } = store.get()
      const cursor = found ? found.nextCursor : nextCursor
      const signal = store.signal()
      if (cursor === null || more === 'loading') return
      store.patch({ more: 'loading' })
      // Meanwhile something else may be listed.
      const isOver = () => signal.aborted || store.get().found?.filter !== found?.filter
      try {
        const page = await jobsApi.list({ limit: NEXT_PAGE, cursor, ...(found ? { filter: found.filter } : {}) })
        if (isOver()) return
        store.put(...store.heard(page.jobs))
        const ids = [...(found?.ids ?? []), ...page.jobs.map(({ id }) => id)]
        const end = found ? { found: { ...found, ids, nextCursor: page.nextCursor } } : endOf(page)
        store.patch({ more: 'idle', ...end })
      } catch {
        if (!isOver()) store.patch({ more: 'failed' })
      }
    },
    /** Lists only the jobs that the filter leaves; all without one. */
    find(filter: JobFilter | null) {
      if (filter) void find(filter)
      else store.patch({ found: null, more: 'idle' })
    },
    /** Lists only this job, wherever it stands. Rejects with what the API threw. */
    async findOne(jobId: string) {
      const signal = store.signal()
      await store.renew(jobId)
      if (signal.aborted) return
      store.patch({
        found: { filter: {}, newest: newest(), status: 'ready', ids: [jobId], nextCursor: null },
        more: 'idle',
      })
    },
  }
}
