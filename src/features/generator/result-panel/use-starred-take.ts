import { useOptimistic, useRef, useTransition } from 'react'
import { useToast } from '@/components/toast/use-toast'
import type { Job } from '@/state/jobs/job'
import { STAR_FAILED } from '@/state/jobs/job-text'
import type { Jobs } from '@/state/jobs/jobs'

/**
 * Returns the starred jobs of a comparison, and a function that moves the star to one job. Changes are saved one after
 * another, because each reads the stars that the previous ones left.
 */
export function useStarredTake(jobs: readonly Job[], actions: Jobs) {
  const { show } = useToast()
  const [, startSaving] = useTransition()
  const [starredIds, showStarred] = useOptimistic(jobs.filter(({ isStarred }) => isStarred).map(({ id }) => id))
  const saving = useRef(Promise.resolve())

  async function save(jobId: string, isStarred: boolean) {
    try {
      await actions.label(jobId, { isStarred })
      if (!isStarred) return
      const isOtherTake = ({ id }: Job) => id !== jobId && jobs.some((job) => job.id === id)
      const others = actions.get().jobs.filter((job) => job.isStarred && isOtherTake(job))
      await Promise.all(others.map(({ id }) => actions.label(id, { isStarred: false })))
    } catch {
      show({ tone: 'bad', text: STAR_FAILED })
    }
  }

  return {
    starredIds,
    toggleStar(jobId: string) {
      const isStarred = starredIds.includes(jobId)
      startSaving(async () => {
        showStarred(isStarred ? [] : [jobId])
        saving.current = saving.current.then(() => save(jobId, !isStarred))
        await saving.current
      })
    },
  }
}
