import { z } from 'zod'
import { optional, settlement } from './fields.ts'

/** Every code of a refusal, with its HTTP status. */
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
  sharing_blocked: 409,
  too_many_images: 409,
  too_many_keys: 409,
  too_many_shares: 409,
  too_many_webhooks: 409,
  webhook_exists: 409,
  webhook_off: 409,
  length_required: 411,
  body_too_large: 413,
  balance_full: 422,
  content_refused: 422,
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
 * The input or the result that a provider's safety check refused. `request`: it doesn't say. `video`: the video to continue or to edit. `person`: a real person,
 * as a rule in an image. `result`: the video that it generated.
 */
export const refusedContent = z.enum(['request', 'prompt', 'image', 'video', 'person', 'result'])
export type RefusedContent = z.output<typeof refusedContent>

const whole = z.int()

/**
 * The credits of the request's job ID, after the refusal. `held`: an earlier request holds them. `captured`: they were charged. `released`:
 * they are back. `none`: none were held.
 */
export const refusedSettlement = z.enum([...settlement.options, 'none'])

/** The data that a refusal's sentence contains. */
export const refusalData = z.object({
  /** Absent: unknown, or still held. */
  settlement: optional(refusedSettlement),
  /** Credits that can be spent. */
  have: optional(z.number()),
  /** Credits that the video costs. */
  need: optional(z.number()),
  /** The model's price of today. */
  price: optional(whole.positive()),
  /** Videos that one user may have in progress. */
  max: optional(whole.positive()),
  /** Videos in progress that no provider confirmed, and the seconds until the first of their places is free at the latest. */
  unconfirmed: optional(whole.positive()),
  unconfirmedEndsInSeconds: optional(z.number().min(0)),
  /**
   * Credits that one user, or one key, may spend on one day, and how many are left of them. With `too_many_canceled`: jobs of one user
   * that may end within an hour without a charge.
   */
  limit: optional(whole),
  left: optional(whole),
  retryAfterSeconds: optional(z.number().min(0)),
})
export type RefusalData = z.output<typeof refusalData>

/** Every answer of our API that is no success, beside that of /health. */
export const refusal = z.object({
  success: z.literal(false),
  code: errorCode,
  message: z.string(),
  requestId: z.string(),
  data: refusalData.optional(),
})
export type Refusal = z.output<typeof refusal>

/** A refusal as the browser reads it: of our API, another backend, or a provider, which has only `code` and `message`. */
export const readRefusal = z.object({
  message: z.string(),
  code: z.unknown(),
  requestId: optional(z.string()),
  data: refusalData.catch({}),
})
