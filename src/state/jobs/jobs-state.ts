import type { JobFilter } from '@/lib/jobs-api'
import type { Job, Place } from './job'

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
  /** Prices that refusals of the server told, by model: newer than those in the code. */
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

export const NOBODY: JobsState = {
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
