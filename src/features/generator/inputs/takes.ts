import { useStore } from '@/components/hooks/use-store'
import { useCapabilities } from '@/state/capabilities'
import { countOpen, isActive } from '@/state/jobs/job'
import type { JobsState } from '@/state/jobs/jobs-state'
import { useJobs } from '@/state/jobs/use-jobs'
import { useIsDirectMode } from '../use-is-direct-mode'
import type { Form } from './form-store'

export const MOST_TAKES = 4

/** The jobs that one click could start. */
export interface TakeCapacity {
  /** The number of chosen models. Each generates every take. */
  models: number
  /** Jobs in progress that will still be in progress at the next click. */
  open: number
  /** Jobs that one user may have in progress. */
  max: number
}

/** Returns how many takes the free places allow, 0 to 4. */
export function countMostTakes({ models, open, max }: TakeCapacity): number {
  return Math.min(MOST_TAKES, Math.max(0, Math.floor((max - open) / models)))
}

/**
 * Returns how many takes one click starts, at least 1. More models leave fewer takes. Jobs in progress leave the number as it is, or
 * the price on the button would change by itself.
 */
export function getTakes(chosen: number, models: number, max: number): number {
  return Math.max(1, Math.min(chosen, countMostTakes({ models, open: 0, max })))
}

/** Counts jobs in progress, without those of the panel. The next click waits until they have ended. */
function countOpenElsewhere({ jobs, shownIds }: JobsState): number {
  return countOpen(jobs.filter((job) => !(shownIds.includes(job.id) && isActive(job))))
}

/** Returns the number of takes, and the room for more. Without holds there is one take. */
export function useTakes(form: Form, models: number): { takes: number; room: TakeCapacity | null } {
  const { maxOpenJobs: max } = useCapabilities()
  const open = useJobs(countOpenElsewhere)
  const chosen = useStore(form.takes)
  const isDirect = useIsDirectMode()
  if (isDirect) return { takes: 1, room: null }
  return { takes: getTakes(chosen, models, max), room: { models, open, max } }
}
