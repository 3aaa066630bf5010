import { useMemo } from 'react'
import { useToast } from '@/components/toast/use-toast'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { fetchImage, lastFrame } from '../job-files'
import { VIDEO_TEXT } from '../video-text'
import type { RowHandlers } from './video-actions'

export interface LibraryProps {
  /** `image`: an image to start from; null removes the form's. */
  onReuse: (job: Job, image: File | null) => void
  /** `frame`: the last one of the job, as the image of a new one. */
  onContinue: (job: SucceededJob, frame: File) => void
}

interface Options extends LibraryProps {
  onPlay: (job: SucceededJob) => void
  onDelete: (jobs: readonly Job[]) => void
  onJoin: (shots: readonly SucceededJob[]) => void
}

/** What a row does; the same as long as the options are, so that rows are not drawn again. */
export function useHandlers({ onReuse, onContinue, onPlay, onDelete, onJoin }: Options): RowHandlers {
  const jobs = useJobActions()
  const { show } = useToast()
  return useMemo(
    () => ({
      onPlay,
      onJoin,
      onDelete: (job) => onDelete([job]),
      async onReuse(job) {
        if (job.mode === 'text') {
          onReuse(job, null)
          return show({ tone: 'ok', text: VIDEO_TEXT.reused })
        }
        const image = await fetchImage(() => jobs.renew(job.id))
        onReuse(job, image)
        show(image ? { tone: 'ok', text: VIDEO_TEXT.reused } : { tone: 'info', text: VIDEO_TEXT.imageGone })
      },
      async onContinue(job) {
        try {
          onContinue(job, await lastFrame(job, () => jobs.renew(job.id)))
          show({ tone: 'ok', text: VIDEO_TEXT.frameTaken })
        } catch {
          show({ tone: 'bad', text: VIDEO_TEXT.frameFailed })
        }
      },
    }),
    [onReuse, onContinue, onPlay, onDelete, onJoin, show, jobs],
  )
}
