import type { JobFilter } from '@/lib/jobs-api'
import type { Job, SortKey } from './job'

export interface JobsState {
  userId: string | null
  /** All known jobs, newest first. The library shows those that are listed. */
  jobs: readonly Job[]
  /** The ids of the jobs in the panel: none, one, or those that are compared. */
  shownIds: readonly string[]
  /** The state of the list. `missing`: a server of the specified calls alone, which keeps no list. */
  list: 'closed' | 'loading' | 'ready' | 'unreachable' | 'signed_out' | 'missing'
  /** The cursor of the next page. Null on the last page. */
  nextCursor: string | null
  /** The end of the loaded pages. Older jobs may be known, but not those between. Null if all are loaded. */
  oldest: SortKey | null
  /** The current search. Null while all are listed. */
  found: SearchResult | null
  more: 'idle' | 'loading' | 'failed'
  /** Prices from the server's refusals, by the hold's `source`: a model's id, with choices that add to its price. They are newer than those in the code. */
  prices: Readonly<Partial<Record<string, number>>>
}

/** The jobs that match a filter, newest first. */
export interface SearchResult {
  filter: JobFilter
  /** The state of the search. While it is loading, the former list stays. */
  status: 'loading' | 'ready' | 'failed'
  ids: readonly string[]
  nextCursor: string | null
  /** The newest job at the time of the search. Newer ones were not searched. */
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
