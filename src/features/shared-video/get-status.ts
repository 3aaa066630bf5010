import { ApiError, UnexpectedResponseError } from '@/lib/http/api-error'

/** Returns the HTTP status of a refused call, or null if the call had no answer. */
export function getStatus(error: unknown): number | null {
  return error instanceof ApiError || error instanceof UnexpectedResponseError ? error.status : null
}
