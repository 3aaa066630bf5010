import { useEffect, useState } from 'react'
import { getJobName, type Job } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import type { AdjacentVideo } from './use-adjacent-videos'

/** The maximum number of listed continuations. */
const MOST = 12

/** Returns the videos that were generated from this one. Also loads this video's source, so that its name is known. */
export function useChain({ id, sourceId, status }: Job): readonly AdjacentVideo[] {
  const actions = useJobActions()
  const { jobsApi } = useServices()
  const [later, setLater] = useState<readonly AdjacentVideo[]>([])

  useEffect(() => {
    const isKnown = actions.get().jobs.some((job) => job.id === sourceId)
    if (sourceId && !isKnown) actions.renew(sourceId).catch(() => undefined)
  }, [actions, sourceId])

  useEffect(() => {
    // Only a finished video can be a source.
    if (status !== 'succeeded') return
    let isGone = false
    jobsApi.list({ limit: MOST, filter: { sourceId: id, isOldestFirst: true } }).then(
      ({ jobs }) => {
        if (!isGone) setLater(jobs.map((job) => ({ id: job.id, name: getJobName(job) })))
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [jobsApi, id, status])

  return later
}
