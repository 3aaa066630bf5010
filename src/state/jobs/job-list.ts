import type { JobPage } from '@contract/jobs'
import { onShown } from '@/lib/browser/visibility'
import { isOlderThan } from '@/lib/elapsed'
import { ApiError, UnexpectedResponseError } from '@/lib/http/api-error'
import type { JobFilter } from '@/lib/jobs-api'
import { compareNewest, isOpen, type Job, mergeJobs, type SortKey } from './job'
import type { JobStore, SessionScope } from './job-store'
import type { JobsState, SearchResult } from './jobs-state'

const FIRST_PAGE = 12
const NEXT_PAGE = 24
/** The shortest time between two refreshes, in milliseconds. Quick switches between windows don't refresh. */
const REFRESH_INTERVAL_MS = 15_000

/** Returns the jobs that the library shows, newest first. */
export function listJobs({ jobs, found, oldest }: Pick<JobsState, 'jobs' | 'found' | 'oldest'>): readonly Job[] {
  if (!found) return jobs.filter((job) => job.isListed && (isOpen(job) || isLoaded(job, oldest)))
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return found.ids.flatMap((id) => byId.get(id) ?? [])
}

/** Counts new jobs that a search didn't include. The search isn't repeated for them. */
export function countUnlistedJobs({ jobs, found }: Pick<JobsState, 'jobs' | 'found'>): number {
  if (found?.status !== 'ready') return 0
  const { newest: getNewest, ids } = found
  const isNew = (job: Job) => job.isListed && (getNewest === null || compareNewest(job, getNewest) < 0)
  return jobs.filter((job) => isNew(job) && !ids.includes(job.id)).length
}

/** Returns whether a job is within the loaded pages. */
function isLoaded(job: SortKey, oldest: SortKey | null): boolean {
  return oldest === null || compareNewest(job, oldest) <= 0
}

function endOf({ jobs, nextCursor }: JobPage): Pick<JobsState, 'nextCursor' | 'oldest'> {
  return { nextCursor, oldest: nextCursor === null ? null : (jobs.at(-1) ?? null) }
}

export function createJobList(store: JobStore, isDirect: boolean) {
  const { jobsApi } = store
  let askedAt = 0
  /** The number of library lists on the page. */
  let shown = 0

  async function loadFirst() {
    const visit = store.visit()
    askedAt = Date.now()
    try {
      const page = await jobsApi.list({ limit: FIRST_PAGE })
      store.commit(visit, (state) => applyFirstPage(state, page))
    } catch (error) {
      const status = error instanceof ApiError || error instanceof UnexpectedResponseError ? error.status : null
      const failed = status === 401 ? 'signed_out' : status === 404 ? 'missing' : 'unreachable'
      // A list that is already shown remains.
      store.commit(visit, ({ list }) => (list === 'ready' ? {} : { list: failed }))
    }
  }

  /**
   * Merges the first page. Loaded older pages remain. A job that is missing from the first page's range was deleted
   * elsewhere.
   */
  function applyFirstPage({ jobs, list, nextCursor, oldest }: JobsState, page: JobPage): Partial<JobsState> {
    const incoming = store.mergeServerJobs(page.jobs)
    const last = incoming.at(-1)
    const isOlder = (job: Job) => page.nextCursor !== null && last !== undefined && compareNewest(last, job) < 0
    const kept = jobs.filter((job) => !job.isListed || isOpen(job) || isOlder(job))
    const hasOlder = list === 'ready' && kept.some((job) => job.isListed && isOlder(job) && isLoaded(job, oldest))
    const end = hasOlder ? { nextCursor, oldest } : endOf(page)
    return { jobs: mergeJobs(kept, incoming), list: 'ready', ...end }
  }

  const getNewest = () => store.get().jobs.find(({ isListed }) => isListed) ?? null
  const patch = (change: Partial<JobsState>) => store.commit(store.visit(), () => change)

  /** Changes the search result. `change` receives the result that is current at the time of the call. */
  function commitFound(
    visit: SessionScope,
    asked: SearchResult | null,
    page: JobPage | null,
    change: (found: SearchResult | null) => Partial<JobsState>,
  ) {
    store.commit(visit, ({ jobs, found }) => {
      if (found?.filter !== asked?.filter) return {}
      return { ...(page ? { jobs: mergeJobs(jobs, store.mergeServerJobs(page.jobs)) } : {}), ...change(found) }
    })
  }

  async function find(filter: JobFilter) {
    const visit = store.visit()
    const ids = listJobs(store.get()).map(({ id }) => id)
    const asked: SearchResult = { filter, newest: getNewest(), status: 'loading', ids, nextCursor: null }
    patch({ found: asked, more: 'idle' })
    try {
      const page = await jobsApi.list({ limit: NEXT_PAGE, filter })
      const ids = page.jobs.map(({ id }) => id)
      commitFound(visit, asked, page, () => ({
        found: { ...asked, status: 'ready', ids, nextCursor: page.nextCursor },
      }))
    } catch {
      commitFound(visit, asked, null, () => ({ found: { ...asked, status: 'failed', ids: [] } }))
    }
  }

  /** Loads the newest jobs, or refreshes them if the last refresh isn't recent. After a failure, loads at once. */
  function open() {
    const { userId, list } = store.get()
    if (!userId || isDirect || list === 'loading') return
    if (list !== 'closed' && list !== 'unreachable' && !isOlderThan(askedAt, REFRESH_INTERVAL_MS)) return
    if (list !== 'ready') patch({ list: 'loading' })
    void loadFirst()
  }

  return {
    open,
    /** Call this after a user's session has started. */
    onVisit() {
      if (shown > 0) open()
    },
    /**
     * Keeps the list current while the library is on the page. Returns a function to call when the library is removed.
     */
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
      patch({ list: 'loading' })
      void loadFirst()
    },
    /** Loads the next page of the list. */
    async more() {
      const visit = store.visit()
      const { nextCursor, more, found: asked } = store.get()
      const cursor = asked ? asked.nextCursor : nextCursor
      if (cursor === null || more === 'loading') return
      patch({ more: 'loading' })
      try {
        const page = await jobsApi.list({ limit: NEXT_PAGE, cursor, ...(asked ? { filter: asked.filter } : {}) })
        const ids = page.jobs.map(({ id }) => id)
        commitFound(visit, asked, page, (found) => ({
          more: 'idle',
          ...(found ? { found: { ...found, ids: [...found.ids, ...ids], nextCursor: page.nextCursor } } : endOf(page)),
        }))
      } catch {
        commitFound(visit, asked, null, () => ({ more: 'failed' }))
      }
    },
    /** Lists only jobs that match the filter. Null lists all. */
    find(filter: JobFilter | null) {
      if (filter) void find(filter)
      else patch({ found: null, more: 'idle' })
    },
  }
}
