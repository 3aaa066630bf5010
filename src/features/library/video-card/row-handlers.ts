import type { Readable } from '@/lib/store'
import type { Job, SucceededJob } from '@/state/jobs/job'

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
  /** Opens the form of the cast with a frame of the video. Null where there is no cast. */
  onAddToCast: ((job: SucceededJob) => Promise<void>) | null
  onNewTake(job: SucceededJob): Promise<void>
  /** Starts to generate the video with twice its size. */
  onUpscale(job: SucceededJob): Promise<void>
  onJoin(shots: readonly SucceededJob[]): void
  onShare(job: SucceededJob): void
}
