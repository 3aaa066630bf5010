import { useEffect, useState } from 'react'
import { getJobName, type Job } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'

/** The maximum number of listed continuations. */
const MOST = 12

interface LaterVideo {
  id: string
  name: string
  /** Whether it is the source with twice its size. Otherwise, it continues or edits the source. */
  isUpscaled: boolean
}

/** Returns the videos that were generated from this one. Also loads this video's source, so that its name is known. */
export function useChain({ id, sourceId, status }: Job): readonly LaterVideo[] {
  const actions = useJobActions()
  const { jobsApi } = useServices()
  const [later, setLater] = useState<readonly LaterVideo[]>([])

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
        if (!isGone)
          setLater(jobs.map((job) => ({ id: job.id, name: getJobName(job), isUpscaled: job.inputKind === 'upscale' })))
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [jobsApi, id, status])

  return later
}
