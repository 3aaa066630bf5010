import { useStore } from '@/components/hooks/use-store'
import { useCapabilities } from '@/state/capabilities'
import { countOpen, isActive } from '@/state/jobs/job'
import type { JobsState } from '@/state/jobs/jobs-state'
import { useJobs } from '@/state/jobs/use-jobs'
import { useIsDirectMode } from '../use-is-direct-mode'
import type { Form } from './form-store'

export const MOST_TAKES = 4

/** The limits on the jobs that one click can start. */
export interface TakeCapacity {
  /** The number of chosen models. Each model generates every take. */
  models: number
  /** The number of active jobs that will still be active at the next click. */
  open: number
  /** The maximum number of active jobs per user. */
  max: number
}

/** Returns how many takes the limit allows, 0 to 4. */
export function countMostTakes({ models, open, max }: TakeCapacity): number {
  return Math.min(MOST_TAKES, Math.max(0, Math.floor((max - open) / models)))
}

/**
 * Returns how many takes one click starts, at least 1. More models allow fewer takes. Active jobs don't reduce the
 * number, because the price on the button would change without a click.
 */
export function getTakes(chosen: number, models: number, max: number): number {
  return Math.max(1, Math.min(chosen, countMostTakes({ models, open: 0, max })))
}

/** Counts active jobs except those in the panel, because the next click is possible only after they end. */
function countOpenElsewhere({ jobs, shownIds }: JobsState): number {
  return countOpen(jobs.filter((job) => !(shownIds.includes(job.id) && isActive(job))))
}

/** Returns the number of takes, and the limits for more. Without credit holds, there is one take. */
export function useTakes(form: Form, models: number): { takes: number; room: TakeCapacity | null } {
  const { maxOpenJobs: max } = useCapabilities()
  const open = useJobs(countOpenElsewhere)
  const chosen = useStore(form.takes)
  const isDirect = useIsDirectMode()
  if (isDirect) return { takes: 1, room: null }
  return { takes: getTakes(chosen, models, max), room: { models, open, max } }
}
