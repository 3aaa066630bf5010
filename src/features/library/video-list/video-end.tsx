import { formatDate } from '@/lib/format-date'
import type { Job } from '@/state/jobs/job'

/** A day more than the notice, for a clock that is behind. */
const SHOWN_MS = 31 * 24 * 60 * 60_000

/** Says when the video is deleted, in its last 30 days. */
export function VideoEnd({ job: { expiresAt } }: { job: Pick<Job, 'expiresAt'> }) {
  if (!expiresAt || Date.parse(expiresAt) > Date.now() + SHOWN_MS) return null
  return (
    <p className="text-sm text-amber">
      This video will be deleted on <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>. Download it to keep it.
    </p>
  )
}
