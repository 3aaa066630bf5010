import type * as z from 'zod/mini'
import { UnexpectedResponseError } from './api-error'

/** The parsed body of an answer with status 200. @throws UnexpectedResponseError when it is not what the contract says */
export function expectShape<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new UnexpectedResponseError(200, body, { cause: result.error })
}
