import type { Job, SucceededJob } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { Comparison } from './comparison'
import { StageSuccess } from './stage-success'

export interface StageVideosProps {
  compared: readonly Job[]
  /** The one that is ready, where none are compared. */
  made: { job: SucceededJob; videoUrl: string } | null
  onReset: () => void
  onSetAside: () => void
}

/** What is made, in the panel. Its code comes while the first video is made. */
export function StageVideos({ compared, made, onReset, onSetAside }: StageVideosProps) {
  const actions = useJobActions()
  if (compared.length > 0) return <Comparison jobs={compared} {...{ actions, onReset, onSetAside }} />
  if (!made) return null
  const { job, videoUrl } = made
  const renew = () => actions.renew(job.id).catch(() => null)
  return <StageSuccess key={job.id} {...{ job, videoUrl, renew, onReset }} />
}
