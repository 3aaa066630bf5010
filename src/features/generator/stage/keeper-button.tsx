import { Star } from 'lucide-react'
import { useOptimistic, useTransition } from 'react'
import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'
import { useToast } from '@/components/toast/use-toast'
import type { Job } from '@/state/jobs/job'
import { STAR_FAILED } from '@/state/jobs/job-text'
import { useJobActions } from '@/state/jobs/use-jobs'

interface KeeperButtonProps {
  job: Job
  /** The job's name, read out after 'Keeper'. */
  name: string
  /** The jobs side by side, of which one is the keeper. */
  jobs: readonly Job[]
}

/** Marks the video to keep with the star that the library shows. The star of another one beside it goes out. */
export function KeeperButton({ job, name, jobs }: KeeperButtonProps) {
  const { label } = useJobActions()
  const { show } = useToast()
  const [isSaving, startSaving] = useTransition()
  const [isKeeper, showKeeper] = useOptimistic(job.isStarred)

  function toggle() {
    if (isSaving) return
    startSaving(async () => {
      showKeeper(!isKeeper)
      try {
        await label(job.id, { isStarred: !isKeeper })
        if (isKeeper) return
        const others = jobs.filter(({ id, isStarred }) => isStarred && id !== job.id)
        await Promise.all(others.map(({ id }) => label(id, { isStarred: false })))
      } catch {
        show({ tone: 'bad', text: STAR_FAILED })
      }
    })
  }

  return (
    <Button variant="quiet" size="sm" aria-pressed={isKeeper} onClick={toggle}>
      <Star aria-hidden="true" className={joinClasses('size-4', isKeeper && 'fill-amber text-amber')} />
      Keeper <span className="sr-only">{name}</span>
    </Button>
  )
}
