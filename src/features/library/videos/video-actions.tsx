import { Clapperboard, Dices, Download, Film, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'
import { useDownload } from '@/components/player/use-download'
import type { VideoAddresses } from '@/lib/browser/download-video'
import { useCapabilities } from '@/state/capabilities'
import type { EndedJob, Job, SucceededJob } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'

export interface RowHandlers {
  onPlay(job: SucceededJob): void
  onDelete(job: Job): void
  onReuse(job: Job): Promise<void>
  onContinue(job: SucceededJob): Promise<void>
  onNewTake(job: SucceededJob): Promise<void>
  onJoin(shots: readonly SucceededJob[]): void
}

interface VideoActionsProps {
  job: EndedJob
  /** The id of the video's name, because every row has buttons with the same names. */
  labelledBy: string
  /** Returns new addresses, or null. Never rejects. */
  renew: () => Promise<VideoAddresses | null>
  handlers: Omit<RowHandlers, 'onPlay'>
  /** The videos that lead to this one, which is last. */
  shots?: readonly SucceededJob[] | undefined
  /** Shows icons alone for the last buttons. */
  isShort?: boolean
}

export function VideoActions({ job, labelledBy, renew, handlers, shots = [], isShort = false }: VideoActionsProps) {
  const { isDownloading, download } = useDownload(renew)
  const [isDrawing, setIsDrawing] = useState(false)
  const [isReusing, setIsReusing] = useState(false)
  const video = job.status === 'succeeded' ? job : null

  const labelShort = (name: string) => (isShort ? { 'aria-label': name, title: name } : {})

  async function reuse() {
    setIsReusing(true)
    await handlers.onReuse(job)
    setIsReusing(false)
  }

  async function goOn(video: SucceededJob) {
    setIsDrawing(true)
    await handlers.onContinue(video)
    setIsDrawing(false)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields are in it
    <div
      role="group"
      aria-labelledby={labelledBy}
      className={joinClasses('flex flex-wrap gap-x-1 gap-y-2 sm:mt-1', video && '-ml-[min(0.875rem,4vw)]')}
    >
      {video && (
        <Button variant="quiet" size="sm" busy={isDownloading} onClick={() => download(video)}>
          {!isDownloading && <Download aria-hidden="true" className="size-4" />}
          Download
        </Button>
      )}
      <Button variant="quiet" size="sm" busy={isReusing} onClick={reuse}>
        {!isReusing && <RotateCcw aria-hidden="true" className="size-4" />}
        {video ? 'Use again' : 'Try again'}
      </Button>
      {video && <NewTake video={video} onNewTake={handlers.onNewTake} />}
      {video && (
        <Button
          variant="quiet"
          size="sm"
          busy={isDrawing}
          onClick={() => goOn(video)}
          {...labelShort('Continue from last frame')}
        >
          {!isDrawing && <Clapperboard aria-hidden="true" className="size-4" />}
          {!isShort && 'Continue from last frame'}
        </Button>
      )}
      {shots.length > 1 && (
        <Button variant="quiet" size="sm" onClick={() => handlers.onJoin(shots)}>
          <Film aria-hidden="true" className="size-4" />
          Join {shots.length} videos
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => handlers.onDelete(job)} {...labelShort('Delete')}>
        <Trash2 aria-hidden="true" className="size-4" />
        {!isShort && 'Delete'}
      </Button>
    </div>
  )
}

/** Generates the video again with a new seed, at the price on the button. Hidden if its model is no longer offered. */
function NewTake({ video, onNewTake }: { video: SucceededJob; onNewTake: RowHandlers['onNewTake'] }) {
  const { models } = useCapabilities()
  const newPrice = useJobs(({ prices }) => prices[video.model])
  const [isStarting, setIsStarting] = useState(false)
  const model = models.find(({ id, isOn }) => isOn && id === video.model)
  if (!model) return null

  async function start() {
    setIsStarting(true)
    await onNewTake(video)
    setIsStarting(false)
  }

  return (
    <Button variant="quiet" size="sm" busy={isStarting} onClick={start}>
      {!isStarting && <Dices aria-hidden="true" className="size-4" />}
      <span>
        New take <span className="font-normal whitespace-nowrap tabular-nums">{newPrice ?? model.credits} credits</span>
      </span>
    </Button>
  )
}
