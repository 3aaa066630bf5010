// Predicates about a failed call: did it start a job, did it cost credits? failure.ts makes what the page shows.
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'

/** Returns why the job costs nothing. Null if the server did not say, or if its credits are held or charged. */
export function getSettlement(error: unknown): 'released' | 'none' | null {
  const settlement = error instanceof ApiError ? error.data.settlement : undefined
  return settlement === 'released' || settlement === 'none' ? settlement : null
}

/** Returns whether the server failed (5xx) or did not answer. The call may have happened. */
export function isServerDown(error: unknown): boolean {
  if (error instanceof NetworkError) return error.kind !== 'canceled'
  if (getSettlement(error) === 'none') return false
  if (error instanceof ApiError || error instanceof UnexpectedResponseError) return error.status >= 500
  return false
}

/** Returns whether nobody knows if the job exists. If nothing was created, the server says what became of the hold. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isServerDown(error) && !hasReturnedCredits(error)
}

/** Returns whether the server took the job and returned its credits. */
export function hasReturnedCredits(error: unknown): boolean {
  return getSettlement(error) === 'released'
}

/** Returns whether nothing was created and the hold, if any, is still there for the next click. */
export function isRejectedWithHold(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 409 && !hasReturnedCredits(error)
}
