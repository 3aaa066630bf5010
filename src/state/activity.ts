// Apart from the jobs, so that pages without jobs load no more than this.
import type { Estimate } from '@/lib/estimate'
import type { Services } from '@/lib/services'
import { createStore, type Store } from '@/lib/store'

export type Activity =
  /** `startedAt`: milliseconds since the epoch on this machine's clock. */
  { type: 'running'; startedAt: number; estimate: Estimate } | { type: 'ended'; text: string }

const made = new WeakMap<Services, Store<Activity | null>>()

export function activityFor(services: Services): Store<Activity | null> {
  const known = made.get(services)
  if (known) return known
  const activity = createStore<Activity | null>(null)
  made.set(services, activity)
  return activity
}
