// Jobs on the server: every call is one database function, one transaction (supabase/migrations/*_job_functions.sql).
import { z } from 'zod'
import type { FailureCode } from '../../contract.ts'
import { holdRefusals } from '../credits/ledger.ts'
import type { Call } from '../database.ts'

const job = z.object({
  id: z.string(),
  user_id: z.string(),
  model: z.string(),
  credits: z.number(),
  mode: z.enum(['text', 'image']),
  prompt: z.string(),
  negative_prompt: z.string(),
  length_seconds: z.literal([5, 8]),
  seed: z.number(),
  generate_audio: z.boolean(),
  status: z.enum(['submitted', 'running', 'unknown', 'succeeded', 'failed']),
  /** The provider queues it, as it said when it was last asked. */
  queued: z.boolean(),
  settlement: z.enum(['held', 'captured', 'released']),
  /** The user wants it stopped, and its provider has not said yet whether it is. */
  cancel_requested: z.boolean(),
  failure_code: z.custom<FailureCode>().nullable(),
  failure_message: z.string().nullable(),
  picture_path: z.string().nullable(),
  video_path: z.string().nullable(),
  video_duration_seconds: z.number().nullable(),
  video_bytes: z.number().nullable(),
  provider: z.string(),
  provider_task_id: z.string().nullable(),
  /** ISO, UTC, to the microsecond. */
  created_at: z.string(),
  /** By the database's clock, to now or to the end of the job. */
  elapsed_seconds: z.number(),
})
/** A job as stored; `settlement` says where its credits are. */
export type Job = z.output<typeof job>

const expiredJob = z.object({ id: z.string(), provider: z.string(), provider_task_id: z.string().nullable() })
export type ExpiredJob = z.output<typeof expiredJob>

/** On its way to the provider or in the provider's queue: nothing is being made yet, as far as is known. */
export function isQueued(job: Job): boolean {
  return job.status === 'submitted' || (job.status === 'running' && job.queued)
}

const startAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), job }),
  z.object({ outcome: z.literal('exists'), job }),
  z.object({ outcome: z.literal('too_many_open') }),
  ...holdRefusals,
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

/** Where a page of jobs begins: after this one. */
export interface JobPlace {
  createdAt: string
  id: string
}

/** A file in Storage that no job has. */
const deletedFile = z.object({ bucket: z.enum(['videos', 'pictures']), path: z.string() })
export type DeletedFile = z.output<typeof deletedFile>

const deleteAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('deleted'), files: z.array(deletedFile) }),
  z.object({ outcome: z.literal('open') }),
  z.object({ outcome: z.literal('not_found') }),
])

const cancelledHold = z.object({
  job_id: z.string(),
  model: z.string(),
  credits: z.number(),
  settlement: z.enum(['captured', 'released']),
  created_at: z.string(),
})
/** What is known of a job whose request never arrived: its hold. */
export type CancelledHold = z.output<typeof cancelledHold>

const ended = z.enum(['stopped', 'already_finished'])
const cancelAnswer = z.union([
  z.object({ outcome: z.literal('not_found') }),
  z.object({ outcome: z.enum(['ask', 'busy', 'unsent']), job }),
  z.object({ outcome: ended, job }),
  z.object({ outcome: ended, hold: cancelledHold }),
])

/** `maxOpen`: jobs one user may have open at a time. */
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
    /** False when another job has that task: it is not this one's. */
    recordProviderTask: (jobId: string, taskId: string): Promise<boolean> =>
      call('record_vendor_task', { p_job_id: jobId, p_provider_task_id: taskId }, z.boolean()),
    markUnknown: (jobId: string) => call('mark_job_unknown', { p_job_id: jobId }, z.unknown()),
    find: (jobId: string, userId: string): Promise<Job | null> =>
      call('get_job', { p_job_id: jobId, p_user_id: userId }, job.nullable()),
    /** A page of the user's jobs, newest first; `open` leaves out the finished ones. */
    list: (userId: string, page: { open: boolean; after: JobPlace | null; limit: number }): Promise<Job[]> =>
      call(
        'list_jobs',
        {
          p_user_id: userId,
          p_open: page.open,
          p_before_time: page.after?.createdAt ?? null,
          p_before_id: page.after?.id ?? null,
          p_limit: page.limit,
        },
        z.array(job),
      ),
    /** Empties a finished job and lists its files, which must then go from Storage. */
    delete: (jobId: string, userId: string) => call('delete_job', { p_job_id: jobId, p_user_id: userId }, deleteAnswer),
    takeFilesToDelete: (limit: number): Promise<DeletedFile[]> =>
      call('take_files_to_delete', { p_limit: limit }, z.array(deletedFile)),
    forgetDeletedFiles: (paths: string[], bucket: string) =>
      call('forget_deleted_files', { p_paths: paths, p_bucket: bucket }, z.unknown()),
    /** Stops a job that no provider has; else notes the request, and `ask` is the right to ask the provider for a minute. */
    requestCancel: (jobId: string, userId: string) =>
      call('request_cancel', { p_job_id: jobId, p_user_id: userId }, cancelAnswer),
    /** The provider was asked; it refused (`tooLate`), or did not answer. */
    endCancel: (jobId: string, tooLate: boolean) =>
      call('end_cancel', { p_job_id: jobId, p_too_late: tooLate }, z.unknown()),
    noteQueued: (jobId: string, queued: boolean) =>
      call('note_queued', { p_job_id: jobId, p_queued: queued }, z.unknown()),
    touch: (jobId: string) => call('touch_job', { p_job_id: jobId }, z.unknown()),
    /** Where the caller stores the finished video, which it alone delivers now; null where it is not its turn. */
    claimDelivery: (jobId: string): Promise<string | null> =>
      call('claim_delivery', { p_job_id: jobId }, z.string().nullable()),
    renewDelivery: (jobId: string, path: string) =>
      call('renew_delivery', { p_job_id: jobId, p_path: path }, z.unknown()),
    endDelivery: (jobId: string, path: string) => call('end_delivery', { p_job_id: jobId, p_path: path }, z.unknown()),
    /** The finished file is not there. Answers for how many seconds that has been so. */
    noteMissingFile: (jobId: string): Promise<number> => call('note_missing_file', { p_job_id: jobId }, z.number()),
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
    /** `reason` is the provider's. */
    release: (jobId: string, code: FailureCode, reason = ''): Promise<Job> =>
      call(
        'settle_job',
        { p_job_id: jobId, p_video: null, p_failure_code: code, p_failure_message: reason || null },
        job,
      ),
    /** Jobs that this provider cannot be asked about wait for their deadline; without a create's answer they become unknown. */
    park: (provider: string, deadlineSeconds: number) =>
      call('park_jobs', { p_provider: provider, p_deadline_seconds: deadlineSeconds }, z.unknown()),
    /** Releases jobs that are past their deadline and that this provider can, or may, no longer be asked about. */
    expire: (
      provider: string,
      deadline: { seconds: number; lastLooksSeconds: number },
      limit: number,
    ): Promise<ExpiredJob[]> =>
      call(
        'expire_jobs',
        {
          p_provider: provider,
          p_deadline_seconds: deadline.seconds,
          p_last_looks_seconds: deadline.lastLooksSeconds,
          p_message: null,
          p_limit: limit,
        },
        z.array(expiredJob),
      ),
    /** Ids of jobs that this provider should be asked about now, in turns of their users. */
    listDue: (provider: string, limit: number): Promise<string[]> =>
      call('list_due_jobs', { p_provider: provider, p_limit: limit }, z.array(z.string())),
    /** The job, to be looked at by this caller for the next 30 s; null when somebody else has it. */
    claim: (jobId: string): Promise<Job | null> => call('claim_job', { p_job_id: jobId }, job.nullable()),
    noteSweep: () => call('note_sweep', {}, z.unknown()),
  }
}
export type Jobs = ReturnType<typeof createJobs>
