import { useState } from 'react'
import { Button } from '@/components/button'
import { useNow } from '@/components/hooks/use-now'
import { useToast } from '@/components/toast/use-toast'
import { seedOf, TakeTracks } from '@/components/tracks/take-tracks'
import { isSilentTake } from '@/config/models'
import { estimatedProgress, estimateText, formatElapsed } from '@/lib/estimate'
import { isCancelUndecided } from '@/lib/jobs-api'
import { shortText } from '@/lib/short-text'
import { STOP_TEXT, stoppedNote } from '@/state/jobs/job-text'
import type { KnownJob } from '@/state/jobs/jobs-reducer'
import type { JobsStore } from '@/state/jobs/jobs-store'

interface JobProgressProps {
  job: KnownJob
  store: JobsStore
  onStopped: () => void
}

/** How far an open job is, by the server's clock, and the way to stop it. */
export function JobProgress({ job, store, onStopped }: JobProgressProps) {
  const elapsedMs = useNow(1000) - job.startedAt
  const [isAsking, setIsAsking] = useState(false)
  const { show } = useToast()

  async function cancel() {
    setIsAsking(true)
    try {
      const { outcome } = await store.cancel(job.id)
      if (outcome === 'stopped') {
        onStopped()
        show({ tone: 'ok', text: stoppedNote(job.credits) })
      } else if (outcome === 'too_late') show({ tone: 'info', text: STOP_TEXT.tooLate })
    } catch (error) {
      if (isCancelUndecided(error)) show({ tone: 'info', text: STOP_TEXT.undecided })
      else show({ tone: 'bad', text: STOP_TEXT.unheard })
    }
    setIsAsking(false)
  }

  return (
    <div className="grid max-w-2xl grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p>{job.status === 'waiting' ? 'In the queue' : 'Being made'}</p>
        <p className="text-sm text-soft tabular-nums">
          {formatElapsed(elapsedMs)} of about {estimateText(job.length)}
        </p>
      </div>
      <TakeTracks
        progress={estimatedProgress(elapsedMs, job.length)}
        isWaiting={job.status === 'waiting'}
        isSilent={isSilentTake(job.model, job.generateAudio)}
        seed={seedOf(job.id)}
        label={`Time against the estimate: ${shortText(job.prompt) || 'image to video'}`}
        picture={job.pictureUrl}
      />
      <div>
        <Button variant="quiet" size="sm" busy={isAsking} onClick={cancel} className="-ml-[min(0.875rem,4vw)]">
          Cancel
        </Button>
      </div>
    </div>
  )
}
