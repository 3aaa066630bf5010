import { RequestError } from '../errors.ts'
import { modelName } from './models.ts'

interface Refusal {
  outcome: 'insufficient' | 'price_changed' | 'unknown_model' | 'spent' | 'key_mismatch' | 'too_many_open'
  available?: number
  price?: number | null
}

/** The answer for a hold that the ledger refused. */
export function holdRefused(refusal: Refusal, model: string, asked: number): RequestError {
  const { outcome, available = 0, price = null } = refusal
  switch (outcome) {
    case 'insufficient':
      return new RequestError(
        'insufficient_credits',
        `Not enough credits! Generating a ${modelName(model)} video requires ${asked} credits, you currently have ${available} credits`,
        { data: { have: available, need: asked } },
      )
    case 'price_changed':
      return new RequestError(
        'price_changed',
        `The price of ${modelName(model)} is now ${price} credits. You were not charged. Check it and press Generate again.`,
        {
          data: { price },
        },
      )
    case 'unknown_model':
      return new RequestError('unknown_model', 'This model is not available. You were not charged. Choose another one.')
    case 'spent':
      return new RequestError(
        'key_spent',
        'This job has already ended. You were not charged again. Press Generate to start a new one.',
      )
    case 'key_mismatch':
      return new RequestError(
        'key_mismatch',
        'This job id was used for another request. You were not charged again. Press Generate to start a new one.',
      )
    case 'too_many_open':
      return new RequestError(
        'too_many_jobs',
        'You already have as many videos in the making as one account may have. You were not charged. Wait until one is done, then press Generate again.',
        { data: { settlement: 'released' } },
      )
    default:
      return outcome satisfies never
  }
}
