import { memo } from 'react'
import { isOpen, type Job } from '@/state/jobs/job'
import { failureReason, receipt } from '@/state/jobs/job-text'
import type { Jobs } from '@/state/jobs/jobs'
import { JobProgress } from './job-progress'
import { dateText, LIBRARY_TEXT, lengthText } from './library-text'
import { OpenImage } from './open-image'
import { rowId } from './use-row-focus'
import { type RowHandlers, VideoActions } from './video-actions'
import { VideoPoster } from './video-poster'

interface VideoRowProps {
  job: Job
  actions: Jobs
  handlers: RowHandlers
  /** The videos that lead to this one, itself last. */
  shots: readonly Job[] | undefined
  /** In the selection, from 1; 0 when it is not in it. Undefined when it cannot be selected now. */
  place: number | undefined
  onSelect: (jobId: string) => void
}

const RECEIPT_TONES = { held: 'text-amber', captured: 'text-text', released: 'text-ok' }

/** Rows off the screen are not laid out. */
export const VideoRow = memo(function VideoRow({ job, actions, handlers, shots, place, onSelect }: VideoRowProps) {
  const settlement = job.settlement === 'pending' ? 'held' : job.settlement
  const promptId = `${rowId(job.id)}-prompt`
  const renew = () => actions.renew(job.id).catch(() => null)
  return (
    <li
      id={rowId(job.id)}
      tabIndex={-1}
      className="grid grid-cols-1 gap-5 border-t border-hairline py-6 [contain-intrinsic-size:auto_15rem] [content-visibility:auto] sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] sm:gap-7 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <div className="relative">
        {job.status === 'succeeded' ? (
          <VideoPoster job={job} renew={renew} onPlay={() => handlers.onPlay(job)} />
        ) : (
          <OpenImage imageUrl={job.imageUrl} isOver={job.status === 'failed'} />
        )}
        {place !== undefined && (
          <label className="absolute top-2 left-2 flex min-h-11 cursor-pointer items-center gap-2 rounded-md bg-ink/85 px-3 text-sm font-semibold tabular-nums">
            <input
              type="checkbox"
              checked={place > 0}
              onChange={() => onSelect(job.id)}
              aria-labelledby={promptId}
              className="size-5 accent-amber"
            />
            {place > 0 ? place : 'Select'}
          </label>
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-3">
        <p id={promptId} className="line-clamp-3 text-lg wrap-anywhere">
          {job.prompt || 'Made from an image alone'}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-[0.9375rem] text-soft tabular-nums">
          <span>{job.modelName}</span>
          <span>{lengthText(job)}</span>
          <time dateTime={job.createdAt}>{dateText(job.createdAt)}</time>
          <span>Seed {job.seed}</span>
        </p>
        {job.status === 'failed' && (
          <p className="max-w-prose text-[0.9375rem] wrap-anywhere text-soft">
            <strong className="font-semibold text-text">{LIBRARY_TEXT.notMade}</strong>{' '}
            {failureReason(job.failureCode, job.failureReason) ?? LIBRARY_TEXT.noReason}
          </p>
        )}
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-[0.9375rem] text-soft">
          <span className={`font-semibold tabular-nums ${RECEIPT_TONES[settlement]}`}>
            {receipt({ ...job, settlement })}
          </span>
          {job.status === 'failed' && LIBRARY_TEXT.useAgain}
        </p>
        {isOpen(job) ? (
          <JobProgress job={job} onCancel={() => void actions.cancel(job.id)} />
        ) : (
          <VideoActions job={job} labelledBy={promptId} renew={renew} handlers={handlers} shots={shots} />
        )}
      </div>
    </li>
  )
})
