import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '@/components/class-names'
import type { VideoAddresses } from '@/lib/browser/download-video'
import type { FailedJob, StoppedJob } from '@/state/jobs/job'
import { failureReason, receipt } from '@/state/jobs/job-text'
import { VIDEO_TEXT } from '../video-text'
import { type RowHandlers, VideoActions } from './video-actions'
import { VideoFacts } from './video-facts'

interface FailedLineProps {
  job: FailedJob | StoppedJob
  promptId: string
  handlers: RowHandlers
  renew: () => Promise<VideoAddresses | null>
  /** Its checkbox, while videos are selected. */
  select: ReactNode
}

/** One line, which opens to the whole of it. */
export function FailedLine({ job, promptId, handlers, renew, select }: FailedLineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const settlement = job.settlement === 'pending' ? 'held' : job.settlement
  const textClass = isOpen ? 'wrap-anywhere' : 'truncate'
  return (
    <div className="flex flex-wrap items-start gap-x-4 border-t border-hairline py-2">
      {select}
      <details className="min-w-0 flex-1 basis-60" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="flex min-h-11 items-center gap-3 hover:text-amber">
          <ChevronDown
            aria-hidden="true"
            className={classNames(
              'size-4 shrink-0 text-soft transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
          />
          <span className="min-w-0 flex-1 text-[0.9375rem]">
            <span id={promptId} className={classNames('block', textClass)}>
              {job.prompt || 'Made from an image alone'}
            </span>
            <span className={classNames('block text-sm text-soft', textClass)}>
              <strong className="font-semibold text-text">{VIDEO_TEXT.notMade}</strong>{' '}
              {asSentence(reasonOf(job) ?? VIDEO_TEXT.noReason)}{' '}
              <span className={settlement === 'released' ? 'text-ok' : ''}>{receipt({ ...job, settlement })}</span>
            </span>
          </span>
        </summary>
        <div className="grid grid-cols-1 gap-2 pt-1 pb-3 pl-7">
          <VideoFacts job={job} />
          <p className="text-sm text-soft">{VIDEO_TEXT.useAgain}</p>
        </div>
      </details>
      <VideoActions job={job} labelledBy={promptId} renew={renew} handlers={handlers} isShort />
    </div>
  )
}

function reasonOf(job: FailedJob | StoppedJob): string | null {
  return job.status === 'stopped' ? failureReason('cancelled', null) : failureReason(job.failureCode, job.failureReason)
}

/** The provider's words often lack the full stop that the next sentence needs. */
const asSentence = (text: string) => (/[.!?…。！？]$/.test(text) ? text : `${text}.`)
