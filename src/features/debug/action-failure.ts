import { ApiError, NetworkError } from '@/lib/http/api-error'
import type { ActionResult } from './action-result-note'
import type { Fact } from './fact-list'
import { getTexts } from './texts/texts'

/** Returns the result for a 404, which the server sends if test actions are disabled, as in production. */
export function reportTurnedOff(): ActionResult {
  return reportBad(getTexts().failure.turnedOff)
}

export function reportOtherUser(): ActionResult {
  return reportBad(getTexts().failure.anotherUser)
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

export function describeActionFailure(error: unknown): ActionResult {
  const text = getTexts().failure
  if (error instanceof NetworkError) return reportBad(navigator.onLine ? text.unreachable : text.offline)
  if (error instanceof ApiError && error.status === 401) return reportBad(text.signedOut)
  // Compares the name, because importing the class would load the Supabase client.
  if (error instanceof Error && error.name === 'AuthSessionMissingError') return reportBad(text.noSession)
  if (error instanceof ApiError) {
    const { status, requestId, message } = error
    // The message may contain brackets, so the facts stand below it.
    return reportBad(text.failed(message), [
      { name: 'status', value: String(status) },
      ...(requestId ? [{ name: 'request_id', value: requestId }] : []),
    ])
  }
  return reportBad(text.failed(error instanceof Error ? error.message : String(error)))
}

function reportBad(text: string, facts?: Fact[]): ActionResult {
  return { tone: 'bad', text, ...(facts ? { facts } : {}) }
}
