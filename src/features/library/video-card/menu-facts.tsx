import { formatDate } from '@/lib/format-date'
import type { Job } from '@/state/jobs/job'
import { describeReceipt } from '@/state/jobs/job-text'
import { describeInputs } from '../video-text'
import { RECEIPT_TONES } from './receipt-tones'

/** Shows what a card leaves out: the prompt of a video with a title, the receipt, the date, and the settings. */
export function MenuFacts({ job }: { job: Job }) {
  const settlement = job.settlement === 'pending' ? 'held' : job.settlement
  const facts = [`Seed ${job.seed}`, job.resolution, describeInputs(job)].filter(Boolean)
  return (
    <div className="grid gap-0.5 border-b border-hairline px-4 py-3 text-sm text-soft tabular-nums">
      {job.title && (
        <p dir="auto" className="mb-1 line-clamp-2 wrap-anywhere">
          {job.prompt}
        </p>
      )}
      <p className={RECEIPT_TONES[settlement]}>{describeReceipt({ ...job, settlement })}</p>
      <p>
        <time dateTime={job.createdAt}>{formatDate(job.createdAt)}</time>
      </p>
      <p>{facts.join(' · ')}</p>
    </div>
  )
}
