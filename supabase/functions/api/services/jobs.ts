// Jobs on the server: every call is one database function, one transaction (supabase/migrations/*_job_functions.sql).
import { z } from 'zod'
import type { Call } from './database.ts'

const job = z.object({
  id: z.string(),
  user_id: z.string(),
  model: z.string(),
  credits: z.number(),
  status: z.enum(['submitted', 'running', 'unknown', 'succeeded', 'failed']),
  settlement: z.enum(['held', 'captured', 'released']),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  video_path: z.string().nullable(),
  provider: z.string(),
  provider_task_id: z.string().nullable(),
  created_at: z.string(),
  elapsed_seconds: z.number(),
})
/** A job as stored; `settlement` says where its credits are. */
export type Job = z.output<typeof job>

const refusal = { available: z.number(), price: z.number().nullable() }
const startAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), job }),
  z.object({ outcome: z.literal('exists'), job }),
  z.object({ outcome: z.literal('insufficient'), ...refusal }),
  z.object({ outcome: z.literal('price_changed'), ...refusal }),
  z.object({ outcome: z.literal('unknown_model'), ...refusal }),
  z.object({ outcome: z.literal('spent'), ...refusal }),
  z.object({ outcome: z.literal('key_mismatch') }),
  z.object({ outcome: z.literal('too_many_open') }),
])
export type StartAnswer = z.output<typeof startAnswer>

export interface JobRequest {
  model: string
  mode: 'text' | 'image'
  prompt: string
  negative_prompt: string
  length_seconds: number
  aspect_ratio: string
  seed: number
  generate_audio: boolean
  picture_path: string | null
  description: string
}

/** Our own copy of a finished video. */
export interface StoredVideo {
  path: string
  durationSeconds: number
  bytes: number
}

/** `maxOpen`: jobs one person may have open at a time. */
export function createJobs(call: Call, maxOpen: number) {
  return {
    start: (
      userId: string,
      jobId: string,
      quoted: number,
      provider: string,
      requestHash: string,
      request: JobRequest,
    ): Promise<StartAnswer> =>
      call(
        'start_job',
        {
          p_user_id: userId,
          p_job_id: jobId,
          p_price: quoted,
          p_provider: provider,
          p_request_hash: requestHash,
          p_request: request,
          p_max_open: maxOpen,
        },
        startAnswer,
      ),
    recordVendorTask: (jobId: string, taskId: string) =>
      call('record_vendor_task', { p_job_id: jobId, p_provider_task_id: taskId }, z.unknown()),
    markUnknown: (jobId: string) => call('mark_job_unknown', { p_job_id: jobId }, z.unknown()),
    find: (jobId: string, userId: string): Promise<Job | null> =>
      call('get_job', { p_job_id: jobId, p_user_id: userId }, job.nullable()),
    touch: (jobId: string, now: Date) => call('touch_job', { p_job_id: jobId, p_now: now.toISOString() }, z.unknown()),
    /** Whether this caller is the one that delivers the finished video now. */
    claimDelivery: (jobId: string, now: Date): Promise<boolean> =>
      call('claim_delivery', { p_job_id: jobId, p_now: now.toISOString() }, z.boolean()),
    endDelivery: (jobId: string) => call('end_delivery', { p_job_id: jobId }, z.unknown()),
    capture: (jobId: string, video: StoredVideo): Promise<Job> =>
      call(
        'settle_job',
        {
          p_job_id: jobId,
          p_video: { path: video.path, duration_seconds: video.durationSeconds, bytes: video.bytes },
          p_failure_code: null,
          p_failure_message: null,
        },
        job,
      ),
    release: (jobId: string, failureCode: string, failureMessage: string): Promise<Job> =>
      call(
        'settle_job',
        { p_job_id: jobId, p_video: null, p_failure_code: failureCode, p_failure_message: failureMessage },
        job,
      ),
    claimOpen: (now: Date, limit: number): Promise<Job[]> =>
      call('claim_open_jobs', { p_now: now.toISOString(), p_limit: limit }, z.array(job)),
  }
}
export type Jobs = ReturnType<typeof createJobs>
