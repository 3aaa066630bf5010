// What the panel shows of a job that failed, made from errors, codes and settlements. The sentences are job-text.ts's.
import type { ErrorCode } from '@contract/errors'
import { ApiError, isRefusedAs } from '@/lib/http/api-error'
import { plain } from '@/lib/plain'
import { failureReason, MESSAGES, notEnoughCredits, priceChanged, type Quote, requestFailed } from './job-text'
import { settlementOf } from './refusal'

/** `kind` decides what is offered beside 'Try Again'. With `late`, the server still follows the job. */
export interface Failure {
  kind: 'plain' | 'sign_in' | 'credits' | 'price' | 'late'
  message: string
  detail?: string
  /** What this cost, if known. */
  charge?: string
  /** The new price in credits, to be confirmed, with kind 'price'. */
  price?: number
}

/** The server takes no new job, and its message says why and until when. */
const CLOSED: ErrorCode[] = ['daily_limit', 'budget_reached', 'jobs_paused']

export function consumeFailure(error: unknown, quote: Quote): Failure {
  return withCharge(commonFailure(error, quote) ?? { kind: 'plain', message: MESSAGES.consumeFailed }, error)
}

export function createFailure(error: unknown, quote: Quote): Failure {
  const isPlain = error instanceof ApiError && isRefusedAs(error, 'no_task_id')
  const failure: Failure =
    commonFailure(error, quote) ?? (isPlain ? { kind: 'plain', message: error.message } : requestFailure(error))
  return withCharge(failure, error)
}

function withCharge(failure: Failure, error: unknown): Failure {
  return settlementOf(error) ? { ...failure, charge: MESSAGES.notCharged } : failure
}

/** Serves the provider in direct mode too, whose 401 or 402 is about its own key and account. */
export function requestFailure(error: unknown): Failure {
  return { kind: 'plain', message: requestFailed(error instanceof Error ? plain(error.message) : '') }
}

function commonFailure(error: unknown, quote: Quote): Failure | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 401) return { kind: 'sign_in', message: MESSAGES.signInFirst }
  if (error.status === 402) {
    const { have, need = quote.credits } = error.data
    // Without the server's figures our own would be a guess.
    if (have === undefined) return { kind: 'credits', message: error.message }
    return { kind: 'credits', message: notEnoughCredits({ ...quote, credits: need }, have) }
  }
  if (isRefusedAs(error, ...CLOSED)) return { kind: 'plain', message: error.message }
  if (error.status !== 409) return null
  if (isRefusedAs(error, 'price_changed')) return priceFailure(error.data.price, quote)
  return { kind: 'plain', message: MESSAGES.keySpent }
}

function priceFailure(price: number | undefined, { modelName }: Quote): Failure {
  const message = priceChanged(modelName, price)
  return price === undefined ? { kind: 'plain', message } : { kind: 'price', message, price }
}

export function jobFailure(code: string | null, providersWords: string | null, settlement: string | null): Failure {
  const detail = failureReason(code, providersWords)
  return withSettlement({ kind: 'plain', message: MESSAGES.failed, ...(detail ? { detail } : {}) }, settlement)
}

export function noUrlFailure(settlement: string | null): Failure {
  return withSettlement({ kind: 'plain', message: MESSAGES.noUrl }, settlement)
}

function withSettlement(failure: Failure, settlement: string | null): Failure {
  return settlement === 'released' ? { ...failure, charge: MESSAGES.notCharged } : failure
}
