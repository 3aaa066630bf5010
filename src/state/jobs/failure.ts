// Turns errors, codes, and settlements of a failed job into what the panel shows. The sentences are the contract's and
// job-text.ts's.
import type { FailureCode } from '@contract/errors'
import {
  describeDailyLimit,
  describeJobLimit,
  describeMissingCredits,
  describePriceChange,
  describeSpentBudget,
  JOBS_PAUSED,
  KEY_MISMATCH,
  KEY_SPENT,
  UNKNOWN_MODEL,
} from '@contract/sentences'
import { ApiError, isRefusedAs } from '@/lib/http/api-error'
import { plain } from '@/lib/plain'
import { failureReason, MESSAGES, priceUnknown, requestFailed } from './job-text'
import { settlementOf } from './refusal'

export interface Quote {
  modelName: string
  credits: number
}

/** The reason of a failed job. `kind` decides what is offered beside 'Try Again'. With `late`, the server still follows the job. */
export interface JobFailure {
  kind: 'plain' | 'sign_in' | 'credits' | 'price' | 'late'
  message: string
  detail?: string
  /** The sentence about the cost of the failure, if known. */
  charge?: string
  /** The new price in credits to confirm, with kind 'price'. */
  price?: number
}

export function consumeFailure(error: unknown, quote: Quote): JobFailure {
  return withCharge(commonFailure(error, quote) ?? { kind: 'plain', message: MESSAGES.consumeFailed }, error)
}

export function createFailure(error: unknown, quote: Quote): JobFailure {
  return withCharge(commonFailure(error, quote) ?? requestFailure(error, quote), error)
}

function withCharge(failure: JobFailure, error: unknown): JobFailure {
  return settlementOf(error) ? { ...failure, charge: MESSAGES.notCharged } : failure
}

/**
 * Returns the failure that an error stands for.
 * @param quote absent in direct mode, where a 401 or 402 is about the provider's own key and account
 */
export function requestFailure(error: unknown, quote?: Quote): JobFailure {
  if (quote && error instanceof ApiError) {
    const message = sentenceOf(error, quote)
    // The specified sentence about a missing task id stands by itself.
    return { kind: 'plain', message: isRefusedAs(error, 'no_task_id') ? message : requestFailed(plain(message)) }
  }
  return { kind: 'plain', message: requestFailed(error instanceof Error ? plain(error.message) : '') }
}

/** Returns the sentence of the code if its figures came with it, or else the server's, which may be another backend's. */
function sentenceOf({ code, data, message }: ApiError, { credits }: Quote): string {
  const { need = credits, limit, left, max, retryAfterSeconds } = data
  switch (code) {
    case 'daily_limit':
      if (limit === undefined || left === undefined || retryAfterSeconds === undefined) return message
      return describeDailyLimit({ limit, left, need, retryAfterSeconds })
    case 'budget_reached':
      return retryAfterSeconds === undefined ? message : describeSpentBudget({ retryAfterSeconds })
    case 'jobs_paused':
      return JOBS_PAUSED
    case 'too_many_jobs':
      return max === undefined ? message : describeJobLimit({ max })
    case 'unknown_model':
      return UNKNOWN_MODEL
    case 'key_mismatch':
      return KEY_MISMATCH
    default:
      return message
  }
}

function commonFailure(error: unknown, quote: Quote): JobFailure | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 401) return { kind: 'sign_in', message: MESSAGES.signInFirst }
  if (error.status === 402) {
    // Without the server's figures our own would be a guess.
    const { have, need = quote.credits } = error.data
    const message = have === undefined ? error.message : describeMissingCredits({ ...quote, need, have })
    return { kind: 'credits', message }
  }
  // The server takes no new job, and says why and until when.
  if (isRefusedAs(error, 'daily_limit', 'budget_reached', 'jobs_paused')) {
    return { kind: 'plain', message: sentenceOf(error, quote) }
  }
  if (error.status !== 409) return null
  if (isRefusedAs(error, 'price_changed')) return priceFailure(error.data.price, quote)
  return { kind: 'plain', message: isRefusedAs(error, 'key_mismatch') ? KEY_MISMATCH : KEY_SPENT }
}

function priceFailure(price: number | undefined, { modelName }: Quote): JobFailure {
  return price === undefined
    ? { kind: 'plain', message: priceUnknown(modelName) }
    : { kind: 'price', message: describePriceChange({ modelName, price }), price }
}

export function jobFailure(
  code: FailureCode | null,
  providersWords: string | null,
  settlement: string | null,
): JobFailure {
  const detail = failureReason(code, providersWords)
  return withSettlement({ kind: 'plain', message: MESSAGES.failed, ...(detail ? { detail } : {}) }, settlement)
}

export function noUrlFailure(settlement: string | null): JobFailure {
  return withSettlement({ kind: 'plain', message: MESSAGES.noUrl }, settlement)
}

function withSettlement(failure: JobFailure, settlement: string | null): JobFailure {
  return settlement === 'released' ? { ...failure, charge: MESSAGES.notCharged } : failure
}
