import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { joinClasses } from '@/components/join-classes'
import type { CanceledJob, FailedJob } from '@/state/jobs/job'
import { describeReason, describeReceipt } from '@/state/jobs/job-text'
import { VideoName } from '../video-name'
import { VIDEO_TEXT } from '../video-text'
import { VideoFacts } from './video-facts'

interface FailedLineProps {
  job: FailedJob | CanceledJob
  nameId: string
  search: string
  /** Whether a checkbox covers the line. */
  isSelecting: boolean
  /** The actions. */
  children: ReactNode
}

/** A failed job in one line, which opens to show the details. */
export function FailedLine({ job, nameId, search, isSelecting, children }: FailedLineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isCanceled = job.status === 'stopped'
  const settlement = job.settlement === 'pending' ? 'held' : job.settlement
  return (
    <div
      className={joinClasses(
        'flex flex-wrap items-start gap-x-4 border-t border-hairline py-2',
        isSelecting && 'pl-12',
      )}
    >
      <div className="min-w-0 flex-1 basis-60">
        <VideoName
          {...{ job, search }}
          id={nameId}
          className={joinClasses('text-[0.9375rem]', !isOpen && 'line-clamp-1')}
        />
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="flex min-h-8 pointer-coarse:min-h-11 items-center gap-2 text-sm text-soft hover:text-amber">
            <ChevronDown
              aria-hidden="true"
              className={joinClasses('size-4 shrink-0 transition-transform duration-150', isOpen && 'rotate-180')}
            />
            {/* The credits are always shown. Only the reason is cut off. */}
            <span className={joinClasses('min-w-0', !isOpen && 'flex flex-wrap gap-x-1 sm:flex-nowrap')}>
              <span className={isOpen ? 'wrap-anywhere' : 'max-w-full truncate'}>
                <strong className="font-semibold text-text">
                  {isCanceled ? VIDEO_TEXT.canceled : VIDEO_TEXT.failed}
                </strong>
                {!isCanceled &&
                  ` ${asSentence(describeReason(job.failureCode, job.failureReason) ?? VIDEO_TEXT.noReason)}`}
              </span>{' '}
              <span className={joinClasses('sm:shrink-0', settlement === 'released' && 'text-ok')}>
                {describeReceipt({ ...job, settlement })}
              </span>
            </span>
          </summary>
          <div className="grid grid-cols-1 gap-2 pt-1 pb-3 pl-6">
            <VideoFacts job={job} />
            <p className="text-sm text-soft">{VIDEO_TEXT.tryAgain}</p>
          </div>
        </details>
      </div>
      {children}
    </div>
  )
}

/** Adds the full stop that providers often omit. */
const asSentence = (text: string) => (/[.!?…。！？]$/.test(text) ? text : `${text}.`)
