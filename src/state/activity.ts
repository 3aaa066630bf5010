// Apart from the jobs, so that pages without jobs load no more than this.
import type { Estimate } from '@/lib/estimate'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'

export type Activity =
  /** The times are milliseconds since the epoch on this machine's clock. The estimate counts from `estimateStart`. */
  | { type: 'running'; startedAt: number; estimateStart: number; estimate: Estimate; isQueued: boolean }
  | { type: 'ended'; text: string }

export const getActivityStore = memoizeByKey((_: Services) => createStore<Activity | null>(null))
