import type { JobFilter } from '@/lib/jobs-api'
import type { Job, SortKey } from './job'

export interface JobsState {
  userId: string | null
  /** All known jobs, newest first. The library shows those with `isListed`. */
  jobs: readonly Job[]
  /** The IDs of the jobs in the panel: none, one, or the compared ones. */
  shownIds: readonly string[]
  /** The state of the list. `missing`: the server has only the generation calls, and no list. */
  list: 'closed' | 'loading' | 'ready' | 'unreachable' | 'signed_out' | 'missing'
  /** The cursor of the next page. Null on the last page. */
  nextCursor: string | null
  /** The position of the last loaded job. Some older jobs may be known, but not all. Null if all are loaded. */
  oldest: SortKey | null
  /** The current search. Null while all jobs are listed. */
  found: SearchResult | null
  more: 'idle' | 'loading' | 'failed'
  /** Prices from the server's error responses, by the hold's `source`. They are newer than the built-in prices. */
  prices: Readonly<Partial<Record<string, number>>>
}

/** The jobs that match a filter, newest first. */
export interface SearchResult {
  filter: JobFilter
  /** The state of the search. While it is loading, the previous list stays. */
  status: 'loading' | 'ready' | 'failed'
  ids: readonly string[]
  nextCursor: string | null
  /** The newest job at the time of the search. The search didn't include newer ones. */
  newest: SortKey | null
}

export const SIGNED_OUT_JOBS: JobsState = {
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
