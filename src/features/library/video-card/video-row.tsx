import { memo, type ReactNode } from 'react'
import { JobPicture } from '@/components/job-picture/job-picture'
import { getRowId } from '@/config/paths'
import { formatDate } from '@/lib/format-date'
import { formatLength } from '@/lib/format-length'
import { getJobName, isOpen, type Job, type OpenJob, type SucceededJob } from '@/state/jobs/job'
import { describeReceipt } from '@/state/jobs/job-text'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import type { View } from '../filter-url/filter-url'
import { VideoName } from '../video-name'
import { FailedLine } from './failed-line'
import { RECEIPT_TONES } from './receipt-tones'
import type { RowHandlers } from './row-handlers'
import { RowProgress } from './row-progress'
import { SelectBox } from './select-box'
import { VideoActions } from './video-actions'
import './video-card.css'
import { VideoEnd } from './video-end'
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

/** A video of the library: a card of the grid, or a row of the list. */
export const VideoRow = memo(function VideoRow({ jobId, ...props }: VideoRowProps) {
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === jobId))
  return job && <JobRow job={job} {...props} />
})

interface JobRowProps extends Omit<VideoRowProps, 'jobId'> {
  job: Job
}

const SHAPES = { grid: 'video-card', list: 'video-line', failed: 'relative' }

function JobRow({ job, view, handlers, shots, place, onSelect, search }: JobRowProps) {
  const actions = useJobActions()
  const isSelecting = place !== undefined
  const nameId = `${getRowId(job.id)}-name`
  const renew = () => actions.renew(job.id).catch(() => null)
  const isFailed = job.status === 'failed' || job.status === 'stopped'
  const Shape = view === 'list' ? ListRow : GridCard
  const bar = !isSelecting && (
    <VideoActions job={job} labelledBy={nameId} {...{ renew, handlers, shots }} isInList={!isFailed} />
  )
  return (
    <div className={SHAPES[isFailed ? 'failed' : view]}>
      {/* In selection mode, the whole row is a checkbox. */}
      <div className="contents" inert={isSelecting}>
        {isFailed ? (
          <FailedLine {...{ job, nameId, search, isSelecting }}>{bar}</FailedLine>
        ) : (
          <Shape {...{ job, nameId, search, renew }} onPlay={handlers.onPlay}>
            {bar}
          </Shape>
        )}
      </div>
      {isSelecting && <SelectBox place={place} name={getJobName(job)} onChange={() => onSelect?.(job.id)} />}
    </div>
  )
}

interface ShapeProps {
  job: OpenJob | SucceededJob
  nameId: string
  search: string
  renew: () => Promise<{ videoUrl: string | null } | null>
  onPlay: (job: SucceededJob) => void
  /** The actions. */
  children: ReactNode
}

function GridCard({ job, nameId, search, renew, onPlay, children }: ShapeProps) {
  return (
    <>
      {job.status === 'succeeded' ? (
        <VideoPoster {...{ job, renew }} onPlay={() => onPlay(job)} length={formatLength(job)}>
          {children}
        </VideoPoster>
      ) : (
        <>
          <JobPicture job={job} className="video-picture" />
          {children}
        </>
      )}
      <div className="video-text">
        <VideoName {...{ job, search }} id={nameId} className="line-clamp-2 font-semibold" />
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft tabular-nums">
          <span>{job.modelName}</span>
          {isOpen(job) && <span>{formatLength(job)}</span>}
          {isOpen(job) && <Receipt job={job} />}
          <Silence job={job} />
        </p>
        <VideoEnd job={job} />
        {isOpen(job) && <Progress job={job} />}
      </div>
    </>
  )
}

function ListRow({ job, nameId, search, renew, onPlay, children }: ShapeProps) {
  return (
    <>
      {job.status === 'succeeded' ? (
        <VideoPoster {...{ job, renew }} onPlay={() => onPlay(job)} />
      ) : (
        <JobPicture job={job} className="video-picture" />
      )}
      <div className="min-w-0">
        <VideoName {...{ job, search }} id={nameId} className="line-clamp-1 font-semibold" />
        {job.title && (
          <p dir="auto" className="line-clamp-1 text-sm text-soft wrap-anywhere">
            {job.prompt}
          </p>
        )}
        <p className="flex gap-x-3 text-sm text-soft tabular-nums sm:hidden">
          <span>{job.modelName}</span>
          <span>{formatLength(job)}</span>
        </p>
        <VideoEnd job={job} />
        {isOpen(job) && <Progress job={job} />}
      </div>
      <p className="video-column">{job.modelName}</p>
      <p className="video-column">
        {formatLength(job)} <Silence job={job} />
      </p>
      <p className="video-column video-date">
        <time dateTime={job.createdAt}>{formatDate(job.createdAt)}</time>
      </p>
      <p className="video-column">
        <Receipt job={job} />
      </p>
      {children}
    </>
  )
}

function Receipt({ job }: { job: Job }) {
  const settlement = job.settlement === 'pending' ? 'held' : job.settlement
  return <span className={RECEIPT_TONES[settlement]}>{describeReceipt({ ...job, settlement })}</span>
}

function Silence({ job }: { job: OpenJob | SucceededJob }) {
  const isSilent = !job.hasSound || (job.status === 'succeeded' && job.peaks?.length === 0)
  if (!isSilent) return null
  return <span className="narrow whitespace-nowrap">No sound</span>
}

function Progress({ job }: { job: OpenJob }) {
  const actions = useJobActions()
  return <RowProgress job={job} onCancel={() => void actions.cancel(job.id)} />
}
