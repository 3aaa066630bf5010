import { z } from 'zod'
import { optional, settlement } from './fields.ts'

/** Every error code, with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  foreign_origin: 403,
  scope_too_small: 403,
  not_found: 404,
  no_such_user: 404,
  method_not_allowed: 405,
  key_spent: 409,
  key_mismatch: 409,
  image_gone: 409,
  price_changed: 409,
  source_gone: 409,
  job_open: 409,
  cast_changed: 409,
  name_taken: 409,
  sharing_blocked: 409,
  too_many_cast_members: 409,
  too_many_images: 409,
  too_many_devices: 409,
  too_many_keys: 409,
  too_many_shares: 409,
  too_many_webhooks: 409,
  webhook_exists: 409,
  webhook_off: 409,
  length_required: 411,
  body_too_large: 413,
  balance_full: 422,
  content_refused: 422,
  model_ended: 422,
  unknown_model: 422,
  unknown_type: 422,
  wrong_email: 422,
  provider_rejected: 422,
  too_many_canceled: 429,
  too_many_jobs: 429,
  daily_limit: 429,
  key_limit: 429,
  too_many_requests: 429,
  locked: 429,
  internal: 500,
  no_task_id: 502,
  admin_off: 503,
  auth_unavailable: 503,
  budget_reached: 503,
  cancel_pending: 503,
  database_unavailable: 503,
  jobs_paused: 503,
  provider_busy: 503,
  provider_unavailable: 503,
  storage_unavailable: 503,
} as const

export const errorCode = z.literal(Object.keys(ERROR_STATUS) as (keyof typeof ERROR_STATUS)[])
export type ErrorCode = z.output<typeof errorCode>

/** The reason why a job has no video. */
export const failureCode = z.enum([
  'broken_file',
  'cancelled',
  'content_refused',
  'deadline',
  'file_too_large',
  'file_too_large_for_storage',
  'forgotten',
  'missing_file',
  'never_sent',
  'no_task_id',
  'no_url',
  'storage_unavailable',
  'provider_busy',
  'provider_failed',
  'provider_rejected',
  'provider_unavailable',
  'unplayable_format',
  'video_too_short',
])
export type FailureCode = z.output<typeof failureCode>

/**
 * The input or result that a provider's safety check refused.
 * `request`: the provider didn't name the input. `video`: the source video to extend or edit. `person`: a real person,
 * usually in an image. `result`: the generated video.
 */
export const refusedContent = z.enum(['request', 'prompt', 'image', 'video', 'person', 'result'])
export type RefusedContent = z.output<typeof refusedContent>

const whole = z.int()

/**
 * The state of the credits for the request's job ID, after the error.
 * `held`: held by an earlier request. `captured`: charged. `released`: returned. `none`: no credits were held.
 */
export const refusedSettlement = z.enum([...settlement.options, 'none'])

/** The values in an error's message. */
export const refusalData = z.object({
  /** Absent if the state is unknown, or if the credits are still held. */
  settlement: optional(refusedSettlement),
  /** Credits that the user can spend. */
  have: optional(z.number()),
  /** Credits that the video costs. */
  need: optional(z.number()),
  /** The model's current price, in credits. */
  price: optional(whole.positive()),
  /** Videos that one user may have in progress. */
  max: optional(whole.positive()),
  /**
   * `unconfirmed`: videos in progress that no provider confirmed. `unconfirmedEndsInSeconds`: the maximum time until
   * the first of these videos stops counting.
   */
  unconfirmed: optional(whole.positive()),
  unconfirmedEndsInSeconds: optional(z.number().min(0)),
  /**
   * `limit`: credits that one user or one API key may spend per day. `left`: credits left today. With
   * `too_many_canceled`, `limit` is the number of uncharged jobs per user and hour.
   */
  limit: optional(whole),
  left: optional(whole),
  retryAfterSeconds: optional(z.number().min(0)),
})
export type RefusalData = z.output<typeof refusalData>

/** Every error response of our API, except those of `/health`. */
export const refusal = z.object({
  success: z.literal(false),
  code: errorCode,
  message: z.string(),
  requestId: z.string(),
  data: refusalData.optional(),
})
export type Refusal = z.output<typeof refusal>

/**
 * An error response as the browser reads it. Our API, another backend, or a provider can send it. A provider sends only
 * `code` and `message`.
 */
export const readRefusal = z.object({
  message: z.string(),
  code: z.unknown(),
  requestId: optional(z.string()),
  data: refusalData.catch({}),
})
