import { MODELS } from '@/config/models'
import { hasSucceeded, isOpen, type Job, type SucceededJob } from '@/state/jobs/job'
import { listJobs } from '@/state/jobs/job-list'
import type { JobsState } from '@/state/jobs/jobs-state'
import { isShownAbove } from './shown-above'

/** The fields that place a job in the list. The row reads the rest, so that a poll redraws no other row. */
export interface Entry {
  id: string
  kind: 'open' | 'made' | 'failed'
}

export function listEntries(state: JobsState): Entry[] {
  const isElsewhere = isShownAbove(state)
  return listJobs(state).flatMap((job) => (isElsewhere(job) ? [] : [{ id: job.id, kind: getKind(job) }]))
}

/** Counts the listed jobs that stand side by side above. */
export function countShownAbove(state: JobsState): number {
  return listJobs(state).filter(isShownAbove(state)).length
}

function getKind(job: Job): Entry['kind'] {
  if (isOpen(job)) return 'open'
  return hasSucceeded(job) ? 'made' : 'failed'
}

export function listFinishedJobs({ jobs }: JobsState): SucceededJob[] {
  return jobs.filter(hasSucceeded)
}

/** Returns the catalogue's models and others that the user's jobs used, by name. */
export function listModels({ jobs }: JobsState): { id: string; name: string }[] {
  const own = jobs.map(({ model, modelName }) => [model, modelName] as const)
  const names = new Map([...own, ...MODELS.map(({ id, name }) => [id, name] as const)])
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}
