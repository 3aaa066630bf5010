import { z } from 'zod'
import { optional, settlement } from './fields.ts'

/** Every error code, with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  foreign_origin: 403,
  scope_too_small: 403,
  account_suspended: 403,
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
  prompt_refused: 422,
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

export const refusedSettlement = z.enum([...settlement.options, 'none'])

export const refusalData = z.object({
  settlement: optional(refusedSettlement).describe(
    "The state of the job ID's credits: `held` by an earlier request, `captured` (charged), `released` (returned), or `none` if none were held. Absent if unknown.",
  ),
  have: optional(z.number()).describe('Credits that the user can spend.'),
  need: optional(z.number()).describe('Credits that the video costs.'),
  price: optional(whole.positive()).describe("The model's current price, in credits."),
  max: optional(whole.positive()).describe('The number of videos that one user may have in progress.'),
  unconfirmed: optional(whole.positive()).describe('The number of videos in progress that no provider confirmed.'),
  unconfirmedEndsInSeconds: optional(z.number().min(0)).describe(
    'The longest time, in seconds, until the first unconfirmed video stops counting.',
  ),
  limit: optional(whole).describe(
    'Credits that one user or one API key may spend per day. With `too_many_canceled`: uncharged jobs per user and hour.',
  ),
  left: optional(whole).describe('Credits left today.'),
  retryAfterSeconds: optional(z.number().min(0)).describe('Seconds until a request can succeed.'),
})
export type RefusalData = z.output<typeof refusalData>

/** Every error response of our API, except those of `/health`. */
export const refusal = z
  .object({
    success: z.literal(false).describe('Whether the call succeeded.'),
    code: errorCode.describe('The reason, for programs.'),
    message: z.string().describe('The reason, for people.'),
    requestId: z.string().describe("The request's ID in our logs."),
    data: refusalData.optional().describe('The values in the message. Absent if it has none.'),
  })
  .describe('An error.')
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
