import type { Context } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Refusal } from '../../_shared/contract/errors.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { describeCause } from '../log.ts'
import { isProgramPath } from '../v1/routes.ts'

/** Sends the error response. An unexpected error becomes `internal`, and only the log has its cause. */
export function handleError(error: Error, c: Context<{ Variables: ApiVariables }>): Response {
  const known = error instanceof RequestError ? error : new RequestError(REFUSALS.internal(), { cause: error })
  const { code, message, data, status, cause, retryAfterSeconds } = known
  c.set('errorCode', code)
  if (cause) c.set('errorCause', describeCause(cause))
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  // This header shows clients which credential is missing or invalid (RFC 6750).
  if (status === 401 && isProgramPath(getPath(c.req.raw)))
    c.header('www-authenticate', c.req.header('authorization') ? 'Bearer error="invalid_token"' : 'Bearer')
  const refusal: Refusal = { success: false, code, message, requestId: c.get('requestId'), ...(data ? { data } : {}) }
  return c.json(refusal, status)
}
