import { useCallback, useEffect, useState } from 'react'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Job } from '@/state/jobs/job'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { useRemote } from '@/state/use-remote'

export type VideoState =
  | { status: 'shown'; job: Job }
  /** `missing`: the user has no such job. `deleted`: the job was deleted while it was shown. */
  | { status: 'loading' | 'missing' | 'deleted' | 'failed' }

/** Returns the job with this ID. Loads the job from the server if it isn't in the list. */
export function useVideo(jobId: string): { state: VideoState; retry: () => void } {
  const actions = useJobActions()
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === jobId.toLowerCase()))
  const [wasShown, setWasShown] = useState(false)
  const isKnown = job?.isListed === true
  if (isKnown && !wasShown) setWasShown(true)
  const isWanted = !isKnown && !wasShown
  const read = useCallback(() => actions.renew(jobId), [actions, jobId])
  const { error, reload } = useRemote(read, isWanted)

  useEffect(() => {
    if (!isWanted) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isWanted, reload])

  if (job) return { state: { status: 'shown', job }, retry: reload }
  const outcome = error === null ? 'loading' : isRefusedAs(error, 'not_found') ? 'missing' : 'failed'
  return { state: { status: wasShown ? 'deleted' : outcome }, retry: reload }
}
