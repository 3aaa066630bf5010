import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { usePoster } from '@/components/job-picture/use-poster'
import { JobPlayer } from '@/components/player/job-player'
import { getVideoPath } from '@/config/paths'
import { getJobName, type SucceededJob } from '@/state/jobs/job'
import { helpClass } from '../help-class'

/** The user's last video, shown until the next job starts. */
export function PanelLast({ job }: { job: SucceededJob }) {
  const { poster } = usePoster(job)
  return (
    <>
      <JobPlayer
        job={job}
        label={`Your last video: ${getJobName(job)}`}
        poster={poster}
        startsPaused
        className="max-h-[50dvh]"
      />
      <div className="grid grid-cols-1 gap-1 px-[min(1.25rem,5.5vw)] pt-[min(1.25rem,5.5vw)] pb-3 sm:px-7 sm:pt-7">
        <h2 className="text-heading">Your last video</h2>
        <p dir="auto" className="line-clamp-2 text-[0.9375rem] text-soft wrap-anywhere">
          {getJobName(job)}
        </p>
        <Link to={getVideoPath(job.id)} className={`${helpClass} justify-self-start`}>
          Open this video
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </>
  )
}
