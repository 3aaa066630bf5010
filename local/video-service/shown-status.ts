import { SLOW_TASK_MS } from './faults.ts'
import type { Task } from './task-store.ts'

/**
 * Returns the status that callers see. A `#slow` task is rendered at once and reported later. This needs no timer, and
 * a restart doesn't change it.
 */
export function getShownStatus({ fault, status, createdAt }: Task, now: number): Task['status'] {
  return fault === '#slow' && status === 'succeed' && now < createdAt + SLOW_TASK_MS ? 'processing' : status
}
