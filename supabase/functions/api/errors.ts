import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERROR_STATUS, type ErrorCode, type RefusalData } from '../_shared/contract/errors.ts'
import { REFUSALS, type Refused } from '../_shared/contract/refusals.ts'

/**
 * Ends a request with an error response. The response contains the message, `data`, and `retryAfterSeconds`. `cause` is
 * only logged.
 */
export class RequestError extends Error {
  readonly code: ErrorCode
  readonly data: RefusalData | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    { code, message }: Refused,
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

export function createUnknownJobError(): RequestError {
  return new RequestError(REFUSALS.noJob())
}
