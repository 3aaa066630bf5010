// Stores a job's activity for the page title. It is separate from the job store, so that pages without jobs don't load
// that store.
import type { Estimate } from '@/lib/estimate'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'

export type Activity =
  /** Times in milliseconds since the epoch, by this machine's clock. The estimate starts at `estimateStart`. */
  | { type: 'running'; startedAt: number; estimateStart: number; estimate: Estimate; isQueued: boolean }
  | { type: 'ended'; text: string }

export const getActivityStore = memoizeByKey((_: Services) => createStore<Activity | null>(null))
