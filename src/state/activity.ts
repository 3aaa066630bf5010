// Apart from the jobs, so that pages without jobs load no more than this.
import type { Estimate } from '@/lib/estimate'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'

export type Activity =
  /** `startedAt`: milliseconds since the epoch on this machine's clock. */
  { type: 'running'; startedAt: number; estimate: Estimate } | { type: 'ended'; text: string }

export const activityFor = memoizeByKey((_: Services) => createStore<Activity | null>(null))
