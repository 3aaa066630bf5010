import { z } from 'zod'
import { failureCode } from '../../../_shared/contract/errors.ts'
import { settlement, videoMark } from '../../../_shared/contract/fields.ts'
import { inputKind, uploadRole } from '../../../_shared/contract/inputs.ts'

/** A job as `private.job_record` returns it. */
export const jobRow = z.object({
  id: z.string(),
  user_id: z.string(),
  model: z.string(),
  credits: z.number(),
  mode: z.enum(['text', 'image']),
  prompt: z.string(),
  negative_prompt: z.string(),
  title: z.string(),
  is_starred: z.boolean(),
  input_kind: inputKind,
  /** The uploaded images and the voice. `seconds`: the voice's length. `member_id`: the member of the cast that it is of. */
  images: z.array(
    z.object({
      id: z.string(),
      role: uploadRole,
      path: z.string(),
      seconds: z.number().nullable(),
      member_id: z.string().nullable(),
    }),
  ),
  /** The members of the cast, as the prompt names them. `id` and `current_name`: null if the member was deleted. */
  cast: z.array(z.object({ id: z.string().nullable(), name: z.string(), current_name: z.string().nullable() })),
  /** Null without a source, or if the source was deleted. */
  source_id: z.string().nullable(),
  source_path: z.string().nullable(),
  resolution: z.string().nullable(),
  length_seconds: z.number(),
  aspect_ratio: z.string(),
  seed: z.number(),
  generate_audio: z.boolean(),
  status: z.enum(['submitted', 'running', 'unknown', 'succeeded', 'failed']),
  queued: z.boolean(),
  settlement,
  task_missing: z.boolean(),
  /**
   * The number of jobs before this one in the provider's queue, and the completed share (0 to 1). Both are from the
   * last status check, and null if unknown.
   */
  ahead: z.number().nullable(),
  progress: z.number().nullable(),
  /** Whether the next status check of the job may run now. */
  is_check_due: z.boolean(),
  /** Whether a delivery of the finished file is in progress. */
  is_delivering: z.boolean(),
  cancel_requested: z.boolean(),
  /** The number of failed deliveries. */
  delivery_failures: z.number(),
  /** The seconds since the last failed delivery. */
  delivery_failed_seconds: z.number().nullable(),
  delivery_wait_seconds: z.number(),
  /** The seconds since the file was first found missing. */
  missing_file_seconds: z.number().nullable(),
  /** Null if a newer server wrote an unknown code. */
  failure_code: failureCode.nullable().catch(null),
  failure_message: z.string().nullable(),
  image_path: z.string().nullable(),
  video_path: z.string().nullable(),
  video_duration_seconds: z.number().nullable(),
  video_bytes: z.number().nullable(),
  /** Pixels, as the file says. */
  video_width: z.number().nullable(),
  video_height: z.number().nullable(),
  poster_path: z.string().nullable(),
  poster_width: z.number().nullable(),
  poster_height: z.number().nullable(),
  peaks: z.array(z.number()).nullable(),
  /** Null beside a word that a newer server wrote, too. */
  video_mark: videoMark.nullable().catch(null),
  provider: z.string(),
  provider_task_id: z.string().nullable(),
  /** An ISO string in UTC, with microseconds. */
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** The expiry that was announced to the owner. */
  expires_at: z.string().nullable(),
  elapsed_seconds: z.number(),
})
export type JobRow = z.output<typeof jobRow>

export function isOpen({ status }: Pick<JobRow, 'status'>): boolean {
  return status !== 'succeeded' && status !== 'failed'
}

/**
 * Returns whether the job is waiting at the provider. A job with a delivery, or a failed one, has left the queue,
 * whatever the last status check found.
 */
export function isQueued(job: Pick<JobRow, 'status' | 'queued' | 'is_delivering' | 'delivery_failures'>): boolean {
  if (job.is_delivering || job.delivery_failures > 0) return false
  return job.status === 'submitted' || (job.status === 'running' && job.queued)
}
