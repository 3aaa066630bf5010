// What an error of a call tells about a job and its credits. Predicates only: failure.ts makes what the page shows.
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'

/** Returns null when the server did not say, or still holds the credits. */
export function settlementOf(error: unknown): 'released' | 'none' | null {
  return error instanceof ApiError ? (error.data.settlement ?? null) : null
}

/** Whether the answer was 5xx, or there was none: the call may have happened. */
export function isServerDown(error: unknown): boolean {
  if (error instanceof NetworkError) return error.kind !== 'canceled'
  if (settlementOf(error) === 'none') return false
  if (error instanceof ApiError || error instanceof UnexpectedResponseError) return error.status >= 500
  return false
}

/** Whether nobody knows if the job exists. When the server knows that nothing was made, it says what became of the hold. */
export function isLost(error: unknown): boolean {
  return isServerDown(error) && !isReleased(error)
}

/** Whether the server took the job and returned its credits. */
export function isReleased(error: unknown): boolean {
  return settlementOf(error) === 'released'
}

/** Whether nothing was made and the hold, if any, is still there for the next click. */
export function isTurnedDown(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 409 && !isReleased(error)
}
