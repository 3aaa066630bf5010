// Apart from the jobs, so that pages without jobs load no more than this.
import type { Estimate } from '@/lib/estimate'
import { oncePer } from '@/lib/once-per'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'

export type Activity =
  /** `startedAt`: milliseconds since the epoch on this machine's clock. */
  { type: 'running'; startedAt: number; estimate: Estimate } | { type: 'ended'; text: string }

export const activityFor = oncePer((_: Services) => createStore<Activity | null>(null))
