import type { Job } from '@/state/jobs/job'
import { formatDate, formatLength } from '../library-text'

export function VideoFacts({ job }: { job: Job }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft tabular-nums">
      <span>{job.modelName}</span>
      <span>{formatLength(job)}</span>
      <time dateTime={job.createdAt}>{formatDate(job.createdAt)}</time>
      <span>Seed {job.seed}</span>
    </p>
  )
}
