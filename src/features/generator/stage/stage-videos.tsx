import type { Job } from '@/state/jobs/job'
import type { useGenerator } from '../use-generator'
import { Comparison } from './comparison'
import { StageSuccess } from './stage-success'

export interface StageVideosProps {
  generator: Pick<ReturnType<typeof useGenerator>, 'compared' | 'actions'>
  /** The one that is ready, where none are compared. */
  made: { job: Job; videoUrl: string } | null
  onReset: () => void
  onSetAside: () => void
}

/** What is made, in the panel. Its code comes while the first video is made. */
export function StageVideos({ generator, made, onReset, onSetAside }: StageVideosProps) {
  const { compared, actions } = generator
  if (compared.length > 0) return <Comparison jobs={compared} {...{ actions, onReset, onSetAside }} />
  if (!made) return null
  const { job, videoUrl } = made
  const renew = () => actions.renew(job.id).catch(() => null)
  return <StageSuccess key={job.id} {...{ job, videoUrl, renew, onReset }} />
}
