import type { JobPage } from '@contract'
import { isLongAgo } from '@/lib/elapsed'
import { ApiError } from '@/lib/http/api-error'
import type { JobsApi } from '@/lib/jobs-api'
import { isOpen, type Job, merged, newestFirst } from './job'
import type { JobStore } from './job-store'

const FIRST_PAGE = 12
const NEXT_PAGE = 24
/** A return to the page refreshes, but not every flick between windows. */
const REFRESH_INTERVAL_MS = 15_000

export function createJobList(store: JobStore, jobsApi: JobsApi, isDirect: boolean) {
  let askedAt = 0

  async function loadFirst() {
    const signal = store.signal()
    askedAt = Date.now()
    try {
      const page = await jobsApi.list({ limit: FIRST_PAGE })
      if (!signal.aborted) takeFirst(page)
    } catch (error) {
      // What is on the screen stays.
      if (signal.aborted || store.get().list === 'ready') return
      store.patch({ list: error instanceof ApiError && error.status === 401 ? 'signed_out' : 'unreachable' })
    }
  }

  /** Loaded older pages stay; what the first page should hold and does not was deleted elsewhere. */
  function takeFirst(page: JobPage) {
    const { jobs, nextCursor } = store.get()
    const fresh = store.heard(page.jobs)
    const last = fresh.at(-1)
    const isOlder = (job: Job) => page.nextCursor !== null && last !== undefined && newestFirst(last, job) < 0
    const kept = jobs.filter((job) => !job.isListed || isOpen(job) || isOlder(job))
    const hasOlder = kept.some((job) => job.isListed && isOlder(job))
    store.commit(merged(kept, fresh), { list: 'ready', nextCursor: hasOlder ? nextCursor : page.nextCursor })
  }

  return {
    /** Loads the newest jobs, or refreshes them unless that was just done. */
    open() {
      const { userId, list } = store.get()
      if (!userId || isDirect || list === 'loading') return
      if (list !== 'closed' && !isLongAgo(askedAt, REFRESH_INTERVAL_MS)) return
      if (list !== 'ready') store.patch({ list: 'loading' })
      void loadFirst()
    },
    retry() {
      store.patch({ list: 'loading' })
      void loadFirst()
    },
    async more() {
      const { nextCursor, more } = store.get()
      const signal = store.signal()
      if (nextCursor === null || more === 'loading') return
      store.patch({ more: 'loading' })
      try {
        const page = await jobsApi.list({ limit: NEXT_PAGE, cursor: nextCursor })
        if (signal.aborted) return
        store.put(...store.heard(page.jobs))
        store.patch({ more: 'idle', nextCursor: page.nextCursor })
      } catch {
        if (!signal.aborted) store.patch({ more: 'failed' })
      }
    },
  }
}
