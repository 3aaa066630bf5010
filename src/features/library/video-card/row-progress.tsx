import { CancelJob } from '@/components/cancel-job'
import { useNow } from '@/components/hooks/use-now'
import { TakeTracks, toSeed } from '@/components/tracks/take-tracks'
import { describeEstimate, estimateProgress, formatElapsed } from '@/lib/estimate'
import { shortenText } from '@/lib/text'
import { estimateOf, isNotCancelable, useCapabilities } from '@/state/capabilities'
import {
  getEstimateStart,
  getInputImage,
  getProgress,
  isQueuedAtProvider,
  isStarting,
  type OpenJob,
} from '@/state/jobs/job'
import { CANCEL_TEXT, NOT_CANCELABLE } from '@/state/jobs/job-text'

interface RowProgressProps {
  job: OpenJob
  onCancel: () => void
}

const CANCEL_NOTES = {
  none: null,
  asking: null,
  ended: null,
  ...CANCEL_TEXT,
}

export function RowProgress({ job, onCancel }: RowProgressProps) {
  const now = useNow(1000)
  const elapsedMs = now - getEstimateStart(job)
  const capabilities = useCapabilities()
  const estimate = estimateOf(capabilities, job)
  const isQueued = isQueuedAtProvider(job)
  const [cancel, canCancel] = isStarting(job) ? (['none', false] as const) : [job.cancel, job.canCancel]
  const note = CANCEL_NOTES[cancel] ?? (!canCancel && isNotCancelable(capabilities, job) ? NOT_CANCELABLE : null)

  return (
    <div className="grid max-w-2xl grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p>{isQueued ? 'In the queue' : 'Generating'}</p>
        <p className="text-sm text-soft tabular-nums">
          {formatElapsed(now - job.startedAt)} · {describeEstimate('usually', estimate, { elapsedMs, isQueued })}
        </p>
      </div>
      <TakeTracks
        progress={getProgress(job) ?? (isQueued ? 0 : estimateProgress(elapsedMs, estimate))}
        isWaiting={isQueued}
        isSilent={!job.hasSound}
        seed={toSeed(job.id)}
        label={`Estimated progress: ${shortenText(job.prompt) || 'image to video'}`}
        image={getInputImage(job)}
      />
      <div className="flex flex-wrap items-center gap-x-4">
        <CancelJob job={job} onCancel={onCancel} className="-ml-[min(0.875rem,4vw)]" />
        <p role="status" className="text-sm text-soft">
          {note}
        </p>
      </div>
    </div>
  )
}
