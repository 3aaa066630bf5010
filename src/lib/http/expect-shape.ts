import type * as z from 'zod/mini'
import { UnexpectedResponseError } from './api-error'

/** For an answer with status 200. Throws UnexpectedResponseError when it breaks the contract. */
export function expectShape<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new UnexpectedResponseError(200, body, { cause: result.error })
}
