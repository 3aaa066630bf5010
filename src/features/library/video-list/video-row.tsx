import { memo } from 'react'
import { JobPicture } from '@/components/job-picture/job-picture'
import { joinClasses } from '@/components/join-classes'
import { getRowId } from '@/config/paths'
import { isOpen, type Job, type SucceededJob } from '@/state/jobs/job'
import { describeReceipt } from '@/state/jobs/job-text'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import type { View } from '../filter-url/filter-url'
import { VideoName } from '../video-name'
import { FailedLine } from './failed-line'
import { RECEIPT_TONES } from './receipt-tones'
import { RowProgress } from './row-progress'
import { type RowHandlers, VideoActions } from './video-actions'
import { VideoEnd } from './video-end'
import { VideoFacts } from './video-facts'
import { VideoPoster } from './video-poster'

interface VideoRowProps {
  jobId: string
  view: View
  handlers: RowHandlers
  shots: readonly SucceededJob[] | undefined
  /** The position in the selection, from 1. 0 if not selected. Undefined if the user can't select it now. */
  place: number | undefined
  onSelect?: ((jobId: string) => void) | undefined
  /** The query string that the link to the video's page keeps. */
  search: string
}

/** A video of the library. In the grid, the image is above the text. In the list, the image is beside the text. */
export const VideoRow = memo(function VideoRow({ jobId, ...props }: VideoRowProps) {
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === jobId))
  return job && <JobRow job={job} {...props} />
})

interface JobRowProps extends Omit<VideoRowProps, 'jobId'> {
  job: Job
}

function JobRow({ job, view, handlers, shots, place, onSelect, search }: JobRowProps) {
  const actions = useJobActions()
  const isList = view === 'list'
  const settlement = job.settlement === 'pending' ? 'held' : job.settlement
  const nameId = `${getRowId(job.id)}-name`
  const renew = () => actions.renew(job.id).catch(() => null)
  const select = place !== undefined && (
    <SelectBox place={place} labelledBy={nameId} onChange={() => onSelect?.(job.id)} />
  )
  if (job.status === 'failed' || job.status === 'stopped') {
    return <FailedLine {...{ job, nameId, handlers, renew, select, search }} />
  }
  return (
    <div
      className={joinClasses(
        'grid grid-cols-1',
        isList
          ? 'gap-5 border-t border-hairline py-6 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] sm:gap-7 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]'
          : 'content-start gap-3 py-4',
      )}
    >
      <div className="relative">
        {job.status === 'succeeded' ? (
          <VideoPoster job={job} renew={renew} onPlay={() => handlers.onPlay(job)} />
        ) : (
          <JobPicture job={job} className="aspect-video rounded-lg" />
        )}
        {select && <div className="absolute top-2 left-2">{select}</div>}
      </div>
      <div className={joinClasses('grid grid-cols-1 content-start', isList ? 'gap-3' : 'gap-2')}>
        <VideoName {...{ job, search }} id={nameId} className={isList ? 'line-clamp-3 text-lg' : 'line-clamp-2'} />
        <VideoFacts job={job} />
        <VideoEnd job={job} />
        <p className={joinClasses('text-[0.9375rem] font-semibold tabular-nums', RECEIPT_TONES[settlement])}>
          {describeReceipt({ ...job, settlement })}
        </p>
        {isOpen(job) ? (
          <RowProgress job={job} onCancel={() => void actions.cancel(job.id)} />
        ) : (
          <VideoActions
            job={job}
            labelledBy={nameId}
            renew={renew}
            handlers={handlers}
            shots={shots}
            isShort={!isList}
          />
        )}
      </div>
    </div>
  )
}

interface SelectBoxProps {
  /** The position in the selection, from 1. 0 if not selected. */
  place: number
  labelledBy: string
  onChange: () => void
}

function SelectBox({ place, labelledBy, onChange }: SelectBoxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md bg-ink/85 px-3 text-sm font-semibold tabular-nums">
      <input
        type="checkbox"
        checked={place > 0}
        onChange={onChange}
        aria-labelledby={labelledBy}
        className="size-5 accent-amber"
      />
      {place > 0 ? place : 'Select'}
    </label>
  )
}
