import { useEffect, useState } from 'react'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Job } from '@/state/jobs/job'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'

export type VideoState =
  | { status: 'shown'; job: Job }
  /** `missing`: the user has no such job. `deleted`: it was deleted while it was shown. */
  | { status: 'loading' | 'missing' | 'deleted' | 'failed' }

/** Returns the job of an address. It is read from the server if the list doesn't have it. */
export function useVideo(jobId: string): { state: VideoState; retry: () => void } {
  const actions = useJobActions()
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === jobId.toLowerCase()))
  const [outcome, setOutcome] = useState<'loading' | 'missing' | 'failed'>('loading')
  const [wasShown, setWasShown] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isKnown = job?.isListed === true
  if (isKnown && !wasShown) setWasShown(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (isKnown || wasShown) return
    let isGone = false
    const retry = () => setAttempt((before) => before + 1)
    setOutcome('loading')
    actions.renew(jobId).catch((error: unknown) => {
      if (!isGone) setOutcome(isRefusedAs(error, 'not_found') ? 'missing' : 'failed')
    })
    window.addEventListener('online', retry)
    return () => {
      isGone = true
      window.removeEventListener('online', retry)
    }
  }, [actions, jobId, isKnown, wasShown, attempt])

  const state: VideoState = job ? { status: 'shown', job } : { status: wasShown ? 'deleted' : outcome }
  return { state, retry: () => setAttempt(attempt + 1) }
}
