import { useCallback, useState } from 'react'
import type { JobFilter } from '@/lib/jobs-api'
import { getJobName } from '@/state/jobs/job'
import { listJobs } from '@/state/jobs/job-list'
import type { JobsState } from '@/state/jobs/jobs-state'
import { useJobActions } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useRemote } from '@/state/use-remote'
import { isSameFilter } from '../filter-url/filter-url'

export interface AdjacentVideo {
  id: string
  name: string
}

export interface AdjacentVideos {
  /** The previous video. Null at the start of the list. */
  previous: AdjacentVideo | null
  next: AdjacentVideo | null
}

/** Returns the previous and the next video in the list with this filter. Null while unknown. */
export function useAdjacentVideos(jobId: string, filter: JobFilter): AdjacentVideos | null {
  const actions = useJobActions()
  const { jobsApi } = useServices()
  const [loaded] = useState(() => findAdjacentVideos(actions.get(), jobId, filter))
  const read = useCallback(async (): Promise<AdjacentVideos> => {
    const reversed = { ...filter, isOldestFirst: !filter.isOldestFirst }
    const [before, after] = await Promise.all([
      jobsApi.list({ after: jobId, limit: 1, filter: reversed }),
      jobsApi.list({ after: jobId, limit: 1, filter }),
    ])
    return { previous: toNeighbor(before.jobs[0]), next: toNeighbor(after.jobs[0]) }
  }, [jobsApi, jobId, filter])
  // If this fails, the page still links to all videos.
  const { data } = useRemote(read, loaded === null)
  return loaded ?? data
}

/** Returns the adjacent videos, if the loaded list knows both. Null otherwise. */
function findAdjacentVideos(state: JobsState, jobId: string, filter: JobFilter): AdjacentVideos | null {
  const { found, nextCursor } = state
  if (!isSameFilter(found?.filter ?? {}, filter) || (found && found.status !== 'ready')) return null
  const jobs = listJobs(state)
  const place = jobs.findIndex(({ id }) => id === jobId)
  const isAtEnd = place === jobs.length - 1
  if (place < 0 || (isAtEnd && (found ? found.nextCursor : nextCursor) !== null)) return null
  return { previous: toNeighbor(jobs[place - 1]), next: toNeighbor(jobs[place + 1]) }
}

function toNeighbor(job: (Parameters<typeof getJobName>[0] & { id: string }) | undefined): AdjacentVideo | null {
  return job ? { id: job.id, name: getJobName(job) } : null
}
