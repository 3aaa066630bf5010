import { useOptimistic, useTransition } from 'react'
import { useToast } from '@/components/toast/use-toast'
import type { Job } from '@/state/jobs/job'
import { STAR_FAILED } from '@/state/jobs/job-text'
import { useJobActions } from '@/state/jobs/use-jobs'

/** Returns a video's star, which changes before the server has saved it. */
export function useStar(job: Job): { isStarred: boolean; toggle: () => void } {
  const { label } = useJobActions()
  const { show } = useToast()
  const [isSaving, startSaving] = useTransition()
  const [isStarred, showStar] = useOptimistic(job.isStarred)
  return {
    isStarred,
    toggle() {
      if (isSaving) return
      startSaving(async () => {
        showStar(!isStarred)
        await label(job.id, { isStarred: !isStarred }).catch(() => show({ tone: 'bad', text: STAR_FAILED }))
      })
    },
  }
}
