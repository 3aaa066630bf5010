import { RequestError } from '../../errors.ts'
import type { HoldRefusal } from './ledger.ts'

export function holdRefused(
  refusal: HoldRefusal | { outcome: 'too_many_open' },
  modelName: string,
  asked: number,
): RequestError {
  switch (refusal.outcome) {
    case 'insufficient':
      return new RequestError(
        'insufficient_credits',
        `Not enough credits! Generating a ${modelName} video requires ${asked} credits, you currently have ${refusal.available} credits`,
        { data: { have: refusal.available, need: asked } },
      )
    case 'price_changed':
      return new RequestError(
        'price_changed',
        `The price of ${modelName} is now ${refusal.price} credits. Check it and try again.`,
        {
          data: { settlement: 'none', price: refusal.price },
        },
      )
    case 'unknown_model':
      return new RequestError('unknown_model', 'This model is not available. Choose another one.', {
        data: { settlement: 'none' },
      })
    case 'spent':
      return new RequestError('key_spent', 'This job has already ended. Start a new one.')
    case 'key_mismatch':
      return new RequestError('key_mismatch', 'This job id was used for another request. Start a new one.')
    case 'too_many_open':
      return new RequestError(
        'too_many_jobs',
        'You already have as many videos in the making as one account may have. Wait until one is done.',
        { data: { settlement: 'released' } },
      )
    case 'paused':
      return new RequestError(
        'jobs_paused',
        'New videos are paused just now. What is being made goes on. Your form stays as it is: try again later.',
        { data: { settlement: 'none' } },
      )
    case 'daily_limit': {
      const { limit, left, retry_after_seconds: seconds } = refusal
      const way = asked > limit ? 'Choose a model that costs less.' : `Try again after 00:00 UTC, ${fromNow(seconds)}.`
      return new RequestError(
        'daily_limit',
        `One account may spend ${limit} credits a day here. You have ${left} left today, and this video costs ${asked}. ${way}`,
        { data: { settlement: 'none', limit, left }, retryAfterSeconds: seconds },
      )
    }
    case 'budget_reached': {
      const seconds = refusal.retry_after_seconds
      return new RequestError(
        'budget_reached',
        `The credits that may be spent here in one day do not cover another video like this. Try again after 00:00 UTC, ${fromNow(seconds)}.`,
        { data: { settlement: refusal.released ? 'released' : 'none' }, retryAfterSeconds: seconds },
      )
    }
    default:
      return refusal satisfies never
  }
}

function fromNow(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 120) return `in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`
  return `in ${Math.ceil(minutes / 60)} hours`
}
