// Interprets a failed call: did it start a job, and did it cost credits? failure.ts creates the messages.
import { ApiError, isRefusedAs, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'

/** Returns why the job costs nothing. Null if the response doesn't say this, or if its credits are held or charged. */
export function getSettlement(error: unknown): 'released' | 'none' | null {
  const settlement = error instanceof ApiError ? error.data.settlement : undefined
  return settlement === 'released' || settlement === 'none' ? settlement : null
}

/**
 * Returns whether the call may have succeeded: the server failed (5xx) or didn't respond, or it refused a repeated call
 * for its token or its rate before it looked for the first one.
 */
export function mayHaveSucceeded(error: unknown): boolean {
  if (error instanceof NetworkError) return error.kind !== 'canceled'
  if (error instanceof ApiError && error.isRepeated && isRefusedAs(error, 'unauthorized', 'too_many_requests'))
    return true
  if (getSettlement(error) === 'none') return false
  if (error instanceof ApiError || error instanceof UnexpectedResponseError) return error.status >= 500
  return false
}

/**
 * Returns whether it is unknown if the job exists. If no job was created, the response contains the state of the hold.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return mayHaveSucceeded(error) && !hasReturnedCredits(error)
}

/** Returns whether the server accepted the job and then returned its credits. */
export function hasReturnedCredits(error: unknown): boolean {
  return getSettlement(error) === 'released'
}

/** Returns whether no job was created and the hold, if any, remains for the next click. */
export function isRejectedWithHold(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 409 && !hasReturnedCredits(error)
}
