import { formatDate } from '@/lib/format-date'
import type { Job } from '@/state/jobs/job'

/** One day longer than the 30 days' notice, in case this device's clock is behind. */
const SHOWN_MS = 31 * 24 * 60 * 60_000

/** Shows a video's deletion date, in the last 30 days before it. */
export function VideoEnd({ job: { expiresAt } }: { job: Pick<Job, 'expiresAt'> }) {
  if (!expiresAt || Date.parse(expiresAt) > Date.now() + SHOWN_MS) return null
  return (
    <p className="text-sm text-amber">
      This video will be deleted on <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>. Download it to keep it.
    </p>
  )
}
