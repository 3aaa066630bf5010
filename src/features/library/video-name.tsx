import { classNames } from '@/components/class-names'
import { shortText } from '@/lib/short-text'
import type { Job } from '@/state/jobs/job'

const NO_PROMPT = 'Made from an image alone'

/** Returns what a video is called, short enough for a label. */
export function nameOf({ prompt }: Pick<Job, 'prompt'>): string {
  return shortText(prompt) || NO_PROMPT
}

interface VideoNameProps {
  job: Job
  /** Labels the buttons of the video. */
  id: string
  /** Size, and how many lines are shown. */
  className: string
}

export function VideoName({ job, id, className }: VideoNameProps) {
  return (
    <p id={id} className={classNames('wrap-anywhere', className)}>
      {job.prompt || NO_PROMPT}
    </p>
  )
}
