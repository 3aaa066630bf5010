import { useMemo } from 'react'
import { useToast } from '@/components/toast/use-toast'
import type { Job, SucceededJob } from '@/state/jobs/job'
import type { Addresses } from '@/state/jobs/job-store'
import { getFrameName } from '@/state/jobs/shots'
import { useJobActions } from '@/state/jobs/use-jobs'
import { drawFrame } from '../draw-frame'
import { VIDEO_TEXT } from '../video-text'
import type { RowHandlers } from './video-actions'

export interface LibraryProps {
  /** Called to use a job again. `image`: an image to start from; null removes the form's. */
  onReuse: (job: Job, image: File | null) => void
  /** Called to continue a video. `frame`: its last frame, to start a new job from. */
  onContinue: (job: SucceededJob, frame: File) => void
  /** Called to generate a video again with a new seed. Resolves with the job's id, or null if none was started. */
  onNewTake: (job: SucceededJob, image: File | null) => Promise<string | null>
}

interface Options extends LibraryProps {
  onPlay: (job: SucceededJob) => void
  onDelete: (jobs: readonly Job[]) => void
  onJoin: (shots: readonly SucceededJob[]) => void
  /** Called with the id of a job that has started. */
  onStarted: (jobId: string) => void
}

/** Returns a row's actions. They stay the same while the options do, so that rows are not redrawn. */
export function useHandlers(options: Options): RowHandlers {
  const { onReuse, onContinue, onNewTake, onPlay, onDelete, onJoin, onStarted } = options
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
      async onNewTake(job) {
        const image = job.mode === 'image' ? await fetchImage(() => jobs.renew(job.id)) : null
        if (job.mode === 'image' && !image) return show({ tone: 'bad', text: VIDEO_TEXT.takeImageGone })
        const jobId = await onNewTake(job, image)
        if (!jobId) return
        show({ tone: 'ok', text: VIDEO_TEXT.takeStarted })
        onStarted(jobId)
      },
      async onContinue(job) {
        try {
          onContinue(job, await drawLastFrame(job, () => jobs.renew(job.id)))
          show({ tone: 'ok', text: VIDEO_TEXT.frameTaken })
        } catch {
          show({ tone: 'bad', text: VIDEO_TEXT.frameFailed })
        }
      },
    }),
    [onReuse, onContinue, onNewTake, onPlay, onDelete, onJoin, onStarted, show, jobs],
  )
}

/** Fetches the input image. Returns null if it is gone. */
async function fetchImage(renew: () => Promise<Addresses>): Promise<File | null> {
  try {
    const { imageUrl } = await renew()
    const response = imageUrl ? await fetch(imageUrl, { credentials: 'omit' }) : null
    if (!response?.ok) return null
    const blob = await response.blob()
    return new File([blob], `image.${blob.type.split('/')[1] ?? 'jpg'}`, { type: blob.type })
  } catch {
    return null
  }
}

/** Draws the last frame. Rejects if the video can't be read. */
async function drawLastFrame(job: SucceededJob, renew: () => Promise<Addresses>): Promise<File> {
  const draw = (url: string | null) => {
    if (!url) throw new Error('There is no address')
    return drawFrame(url, { type: 'image/png' })
  }
  const blob = await Promise.resolve(job.videoUrl)
    .then(draw)
    .catch(async () => draw((await renew()).videoUrl))
  return new File([blob], `${getFrameName(job)}.png`, { type: 'image/png' })
}
