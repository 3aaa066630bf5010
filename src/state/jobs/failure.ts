// Turns errors, codes, and settlements of a failed job into the panel's messages. The texts are in the contract and in
// job-text.ts.
import type { FailureCode } from '@contract/errors'
import {
  ACCOUNT_SUSPENDED,
  describeCanceledLimit,
  describeDailyLimit,
  describeJobLimit,
  describeMissingCredits,
  describePriceChange,
  describeSpentBudget,
  describeWait,
  IDEMPOTENCY_KEY_MISMATCH,
  IDEMPOTENCY_KEY_USED,
  JOBS_PAUSED,
  PROMPT_REFUSED,
  UNKNOWN_MODEL,
} from '@contract/sentences'
import { env } from '@/config/env'
import { ApiError, isRefusedAs } from '@/lib/http/api-error'
import { toPlainText } from '@/lib/text'
import { describeFailedRequest, describeReason, describeUnknownPrice, MESSAGES } from './job-text'
import { getSettlement } from './refusal'

export interface Quote {
  modelName: string
  credits: number
  /** The `source` of the hold. */
  source: string
}

/**
 * The reason of a failed job. `kind` decides which button appears next to 'Try Again'. With `late`, the server still
 * checks the job.
 */
export interface JobFailure {
  kind: 'plain' | 'sign_in' | 'credits' | 'price' | 'timed_out'
  message: string
  detail?: string
  /** The sentence about the cost of the failure, if known. */
  charge?: string
  /** The new price in credits for the user to confirm. Set if `kind` is 'price'. */
  price?: number
  /** The `source` of the holds that have this price. */
  source?: string
}

export function consumeFailure(error: unknown, quote: Quote): JobFailure {
  return addCharge(describeCommonFailure(error, quote) ?? { kind: 'plain', message: MESSAGES.consumeFailed }, error)
}

export function createFailure(error: unknown, quote: Quote): JobFailure {
  return addCharge(describeCommonFailure(error, quote) ?? describeRequestFailure(error, quote), error)
}

function addCharge(failure: JobFailure, error: unknown): JobFailure {
  // Some messages already contain this sentence.
  if (failure.message.includes(MESSAGES.notCharged)) return failure
  return getSettlement(error) ? { ...failure, charge: MESSAGES.notCharged } : failure
}

/**
 * Returns the failure for an error.
 * @param quote missing in direct mode, where a 401 or 402 is about the provider's own key and account
 */
export function describeRequestFailure(error: unknown, quote?: Quote): JobFailure {
  if (quote && error instanceof ApiError) {
    const message = describeError(error, quote)
    // The fixed sentence about a missing task ID needs no prefix.
    return {
      kind: 'plain',
      message: isRefusedAs(error, 'no_task_id') ? message : describeFailedRequest(toPlainText(message)),
    }
  }
  return { kind: 'plain', message: describeFailedRequest(error instanceof Error ? toPlainText(error.message) : '') }
}

/**
 * Returns our message for the code if the response contains its figures. Otherwise returns the server's message, which
 * may come from another backend.
 */
function describeError({ code, data, message }: ApiError, { credits }: Quote): string {
  const { need = credits, limit, left, max, retryAfterSeconds } = data
  switch (code) {
    case 'daily_limit':
      if (limit === undefined || left === undefined || retryAfterSeconds === undefined) return message
      return describeDailyLimit({ limit, left, need, retryAfterSeconds })
    case 'budget_reached':
      return retryAfterSeconds === undefined ? message : describeSpentBudget({ retryAfterSeconds })
    case 'jobs_paused':
      return JOBS_PAUSED
    case 'account_suspended':
      return `${ACCOUNT_SUSPENDED} Write to ${env.contactEmail}.`
    case 'prompt_refused':
      return PROMPT_REFUSED
    case 'too_many_canceled':
      if (limit === undefined || retryAfterSeconds === undefined) return message
      return describeCanceledLimit({ limit, retryAfterSeconds })
    case 'too_many_jobs':
      if (max === undefined) return message
      return describeJobLimit({ max, unconfirmed: describeUnconfirmedPlaces(data) })
    case 'unknown_model':
      return UNKNOWN_MODEL
    case 'key_mismatch':
      return IDEMPOTENCY_KEY_MISMATCH
    default:
      return message
  }
}

function describeUnconfirmedPlaces({ unconfirmed: count, unconfirmedEndsInSeconds: seconds }: ApiError['data']) {
  return count === undefined || seconds === undefined ? null : { count, free: describeWait(seconds) }
}

function describeCommonFailure(error: unknown, quote: Quote): JobFailure | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 401) return { kind: 'sign_in', message: MESSAGES.signInFirst }
  if (error.status === 402) {
    // If the server sent no figures, we would have to guess.
    const { have, need = quote.credits } = error.data
    const message = have === undefined ? error.message : describeMissingCredits({ ...quote, need, have })
    return { kind: 'credits', message }
  }
  // The server accepts no new jobs for now, the model has ended, or an input is missing or changed. Its message explains what to do.
  const reasons = [
    'daily_limit',
    'too_many_canceled',
    'budget_reached',
    'jobs_paused',
    'account_suspended',
    'prompt_refused',
    'model_ended',
    'image_gone',
    'source_gone',
    'cast_changed',
  ] as const
  if (isRefusedAs(error, ...reasons)) {
    return { kind: 'plain', message: describeError(error, quote) }
  }
  if (error.status !== 409) return null
  if (isRefusedAs(error, 'price_changed')) return describePriceFailure(error.data.price, quote)
  return {
    kind: 'plain',
    message: isRefusedAs(error, 'key_mismatch') ? IDEMPOTENCY_KEY_MISMATCH : IDEMPOTENCY_KEY_USED,
  }
}

function describePriceFailure(price: number | undefined, { modelName, source }: Quote): JobFailure {
  return price === undefined
    ? { kind: 'plain', message: describeUnknownPrice(modelName) }
    : { kind: 'price', message: describePriceChange({ modelName, price }), price, source }
}

export function describeJobFailure(
  code: FailureCode | null,
  providersWords: string | null,
  settlement: string | null,
): JobFailure {
  const detail = describeReason(code, providersWords)
  // The detail explains what to change. The general sentence would only say to try again.
  if (code === 'content_refused' && detail) return addSettlement({ kind: 'plain', message: detail }, settlement)
  return addSettlement({ kind: 'plain', message: MESSAGES.failed, ...(detail ? { detail } : {}) }, settlement)
}

export function describeMissingVideo(settlement: string | null): JobFailure {
  return addSettlement({ kind: 'plain', message: MESSAGES.noUrl }, settlement)
}

function addSettlement(failure: JobFailure, settlement: string | null): JobFailure {
  return settlement === 'released' ? { ...failure, charge: MESSAGES.notCharged } : failure
}
