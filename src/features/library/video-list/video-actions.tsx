import { Clapperboard, Dices, Download, Film, ImagePlus, RotateCcw, Share2, Trash2, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { useStore } from '@/components/hooks/use-store'
import { joinClasses } from '@/components/join-classes'
import { useDownload } from '@/components/player/use-download'
import type { VideoAddresses } from '@/lib/browser/download-video'
import type { Readable } from '@/lib/store'
import { useCapabilities } from '@/state/capabilities'
import type { EndedJob, Job, SucceededJob } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import { priceTake } from '@/state/videos/take-price'

/** The actions that the form's model supports for a video. */
export interface VideoUses {
  /** Puts the video into the form to continue it. Null if the model can't continue videos. */
  extend: ((job: SucceededJob) => void) | null
  /** Puts the video into the form to edit it. Null if the model can't edit videos. */
  edit: ((job: SucceededJob) => void) | null
  /** Adds a frame to the references. Null if the model accepts none. */
  addReference: ((frame: File) => void) | null
}

export interface RowHandlers {
  /** The actions that the form's model supports. Null while unknown. */
  uses: Readable<VideoUses | null>
  onPlay(job: SucceededJob): void
  onDelete(job: Job): void
  onReuse(job: Job): Promise<void>
  /** Puts a video into the form to continue or edit it. */
  onUseVideo(job: SucceededJob, use: 'extend' | 'edit'): Promise<void>
  /** Starts a new job from the video's last frame. */
  onContinue(job: SucceededJob): Promise<void>
  onUseFrame(job: SucceededJob): Promise<void>
  onNewTake(job: SucceededJob): Promise<void>
  onJoin(shots: readonly SucceededJob[]): void
  onShare(job: SucceededJob): void
}

interface VideoActionsProps {
  job: EndedJob
  /** The ID of the video's name, because every row has buttons with the same names. */
  labelledBy: string
  /** Returns new URLs, or null. Never rejects. */
  renew: () => Promise<VideoAddresses | null>
  handlers: Omit<RowHandlers, 'onPlay'>
  /** The chain of videos that ends with this video. */
  shots?: readonly SucceededJob[] | undefined
  /** Whether the last buttons show only icons. */
  isShort?: boolean
}

export function VideoActions({ job, labelledBy, renew, handlers, shots = [], isShort = false }: VideoActionsProps) {
  const { isDownloading, download } = useDownload(renew)
  const [isReusing, setIsReusing] = useState(false)
  const video = job.status === 'succeeded' ? job : null

  const labelShort = (name: string) => (isShort ? { 'aria-label': name, title: name } : {})

  async function reuse() {
    setIsReusing(true)
    await handlers.onReuse(job)
    setIsReusing(false)
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
      {video && <UsesInForm {...{ video, handlers, isShort }} />}
      {shots.length > 1 && (
        <Button variant="quiet" size="sm" onClick={() => handlers.onJoin(shots)}>
          <Film aria-hidden="true" className="size-4" />
          Join {shots.length} videos
        </Button>
      )}
      {video && (
        <Button variant="quiet" size="sm" onClick={() => handlers.onShare(video)} {...labelShort('Share')}>
          <Share2 aria-hidden="true" className="size-4" />
          {!isShort && 'Share'}
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => handlers.onDelete(job)} {...labelShort('Delete')}>
        <Trash2 aria-hidden="true" className="size-4" />
        {!isShort && 'Delete'}
      </Button>
    </div>
  )
}

interface UsesInFormProps {
  video: SucceededJob
  handlers: Pick<RowHandlers, 'uses' | 'onUseVideo' | 'onContinue' | 'onUseFrame'>
  isShort: boolean
}

/**
 * Puts the video or its last frame into the form. It uses the form's model if that model can, or else the video's own
 * model.
 */
function UsesInForm({ video, handlers, isShort }: UsesInFormProps) {
  const { uses, onUseVideo, onContinue, onUseFrame } = handlers
  const known = useStore(uses)
  const own = useOwnModel(video)?.inputs
  const [busy, setBusy] = useState<string | null>(null)
  const actions = [
    known?.extend || own?.extend
      ? { name: 'Continue this video', Icon: Clapperboard, run: () => onUseVideo(video, 'extend') }
      : { name: 'Continue from last frame', Icon: Clapperboard, run: () => onContinue(video) },
    ...(known?.edit || own?.edit
      ? [{ name: 'Edit this video', Icon: WandSparkles, run: () => onUseVideo(video, 'edit') }]
      : []),
    ...(known?.addReference
      ? [{ name: 'Use a frame of this video', Icon: ImagePlus, run: () => onUseFrame(video) }]
      : []),
  ]

  async function start(name: string, run: () => Promise<void> | void) {
    setBusy(name)
    await run()
    setBusy(null)
  }

  return actions.map(({ name, Icon, run }) => (
    <Button
      key={name}
      variant="quiet"
      size="sm"
      busy={busy === name}
      onClick={() => start(name, run)}
      {...(isShort ? { 'aria-label': name, title: name } : {})}
    >
      {busy !== name && <Icon aria-hidden="true" className="size-4" />}
      {!isShort && name}
    </Button>
  ))
}

/** Returns the model that generated a video, if it is still offered. */
function useOwnModel(video: SucceededJob) {
  const { models } = useCapabilities()
  return models.find(({ id, isOn }) => isOn && id === video.model)
}

/** Generates the video again with a new seed, at the price on the button. Hidden if the model is no longer offered. */
function NewTake({ video, onNewTake }: { video: SucceededJob; onNewTake: RowHandlers['onNewTake'] }) {
  const prices = useJobs((state) => state.prices)
  const [isStarting, setIsStarting] = useState(false)
  const model = useOwnModel(video)
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
        New take{' '}
        <span className="font-normal whitespace-nowrap tabular-nums">
          {priceTake(video, model, prices).price} credits
        </span>
      </span>
    </Button>
  )
}
