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

export function limitRate(call: Call, { name, ...rate }: Rate & { name: string }) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    await takeRate(call, `${name}:${c.get('userId')}`, rate)
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
