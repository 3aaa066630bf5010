import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { REFUSALS } from '../../../../contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Call } from '../services/database.ts'

export interface Rate {
  limit: number
  windowSeconds: number
}

/** Counts the calls of each user. Refuses a deleted account, whose tokens end with it. */
export function limitRate(call: Call, { name, limit, windowSeconds }: Rate & { name: string }) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const wait = await call(
      'take_user_rate',
      {
        p_name: name,
        p_user_id: c.get('userId'),
        p_limit: limit,
        p_window_seconds: windowSeconds,
      },
      z.number(),
    )
    if (wait > 0) throw createRateError(wait)
    await next()
  })
}

/** Counts one call under this key. Throws RequestError above the limit. */
export async function takeRate(call: Call, key: string, { limit, windowSeconds }: Rate): Promise<void> {
  const wait = await call('take_rate', { p_key: key, p_limit: limit, p_window_seconds: windowSeconds }, z.number())
  if (wait > 0) throw createRateError(wait)
}

export function createRateError(waitSeconds: number): RequestError {
  return new RequestError(REFUSALS.tooManyRequests(waitSeconds), { retryAfterSeconds: waitSeconds })
}
