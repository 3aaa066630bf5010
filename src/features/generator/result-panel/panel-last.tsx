import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Player } from '@/components/player/player'
import { useDrawnPoster } from '@/components/player/use-drawn-poster'
import { getVideoPath } from '@/config/paths'
import { getAspect, getJobName, type SucceededJob } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { helpClass } from '../help-class'

/** The user's last video, shown until the next job starts. */
export function PanelLast({ job }: { job: SucceededJob }) {
  const actions = useJobActions()
  const poster = useDrawnPoster(job.id, job.videoUrl)
  return (
    <>
      <Player
        src={job.videoUrl}
        label={`Your last video: ${getJobName(job)}`}
        hasSound={job.hasSound}
        aspect={getAspect(job)}
        poster={poster}
        renew={() => actions.renew(job.id).catch(() => null)}
        jobId={job.id}
        startsPaused
        className="max-h-[60dvh]"
      />
      <div className="grid grid-cols-1 gap-1 px-[min(1.25rem,5.5vw)] pt-[min(1.25rem,5.5vw)] sm:px-7 sm:pt-7">
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
