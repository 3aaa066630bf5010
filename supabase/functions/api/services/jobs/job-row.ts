import { z } from 'zod'
import { failureCode } from '../../../_shared/contract/errors.ts'
import { settlement, videoMark } from '../../../_shared/contract/fields.ts'
import { imageRole, inputKind } from '../../../_shared/contract/inputs.ts'

/** A job as private.job_record returns it. */
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
  images: z.array(z.object({ id: z.string(), role: imageRole, path: z.string() })),
  /** Null for a job without one, and where it was deleted. */
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
  /** Jobs before it in the provider's queue, and how far it is (0 to 1), as the last status check found. Null where the provider doesn't say. */
  ahead: z.number().nullable(),
  progress: z.number().nullable(),
  /** Nobody has asked the provider for so long that somebody should. */
  is_check_due: z.boolean(),
  /** Somebody fetches its finished file. */
  is_delivering: z.boolean(),
  cancel_requested: z.boolean(),
  /** Deliveries that came to nothing, and for how long they put off the next one. */
  delivery_failures: z.number(),
  /** The time in seconds since the last one. */
  delivery_failed_seconds: z.number().nullable(),
  delivery_wait_seconds: z.number(),
  /** Since its file was first found missing. */
  missing_file_seconds: z.number().nullable(),
  /** Null beside a code that a newer server wrote. */
  failure_code: failureCode.nullable().catch(null),
  failure_message: z.string().nullable(),
  image_path: z.string().nullable(),
  video_path: z.string().nullable(),
  video_duration_seconds: z.number().nullable(),
  video_bytes: z.number().nullable(),
  /** Null beside a word that a newer server wrote, too. */
  video_mark: videoMark.nullable().catch(null),
  provider: z.string(),
  provider_task_id: z.string().nullable(),
  /** ISO, UTC, to the microsecond. */
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** The day of which its owner was told. */
  expires_at: z.string().nullable(),
  elapsed_seconds: z.number(),
})
export type JobRow = z.output<typeof jobRow>

export function isOpen({ status }: Pick<JobRow, 'status'>): boolean {
  return status !== 'succeeded' && status !== 'failed'
}

/** A job whose file is fetched, or could not be, has left the queue, whatever the last status check said. */
export function isQueued(job: Pick<JobRow, 'status' | 'queued' | 'is_delivering' | 'delivery_failures'>): boolean {
  if (job.is_delivering || job.delivery_failures > 0) return false
  return job.status === 'submitted' || (job.status === 'running' && job.queued)
}
