import type { JobRow } from '../jobs/job-row.ts'
import type { JobRecords } from '../jobs/jobs.ts'
import { type ConfiguredProvider, getDeliveredSeconds } from '../providers/provider.ts'

/**
 * Returns the seconds that the provider was asked for. An edited video is as long as its source, or shorter if the
 * model reads only a part. An upscaled video is as long as its source. Returns null if the source is missing.
 */
export async function findOrderedSeconds(
  job: Pick<JobRow, 'model' | 'length_seconds' | 'input_kind' | 'source_id' | 'user_id'>,
  { models }: Pick<ConfiguredProvider, 'models'>,
  jobs: Pick<JobRecords, 'find'>,
): Promise<number | null> {
  const made = models[job.model]
  const asked = made ? getDeliveredSeconds(made, job.length_seconds, job.input_kind) : job.length_seconds
  if (job.input_kind !== 'edit' && job.input_kind !== 'upscale') return asked
  const source = job.source_id === null ? null : await jobs.find(job.source_id, job.user_id)
  const seconds = source?.video_duration_seconds ?? null
  return seconds === null || job.input_kind === 'upscale' ? seconds : Math.min(asked, seconds)
}
