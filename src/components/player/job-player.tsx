import type { ComponentProps } from 'react'
import { getAspect, type SucceededJob } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { Player } from './player'

interface JobPlayerProps
  extends Omit<ComponentProps<typeof Player>, 'src' | 'hasSound' | 'aspect' | 'renew' | 'peaks'> {
  job: SucceededJob
}

/** The player of a user's own video. Its poster is the stored one, or the image that it was generated from. */
export function JobPlayer({ job, poster = job.poster?.url ?? job.imageUrl, ...props }: JobPlayerProps) {
  const actions = useJobActions()
  return (
    <Player
      src={job.videoUrl}
      hasSound={job.hasSound}
      aspect={getAspect(job)}
      poster={poster}
      renew={() => actions.renew(job.id).catch(() => null)}
      peaks={job.peaks}
      onPeaks={(peaks) => actions.savePreview(job.id, { peaks })}
      {...props}
    />
  )
}
