import { formatElapsed } from '@/lib/estimate'
import { formatDate } from '@/lib/format-date'
import { formatLength } from '@/lib/format-length'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { describeMark } from '@/state/jobs/job-text'
import { describeInputs } from '../video-text'

/** Returns the settings that a video was generated with, such as its model. */
export function listSettings(job: Job): [string, string][] {
  const { modelName, aspectRatio, resolution, negativePrompt, seed, createdAt, hasSound } = job
  const inputs = describeInputs(job) ?? (job.mode === 'image' ? 'Starting image' : null)
  return [
    ['Model', modelName],
    ['Length', formatLength(job)],
    ['Aspect ratio', aspectRatio],
    ...(resolution ? [['Resolution', resolution] as [string, string]] : []),
    ['Sound', hasSound ? 'Yes' : 'No'],
    ...(inputs ? [['Input', inputs] as [string, string]] : []),
    ...(negativePrompt ? [['Leave out', negativePrompt] as [string, string]] : []),
    ['Seed', String(seed)],
    ['Created', formatDate(createdAt)],
    ...(job.status === 'succeeded' ? listOutcome(job) : []),
  ]
}

function listOutcome(job: SucceededJob): [string, string][] {
  return [
    ['Generated in', formatElapsed(job.elapsedSeconds * 1000)],
    ['Origin', describeMark(job)],
  ]
}
