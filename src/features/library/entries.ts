import { MODELS } from '@/config/models'
import { hasSucceeded, isOpen, type Job, type SucceededJob } from '@/state/jobs/job'
import { listedJobs } from '@/state/jobs/job-list'
import type { JobsState } from '@/state/jobs/jobs-state'

/** What the list has to know of a job to place it. Its row reads the rest itself, so that a poll draws no other row. */
export interface Entry {
  id: string
  kind: 'open' | 'made' | 'failed'
}

export function entriesOf(state: JobsState): Entry[] {
  return listedJobs(state).map((job) => ({ id: job.id, kind: kindOf(job) }))
}

function kindOf(job: Job): Entry['kind'] {
  if (isOpen(job)) return 'open'
  return hasSucceeded(job) ? 'made' : 'failed'
}

export function finishedJobs({ jobs }: JobsState): SucceededJob[] {
  return jobs.filter(hasSucceeded)
}

/** Models of the catalogue, and others that the user's jobs were made with, by name. */
export function modelsOf({ jobs }: JobsState): { id: string; name: string }[] {
  const own = jobs.map(({ model, modelName }) => [model, modelName] as const)
  const names = new Map([...own, ...MODELS.map(({ id, name }) => [id, name] as const)])
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}
