// Reads and changes jobs with database functions (supabase/migrations).
import { z } from 'zod'
import { type FailureCode, refusedSettlement } from '../../../_shared/contract/errors.ts'
import type { VideoMark } from '../../../_shared/contract/fields.ts'
import type { InputKind } from '../../../_shared/contract/inputs.ts'
import type { jobLabel, PlainInput } from '../../../_shared/contract/jobs.ts'
import { holdRefusals } from '../credits/ledger.ts'
import type { Call } from '../database.ts'
import type { Cost, Refusal } from '../providers/provider.ts'
import { rateLimitResult } from '../rate-limit-result.ts'
import { type JobRow, jobRow } from './job-row.ts'
import { jobCost, type ProviderCost } from './provider-cost.ts'
import { type ProviderRefusal, providerRefusal } from './provider-refusal.ts'
import { createStatusCheckRecords } from './status-check-records.ts'

/** `has_messages`: whether webhook messages of the job's user are waiting. */
const settledJob = jobRow.extend({ has_messages: z.boolean() })
export type SettledJob = z.output<typeof settledJob>

const startResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('started'), job: jobRow }),
  z.object({ outcome: z.literal('exists'), job: jobRow }),
  // `unconfirmed`: jobs that no provider confirmed. `unconfirmed_seconds`: the age of the oldest of them.
  z.object({
    outcome: z.literal('too_many_open'),
    settlement: refusedSettlement,
    unconfirmed: z.number(),
    unconfirmed_seconds: z.number().nullable(),
  }),
  z.object({
    outcome: z.enum(['no_image', 'no_source', 'cast_changed', 'words_refused', 'upscaled_already']),
    settlement: refusedSettlement,
  }),
  // `max`: the seconds of the longest source.
  z.object({ outcome: z.literal('source_too_long'), settlement: refusedSettlement, max: z.number() }),
  ...holdRefusals,
])
export type StartResponse = z.output<typeof startResponse>

export interface JobRequest {
  model: string
  mode: 'text' | 'image'
  input: PlainInput
  image_path: string | null
  input_kind: InputKind
  /** The images in the order that the provider expects. */
  images: { role: JobRow['images'][number]['role']; id: string; member: string | null }[]
  /** The prompt and the cast's names and notes, as foldWords returns them, for the words that this site refuses. */
  folded_prompt: string
  /** The members of the cast that the prompt names. */
  cast: { id: string; name: string }[]
  source_id: string | null
  source_use: string | null
  resolution: string | null
  /** The `source` of the job's hold. An upscaled video has that of a step instead. */
  source: string
  /** The prices of an upscaled video, shortest first, and the combinations without sound, as Catalogue has them. */
  upscale: { steps: { seconds: number; source: string }[]; silent: string[] } | null
  description: string
}

export interface StoredVideo {
  path: string
  durationSeconds: number
  bytes: number
  width: number
  height: number
  mark: VideoMark | null
}

export interface JobPageRequest {
  /** Whether to list only jobs in progress. The other filters are then ignored. */
  open: boolean
  after: { createdAt: string; id: string } | null
  isOldestFirst: boolean
  limit: number
  search: string | undefined
  model: string | undefined
  isFailed: boolean
  /** The combinations without sound, each as `provider/model/kind`. Set only to list jobs with sound. */
  silent: string[] | null
  isStarred: boolean
  /** The job ID of the source video. */
  sourceId: string | undefined
}

const deletedFile = z.object({ bucket: z.enum(['videos', 'images']), path: z.string() })
export type DeletedFile = z.output<typeof deletedFile>

const deleteResponse = z.discriminatedUnion('outcome', [
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
export type CancelledHold = z.output<typeof cancelledHold>

const pollResponse = rateLimitResult.extend({ job: jobRow.nullable() })

const ended = z.enum(['stopped', 'already_finished'])
const cancelResponse = z.union([
  z.object({ outcome: z.literal('not_found') }),
  z.object({ outcome: z.enum(['ask', 'busy', 'unsent']), job: jobRow }),
  z.object({ outcome: ended, job: jobRow }),
  z.object({ outcome: ended, hold: cancelledHold }),
])

interface JobStart {
  userId: string
  apiKeyId: string | null
  jobId: string
  quoted: number
  provider: string
  requestHash: string
}

/** `firstCheckSeconds`: see createStatusCheckRecords. */
export function createJobRecords(call: Call, maxOpen: number, firstCheckSeconds: number) {
  return {
    ...createStatusCheckRecords(call, firstCheckSeconds),
    maxOpen,
    start: (
      { userId, apiKeyId, jobId, quoted, provider, requestHash }: JobStart,
      request: JobRequest,
    ): Promise<StartResponse> =>
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
          p_api_key_id: apiKeyId,
        },
        startResponse,
      ),
    /** Moves the job to another provider. Returns false unless the first provider still has the job, without a task. */
    handOver: (jobId: string, from: string, to: string): Promise<boolean> =>
      call('hand_over_job', { p_job_id: jobId, p_from: from, p_to: to }, z.boolean()),
    recordProviderRefusal: (provider: string, refuses: Refusal, words: string) =>
      call('record_provider_refusal', { p_provider: provider, p_refuses: refuses, p_words: words }, z.unknown()),
    /** Returns the current refusals of providers, by name. A provider's refusal ends when it accepts a job. */
    listProviderRefusals: (): Promise<ProviderRefusal[]> =>
      call('list_provider_refusals', {}, z.array(providerRefusal)),
    markUnknown: (jobId: string) => call('mark_job_unknown', { p_job_id: jobId }, z.unknown()),
    /** Counts a poll by name toward a rate limit of the user. `wait`: the seconds until the next poll is allowed. */
    poll: (
      jobId: string | null,
      userId: string,
      { name, limit, windowSeconds }: { name: string; limit: number; windowSeconds: number },
    ): Promise<z.output<typeof pollResponse>> =>
      call(
        'poll_job',
        { p_name: name, p_job_id: jobId, p_user_id: userId, p_limit: limit, p_window_seconds: windowSeconds },
        pollResponse,
      ),
    find: (jobId: string, userId: string): Promise<JobRow | null> =>
      call('get_job', { p_job_id: jobId, p_user_id: userId }, jobRow.nullable()),
    list: (userId: string, page: JobPageRequest): Promise<JobRow[]> =>
      call(
        'list_jobs',
        {
          p_user_id: userId,
          p_open: page.open,
          p_before_time: page.after?.createdAt ?? null,
          p_before_id: page.after?.id ?? null,
          p_limit: page.limit,
          p_search: page.search || null,
          p_model: page.model ?? null,
          p_failed: page.isFailed,
          p_silent: page.silent,
          p_starred: page.isStarred,
          p_oldest: page.isOldestFirst,
          p_source: page.sourceId ?? null,
        },
        z.array(jobRow),
      ),
    /** Returns null if the user has no such job. */
    label: (jobId: string, userId: string, { title, isStarred }: z.output<typeof jobLabel>): Promise<JobRow | null> =>
      call(
        'label_job',
        { p_job_id: jobId, p_user_id: userId, p_title: title ?? null, p_starred: isStarred ?? null },
        jobRow.nullable(),
      ),
    /** Clears the data of a finished job. The caller must delete the returned files from Storage. */
    delete: (jobId: string, userId: string) =>
      call('delete_job', { p_job_id: jobId, p_user_id: userId }, deleteResponse),
    /**
     * Records that a response announces the expiry of these videos, after `days`. Returns the days announced for the
     * first time.
     */
    announceExpiry: (jobIds: string[], userId: string, days: number): Promise<Record<string, string>> =>
      call('announce_expiry', { p_job_ids: jobIds, p_user_id: userId, p_days: days }, z.record(z.string(), z.string())),
    /**
     * Deletes videos of this age whose expiry was announced in time, and returns their number. Undefined clears the
     * announced days.
     */
    expireVideos: (days: number | undefined, limit: number): Promise<number> =>
      call('expire_videos', { p_days: days ?? null, p_limit: limit }, z.number()),
    claimFilesToDelete: (limit: number): Promise<DeletedFile[]> =>
      call('claim_files_to_delete', { p_limit: limit }, z.array(deletedFile)),
    clearDeletedFiles: (paths: string[], bucket: string) =>
      call('clear_deleted_files', { p_paths: paths, p_bucket: bucket }, z.unknown()),
    /**
     * Cancels a job that no provider received. Otherwise stores the cancellation. With `ask`, only this caller may call
     * the provider for a minute.
     */
    requestCancel: (jobId: string, userId: string) =>
      call('request_cancel', { p_job_id: jobId, p_user_id: userId }, cancelResponse),
    finishCancelRequest: (jobId: string, tooLate: boolean) =>
      call('finish_cancel_request', { p_job_id: jobId, p_too_late: tooLate }, z.unknown()),
    recordCost: (jobId: string, { amount, unit }: Cost) =>
      call('record_cost', { p_job_id: jobId, p_cost: amount, p_unit: unit }, z.unknown()),
    /** Returns the newest costs first. */
    listCosts: (limit: number): Promise<ProviderCost[]> => call('list_costs', { p_limit: limit }, z.array(jobCost)),
    /** Returns the path to store the video at. Null if another caller is delivering the video. */
    claimDelivery: (jobId: string): Promise<string | null> =>
      call('claim_delivery', { p_job_id: jobId }, z.string().nullable()),
    renewDelivery: (jobId: string, path: string) =>
      call('renew_delivery', { p_job_id: jobId, p_path: path }, z.unknown()),
    failDelivery: (jobId: string, path: string) =>
      call('fail_delivery', { p_job_id: jobId, p_path: path }, z.unknown()),
    recordMissingFile: (jobId: string): Promise<number> => call('record_missing_file', { p_job_id: jobId }, z.number()),
    capture: (jobId: string, { path, durationSeconds, bytes, width, height, mark }: StoredVideo): Promise<SettledJob> =>
      call(
        'settle_job',
        {
          p_job_id: jobId,
          p_video: { path, duration_seconds: durationSeconds, bytes, width, height, mark },
          p_failure_code: null,
          p_failure_message: null,
        },
        settledJob,
      ),
    release: (jobId: string, code: FailureCode, reason = ''): Promise<SettledJob> =>
      call(
        'settle_job',
        { p_job_id: jobId, p_video: null, p_failure_code: code, p_failure_message: reason || null },
        settledJob,
      ),
  }
}
export type JobRecords = ReturnType<typeof createJobRecords>
