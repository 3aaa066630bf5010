import { MODELS } from '@/config/models'
import { hasSucceeded, isOpen, type Job, type SucceededJob } from '@/state/jobs/job'
import { listJobs } from '@/state/jobs/job-list'
import type { JobsState } from '@/state/jobs/jobs-state'
import { isComparingJobs } from '@/state/jobs/panel'

/** The number of videos in the list of the newest ones. */
const NEWEST = 6

/**
 * A job's position and kind in the list. Each row reads the other fields itself, so that a poll re-renders only one
 * row.
 */
export interface Entry {
  id: string
  kind: 'open' | 'made' | 'failed'
}

export function listEntries(state: JobsState): Entry[] {
  return listJobs(state).map(createEntry)
}

/**
 * Lists the newest videos, without those in the comparison above. The failed jobs that are newer than the last of these
 * videos come after them, so that no failure takes a video's place.
 */
export function listNewest(state: JobsState): Entry[] {
  const entries = listJobs({ ...state, found: null })
    .filter((job) => !isShownAbove(state, job))
    .map(createEntry)
  const videos = entries.filter(({ kind }) => kind !== 'failed')
  const shown = videos.slice(0, NEWEST)
  const end = shown.length < videos.length ? entries.findIndex(({ id }) => id === shown.at(-1)?.id) : entries.length
  return [...shown, ...entries.slice(0, end).filter(({ kind }) => kind === 'failed')]
}

/** Counts the listed jobs in the comparison above. */
export function countShownAbove(state: JobsState): number {
  return listJobs({ ...state, found: null }).filter((job) => isShownAbove(state, job)).length
}

/** Returns whether the job is part of the comparison above. */
function isShownAbove(state: JobsState, { id }: Job): boolean {
  return isComparingJobs(state) && state.shownIds.includes(id)
}

function createEntry(job: Job): Entry {
  return { id: job.id, kind: isOpen(job) ? 'open' : hasSucceeded(job) ? 'made' : 'failed' }
}

export function listFinishedJobs({ jobs }: JobsState): SucceededJob[] {
  return jobs.filter(hasSucceeded)
}

/** Returns the catalogue's models and other models of the user's jobs, by name. */
export function listModels({ jobs }: JobsState): { id: string; name: string }[] {
  const own = jobs.map(({ model, modelName }) => [model, modelName] as const)
  const names = new Map([...own, ...MODELS.map(({ id, name }) => [id, name] as const)])
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}
