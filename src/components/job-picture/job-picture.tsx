import { useState } from 'react'
import { useNow } from '@/components/hooks/use-now'
import { joinClasses } from '@/components/join-classes'
import { toSeed } from '@/components/tracks/take-tracks'
import { estimateProgress } from '@/lib/estimate'
import { estimateOf, useCapabilities } from '@/state/capabilities'
import { getEstimateStart, getInputImage, getProgress, isInQueue, type OpenJob } from '@/state/jobs/job'
import { BlankFrame } from './blank-frame'
import { Grain } from './grain'

/** The number of redraws until the video is finished. */
const STEPS = 40

interface JobPictureProps {
  job: OpenJob
  /** The starting image, for a job that doesn't have its URL yet. */
  image?: string | null
  className?: string
}

/**
 * A placeholder for a video that isn't finished. It shows the starting image or grain, which become clearer with the
 * progress. A queued job shows a blurred image or a skeleton.
 */
export function JobPicture({ job, image = getInputImage(job), className }: JobPictureProps) {
  const elapsedMs = useNow(1000) - getEstimateStart(job)
  const estimate = estimateOf(useCapabilities(), job)
  const isWaiting = isInQueue(job)
  const progress = isWaiting ? 0 : (getProgress(job) ?? estimateProgress(elapsedMs, estimate))
  const step = Math.floor(progress * STEPS) / STEPS
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <div
      aria-hidden="true"
      data-picture={isWaiting ? 'waiting' : 'resolving'}
      className={joinClasses('@container overflow-hidden bg-raise', className)}
    >
      {image && image !== missing ? (
        <img
          src={image}
          alt=""
          onError={() => setMissing(image)}
          style={{ filter: filterAt(step) }}
          className={joinClasses('size-full scale-105 object-cover', isWaiting && 'animate-pulse-soft')}
        />
      ) : isWaiting ? (
        <BlankFrame kind="waiting" className="size-full" />
      ) : (
        <Grain seed={toSeed(job.id)} progress={step} />
      )}
    </div>
  )
}

/** Returns the CSS filter of the starting image. The image starts blurred, dark, and gray. */
function filterAt(progress: number): string {
  return `blur(${1.6 * (1 - progress)}cqi) brightness(${0.65 + 0.35 * progress}) saturate(${0.3 + 0.7 * progress})`
}
