import { useMemo } from 'react'
import { createFailureMessage } from '@/components/missing-code/failure-message'
import { useToast } from '@/components/toast/use-toast'
import type { Readable } from '@/lib/store'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { drawFrameAt, drawLastFrame } from '@/state/videos/last-frame'
import type { RowHandlers, VideoUses } from '../video-card/row-handlers'
import { describeMissingInput, describeSourceUse, VIDEO_TEXT } from '../video-text'
import { fetchFirstImage, fetchInputs, nameCast, type StoredAdvancedInputs } from './fetch-inputs'

export interface LibraryProps {
  uses: Readable<VideoUses | null>
  /** Called after a video or a frame was put into the form. */
  onTaken: () => void
  /** Called to reuse a job. `image`: an image to start from, or null to remove the form's image. */
  onReuse: (job: Job, image: File | null, inputs: StoredAdvancedInputs) => void | Promise<void>
  /** Called to continue or edit a video with its own model, if the form's model can't. */
  onOwnModel: (job: SucceededJob, use: 'extend' | 'edit') => void | Promise<void>
  /** Called to continue a video with a new job. `frame` is the video's last frame. */
  onContinue: (job: SucceededJob, frame: File) => void | Promise<void>
  /** Called to generate a video again with a new seed. Resolves with the job's ID, or null if no job started. */
  onNewTake: (job: SucceededJob, image: File | null) => Promise<string | null>
  /** Called to upscale a video. Resolves like onNewTake. */
  onUpscale: (job: SucceededJob) => Promise<string | null>
  /** Called to add a member with a frame of a video to the cast. */
  onAddToCast?: (frame: File) => void
}

interface Options extends LibraryProps {
  onPlay: (job: SucceededJob) => void
  onDelete: (jobs: readonly Job[]) => void
  onJoin: (shots: readonly SucceededJob[]) => void
  onShare: (job: SucceededJob) => void
  /** Called with the ID of a job that has started. */
  onStarted: (jobId: string) => void
  /** Stops the player of the video's page. Returns the time of its frame, or undefined before the first one. */
  stopPlayer?: () => number | undefined
}

/** Returns a row's actions. They are stable while the options are, so that rows don't re-render. */
export function useHandlers(options: Options): RowHandlers {
  const {
    uses,
    onTaken,
    onReuse,
    onOwnModel,
    onContinue,
    onNewTake,
    onUpscale,
    onPlay,
    onDelete,
    onJoin,
    onShare,
    onStarted,
    onAddToCast,
    stopPlayer,
  } = options
  const jobs = useJobActions()
  const { show } = useToast()
  return useMemo(() => {
    async function start(ask: () => Promise<string | null>, text: { started: string; missing: string }) {
      try {
        const jobId = await ask()
        if (!jobId) return
        show({ tone: 'ok', text: text.started })
        onStarted(jobId)
      } catch (cause) {
        show(createFailureMessage(cause, text.missing))
      }
    }
    return {
      uses,
      onPlay,
      onJoin,
      onShare,
      onDelete: (job) => onDelete([job]),
      async onReuse(given) {
        const { job, image, inputs, missing } = await fetchInputs(given, () => jobs.renew(given.id))
        try {
          await onReuse(job, image, inputs)
        } catch (cause) {
          return show(createFailureMessage(cause, VIDEO_TEXT.formMissing))
        }
        const text = describeMissingInput(missing)
        show(text ? { tone: 'info', text } : { tone: 'ok', text: VIDEO_TEXT.reused })
      },
      async onNewTake(job) {
        const needsSource = job.inputKind === 'extend' || job.inputKind === 'edit'
        if (needsSource && !job.sourceId) return show({ tone: 'bad', text: VIDEO_TEXT.takeSourceGone })
        const hasFirst = job.inputKind === 'references' || job.images.some(({ role }) => role === 'first')
        const needsImage = job.mode === 'image' && !needsSource && !hasFirst
        const image = needsImage ? await fetchFirstImage(() => jobs.renew(job.id)) : null
        if (needsImage && !image) return show({ tone: 'bad', text: VIDEO_TEXT.takeImageGone })
        await start(() => onNewTake(job, image), VIDEO_TEXT.take)
      },
      onUpscale: (job) => start(() => onUpscale(job), VIDEO_TEXT.upscale),
      async onUseVideo(job, use) {
        const take = uses.get()?.[use]
        if (take) {
          take(job)
          onTaken()
        } else {
          try {
            await onOwnModel(job, use)
          } catch (cause) {
            return show(createFailureMessage(cause, VIDEO_TEXT.formMissing))
          }
        }
        show({ tone: 'ok', text: describeSourceUse(use, take ? null : job.modelName) })
      },
      async onContinue(job) {
        const frame = await drawLastFrame(job, () => jobs.renew(job.id)).catch(() => null)
        if (!frame) return show({ tone: 'bad', text: VIDEO_TEXT.frameFailed })
        try {
          await onContinue(nameCast(job), frame)
          show({ tone: 'ok', text: VIDEO_TEXT.frameTaken })
        } catch (cause) {
          show(createFailureMessage(cause, VIDEO_TEXT.formMissing))
        }
      },
      async onUseFrame(job) {
        try {
          const frame = await drawLastFrame(job, () => jobs.renew(job.id))
          uses.get()?.addReference?.(frame)
          onTaken()
          show({ tone: 'ok', text: VIDEO_TEXT.referenceTaken })
        } catch {
          show({ tone: 'bad', text: VIDEO_TEXT.frameFailed })
        }
      },
      onAddToCast:
        onAddToCast === undefined
          ? null
          : async (job) => {
              try {
                onAddToCast(await drawFrameAt(job, () => jobs.renew(job.id), stopPlayer?.()))
              } catch {
                show({ tone: 'bad', text: VIDEO_TEXT.castFrameFailed })
              }
            },
    }
  }, [
    uses,
    onTaken,
    onReuse,
    onOwnModel,
    onContinue,
    onNewTake,
    onUpscale,
    onPlay,
    onDelete,
    onJoin,
    onShare,
    onStarted,
    onAddToCast,
    stopPlayer,
    show,
    jobs,
  ])
}
