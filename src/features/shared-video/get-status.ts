import { ApiError, UnexpectedResponseError } from '@/lib/http/api-error'

/** Returns the HTTP status of a failed call, or null if there was no response. */
export function getStatus(error: unknown): number | null {
  return error instanceof ApiError || error instanceof UnexpectedResponseError ? error.status : null
}
