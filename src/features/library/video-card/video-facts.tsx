import { Link, type LinkProps } from 'react-router-dom'
import { getVideoPath } from '@/config/paths'
import { formatDate } from '@/lib/format-date'
import { formatLength } from '@/lib/format-length'
import { shortenText } from '@/lib/text'
import { getJobName, type Job } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import { describeInputs, describeSource } from '../video-text'

export function VideoFacts({ job }: { job: Job }) {
  const { resolution, sourceId } = job
  const inputs = describeInputs(job)
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft tabular-nums">
      <span>{job.modelName}</span>
      <span>{formatLength(job)}</span>
      {resolution && <span>{resolution}</span>}
      {inputs && <span>{inputs}</span>}
      {sourceId && <SourceLink sourceId={sourceId} inputKind={job.inputKind} className={linkClass} />}
      <time dateTime={job.createdAt}>{formatDate(job.createdAt)}</time>
      <span>Seed {job.seed}</span>
    </p>
  )
}

export const linkClass = 'min-w-0 underline underline-offset-4 wrap-anywhere hover:text-amber'

interface SourceLinkProps extends Omit<LinkProps, 'to'> {
  sourceId: string
  inputKind: Job['inputKind']
}

/** A link to the video that this one was generated from. */
export function SourceLink({ sourceId, inputKind, ...rest }: SourceLinkProps) {
  const name = useJobs(({ jobs }) => {
    const source = jobs.find(({ id }) => id === sourceId)
    return source ? `“${shortenText(getJobName(source))}”` : 'another video'
  })
  return (
    <Link to={getVideoPath(sourceId)} {...rest}>
      {describeSource(inputKind)} {name}
    </Link>
  )
}
