import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode, RefusalData } from './contract.ts'

const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  not_found: 404,
  key_spent: 409,
  key_mismatch: 409,
  price_changed: 409,
  job_open: 409,
  cancel_pending: 503,
  length_required: 411,
  body_too_large: 413,
  too_many_jobs: 429,
  daily_limit: 429,
  too_many_requests: 429,
  locked: 429,
  no_such_user: 404,
  balance_full: 422,
  unknown_model: 422,
  unknown_type: 422,
  provider_rejected: 422,
  internal: 500,
  no_task_id: 502,
  provider_busy: 503,
  provider_unavailable: 503,
  budget_reached: 503,
  jobs_paused: 503,
  admin_off: 503,
  auth_unavailable: 503,
  database_unavailable: 503,
  storage_unavailable: 503,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>

/** Ends a request without a result. `message` is for the user, `data` and `retryAfterSeconds` are sent, `cause` is only logged. */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly data: RefusalData | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { data?: RefusalData; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    const { retryAfterSeconds } = options
    this.data = retryAfterSeconds === undefined ? options.data : { ...options.data, retryAfterSeconds }
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): ContentfulStatusCode {
    return ERROR_STATUS[this.code]
  }
}

export function noSuchJob(): RequestError {
  return new RequestError('not_found', 'There is no such job.')
}

export function secondsText(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
