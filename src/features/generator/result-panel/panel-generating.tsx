import { Button } from '@/components/button'
import { CancelJob } from '@/components/cancel-job'
import { useNow } from '@/components/hooks/use-now'
import { useObjectUrl } from '@/components/hooks/use-object-url'
import { useStore } from '@/components/hooks/use-store'
import { JobPicture } from '@/components/job-picture/job-picture'
import { TakeTracks, toSeed } from '@/components/tracks/take-tracks'
import { describeEstimate, estimateProgress, formatElapsed } from '@/lib/estimate'
import { estimateOf, isNotCancelable, useCapabilities } from '@/state/capabilities'
import {
  type ActiveJob,
  getEstimateStart,
  getInputImage,
  getProgress,
  isInQueue,
  isQueuedAtProvider,
  isStarting,
} from '@/state/jobs/job'
import { MESSAGES, NOT_CANCELABLE } from '@/state/jobs/job-text'
import type { Form } from '../inputs/form-store'
import { NotifyControl } from './notify-control'
import { describePhase, describeProgress } from './progress-note'

interface PanelGeneratingProps {
  job: ActiveJob
  form: Form
  isDirect: boolean
  onCancel: () => void
  /** Moves the job to the background. Its row in the library remains. */
  onMoveToBackground: () => void
}

export function PanelGenerating({ job, form, isDirect, onCancel, onMoveToBackground }: PanelGeneratingProps) {
  const now = useNow(1000)
  const elapsedMs = now - getEstimateStart(job)
  const isQueued = isQueuedAtProvider(job)
  const capabilities = useCapabilities()
  const estimate = estimateOf(capabilities, job)
  const chosen = useStore(form.image)
  const advanced = useStore(form.advanced)
  const known = getInputImage(job)
  const own = isDirect || advanced?.image === undefined ? (chosen?.file ?? null) : advanced.image
  const ownImage = useObjectUrl(job.mode === 'image' && !known ? own : null)
  const image = known ?? ownImage
  // There is nothing to say before the hold. Direct mode has no holds.
  const isHeld = !isDirect && job.status !== 'holding' && job.settlement !== 'captured'
  // Unknown if the response to the hold was lost.
  const isTaken = job.settlement === 'held'
  const progress = getProgress(job)
  return (
    <>
      <div className="relative aspect-video min-h-60 w-full overflow-hidden">
        <JobPicture job={job} image={image} className="absolute inset-0" />
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-panel via-panel/85 via-60% to-transparent p-[min(1.25rem,5.5vw)] pt-20 sm:p-7 sm:pt-24">
          <p className="text-sm text-soft tabular-nums">
            {job.modelName} · {job.length} seconds
          </p>
          {job.prompt && <p className="mt-1 line-clamp-3 max-w-2xl text-lg text-text/90">{job.prompt}</p>}
        </div>
      </div>
      <div className="grid grid-cols-1 gap-5 p-[min(1.25rem,5.5vw)] sm:p-7">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 sm:flex-nowrap">
          <div role="status" className="min-w-0 max-w-prose">
            <h2 className="text-lg">{describeProgress(job, now - job.startedAt)}</h2>
            <p className="min-h-[1.55em] text-[0.9375rem] text-soft">{describePhase(job, elapsedMs, estimate)}</p>
          </div>
          <p className="flex flex-wrap gap-x-3 text-[0.9375rem] text-soft tabular-nums sm:shrink-0 sm:justify-end">
            <span role="timer" className="text-text">
              {formatElapsed(now - job.startedAt)}
            </span>
            {progress !== null && <span>{Math.floor(progress * 100)}%</span>}
            <span>{describeEstimate('Estimated time:', estimate, { elapsedMs, isQueued })}</span>
          </p>
        </div>
        <TakeTracks
          progress={progress ?? (isQueued ? 0 : estimateProgress(elapsedMs, estimate))}
          isWaiting={isInQueue(job)}
          isSilent={!job.hasSound}
          seed={toSeed(job.id)}
          label="Estimated progress"
          image={image}
        />
        <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-3">
          {isHeld && (
            <p className="text-[0.9375rem] text-soft tabular-nums max-sm:w-full sm:mr-auto">
              {isTaken && `${job.credits} credits held. `}
              {isTaken && !isStarting(job) && !job.canCancel && isNotCancelable(capabilities, job)
                ? NOT_CANCELABLE
                : MESSAGES.paidIfItArrives}
            </p>
          )}
          {!isStarting(job) && <NotifyControl />}
          {!isDirect && (
            <div className="-mr-[min(0.875rem,4vw)] ml-auto flex flex-wrap">
              <Button variant="quiet" size="sm" onClick={onMoveToBackground}>
                Start another video
              </Button>
              <CancelJob job={job} onCancel={onCancel} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}
