import { formatElapsed } from '@/lib/estimate'
import { formatDate } from '@/lib/format-date'
import { formatLength } from '@/lib/format-length'
import type { Job } from '@/state/jobs/job'
import { describeInputs } from '../video-text'

/** Lists what a video was generated with, such as its model. */
export function listSettings(job: Job): [string, string][] {
  const { modelName, aspectRatio, resolution, negativePrompt, seed, createdAt, hasSound } = job
  const inputs = describeInputs(job) ?? (job.mode === 'image' ? 'Starting image' : null)
  const isMade = job.status === 'succeeded'
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
    ...(isMade ? [['Generated in', formatElapsed(job.elapsedSeconds * 1000)] as [string, string]] : []),
  ]
}
