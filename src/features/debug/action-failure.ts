import { ApiError, NetworkError } from '@/lib/http/api-error'
import type { ActionResult } from './action-result-note'
import { texts } from './texts/texts'

/** Returns the result for a 404, which the server sends if test actions are off, as in production. */
export function turnedOff(): ActionResult {
  return bad(texts().failure.turnedOff)
}

export function anotherUser(): ActionResult {
  return bad(texts().failure.anotherUser)
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

export function actionFailure(error: unknown): ActionResult {
  const text = texts().failure
  if (error instanceof NetworkError) return bad(navigator.onLine ? text.unreachable : text.offline)
  if (error instanceof ApiError && error.status === 401) return bad(text.signedOut)
  // Compares the name, because importing the class would load the Supabase client.
  if (error instanceof Error && error.name === 'AuthSessionMissingError') return bad(text.noSession)
  if (error instanceof ApiError)
    return bad(text.answered([error.status, error.requestId].filter(Boolean), error.message))
  return bad(text.other(error instanceof Error ? error.message : String(error)))
}

function bad(text: string): ActionResult {
  return { tone: 'bad', text }
}
