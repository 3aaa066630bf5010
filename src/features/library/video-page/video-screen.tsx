import { BlankFrame } from '@/components/job-picture/blank-frame'
import { JobPicture } from '@/components/job-picture/job-picture'
import { usePoster } from '@/components/job-picture/use-poster'
import { JobPlayer } from '@/components/player/job-player'
import { getJobName, isOpen, type Job } from '@/state/jobs/job'
import { describeReason } from '@/state/jobs/job-text'
import { useJobActions } from '@/state/jobs/use-jobs'
import { RowProgress } from '../video-card/row-progress'
import { VIDEO_TEXT } from '../video-text'

/** Shows the video, its progress, or the reason why there is none. */
export function VideoScreen({ job }: { job: Job }) {
  const actions = useJobActions()
  const { poster } = usePoster(job.status === 'succeeded' ? job : null)
  if (job.status === 'succeeded') {
    return (
      <div className="overflow-hidden rounded-xl border border-hairline bg-panel">
        <JobPlayer
          job={job}
          label={`Your video: ${getJobName(job)}`}
          poster={poster}
          className="max-h-[calc(100dvh-16rem)] min-h-40"
        />
      </div>
    )
  }
  if (isOpen(job)) {
    return (
      <div className="overflow-hidden rounded-xl border border-hairline bg-panel">
        <JobPicture job={job} className="aspect-video" />
        <div className="p-[min(1.25rem,5.5vw)]">
          <RowProgress job={job} onCancel={() => void actions.cancel(job.id)} />
        </div>
      </div>
    )
  }
  const isCanceled = job.status === 'stopped'
  return (
    <BlankFrame
      kind={isCanceled ? 'ended' : 'failed'}
      className="grid aspect-video content-end overflow-hidden rounded-xl p-[min(2rem,6vw)]"
    >
      <p className="text-heading">{isCanceled ? VIDEO_TEXT.canceled : VIDEO_TEXT.failed}</p>
      {!isCanceled && (
        <p className="mt-1 max-w-prose text-text/85 wrap-anywhere">
          {describeReason(job.failureCode, job.failureReason) ?? VIDEO_TEXT.noReason}
        </p>
      )}
    </BlankFrame>
  )
}
