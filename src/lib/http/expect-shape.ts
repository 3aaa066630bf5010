import type { Shape } from '@/lib/shape'
import { UnexpectedResponseError } from './api-error'

/** For an answer with status 200. Throws UnexpectedResponseError when it breaks the contract. */
export function expectShape<T>(shape: Shape<T>, body: unknown): T {
  try {
    return shape(body)
  } catch (cause) {
    throw new UnexpectedResponseError(200, body, { cause })
  }
}
