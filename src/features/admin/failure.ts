import { ApiError, isRefusedAs, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import type { AdminTexts } from './texts/zh'

export interface AdminFailure {
  sentence: keyof AdminTexts['failure']
  /** The end of the lock, in milliseconds since the epoch. Set while the server refuses logins. */
  lockedUntil?: number
  /** The server's message and request ID, for support. */
  detail?: string
}

export function describeAdminFailure(error: unknown, isOnline: boolean, now: number): AdminFailure {
  if (error instanceof NetworkError) return { sentence: isOnline ? 'unreachable' : 'offline' }
  if (isLocked(error)) {
    const { retryAfterSeconds: wait } = error.data
    return wait === undefined ? { sentence: 'locked' } : { sentence: 'locked', lockedUntil: now + wait * 1000 }
  }
  const status = getStatus(error)
  if (status === 401) return { sentence: 'refused' }
  const sentence = status !== null && status >= 500 ? 'serverError' : 'other'
  return error instanceof ApiError ? { sentence, detail: describeDetail(error) } : { sentence }
}

export function describeDetail({ message, requestId }: ApiError): string {
  return requestId ? `${message} (${requestId})` : message
}

/** Returns whether the server is locked. A locked server also refuses a correct credential. */
export function isLocked(error: unknown): error is ApiError {
  return error instanceof ApiError && isRefusedAs(error, 'locked')
}

/** Returns whether the server refused the credential, so that the administrator has to log in again. */
export function endsLogin(error: unknown): boolean {
  return getStatus(error) === 401 || isLocked(error)
}

export function getStatus(error: unknown): number | null {
  return error instanceof ApiError || error instanceof UnexpectedResponseError ? error.status : null
}
