import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Call } from '../services/database.ts'
import { type RateLimitResult, rateLimitResult } from '../services/rate-limit-result.ts'

export interface Rate {
  name: string
  limit: number
  windowSeconds: number
  /** Whether the request can hold credits. The error then says that this request held none: an earlier one may have started the job. */
  canCharge?: boolean
}

/** Limits the requests of each user. Also refuses deleted accounts, whose tokens are no longer valid. */
export function limitRate(call: Call, rate: Rate) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const { name, limit, windowSeconds } = rate
    const userId = c.get('userId')
    const args = { p_name: nameCounter(c, name), p_user_id: userId, p_limit: limit, p_window_seconds: windowSeconds }
    applyRate(c, rate, await call('count_user_request', args, rateLimitResult))
    await next()
  })
}

/**
 * Returns the name under which the user's requests are counted. All keys of a user share a counter of their own, so that a program in
 * a loop doesn't slow its owner's pages.
 */
export function nameCounter(c: Context<{ Variables: ApiVariables }>, name: string): string {
  return c.get('apiKey') ? `${name}:keys` : name
}

/** Counts one request of this caller. Throws RequestError above the limit. */
export async function consumeRate(c: Context, call: Call, caller: string, rate: Rate): Promise<void> {
  const { name, limit, windowSeconds } = rate
  const args = { p_key: `${name}:${caller}`, p_limit: limit, p_window_seconds: windowSeconds }
  applyRate(c, rate, await call('count_request', args, rateLimitResult))
}

/** Sets the RateLimit headers (draft-ietf-httpapi-ratelimit-headers). Throws RequestError above the limit. */
export function applyRate(c: Context, rate: Rate, { wait, left, reset }: RateLimitResult): void {
  const { name, limit, windowSeconds, canCharge = false } = rate
  c.header('ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`)
  c.header('ratelimit', `"${name}";r=${left};t=${reset}`)
  if (wait > 0) throw new RequestError(REFUSALS.tooManyRequests(wait, canCharge), { retryAfterSeconds: wait })
}
