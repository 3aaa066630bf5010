import type { RefusalData } from '../../../_shared/contract/errors.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { describeWait } from '../../../_shared/contract/sentences.ts'
import type { CatalogueModel } from '../../catalogue/catalogue.ts'
import { getEnding } from '../../catalogue/ending.ts'
import { RequestError } from '../../errors.ts'
import type { HoldRefusal } from './ledger.ts'

/** Throws RequestError if the model has ended. Call it before any credits are held. */
export function refuseEndedModel(model: CatalogueModel, models: readonly CatalogueModel[], now: Date): void {
  const ending = getEnding(model, models, now)
  if (ending?.isOver)
    throw new RequestError(REFUSALS.modelEnded({ name: model.name, ...ending }), { data: { settlement: 'none' } })
}

/** @param need the video's price, in credits */
export function createHoldError(
  refusal:
    | HoldRefusal
    | {
        outcome: 'too_many_open'
        max: number
        settlement: RefusalData['settlement']
        unconfirmed: number
        /** Seconds until the first unconfirmed video stops counting. Absent if all are confirmed. */
        endsInSeconds?: number
      }
    | {
        outcome: 'no_image' | 'no_source' | 'cast_changed' | 'words_refused' | 'upscaled_already'
        settlement: RefusalData['settlement']
      }
    | { outcome: 'source_too_long'; settlement: RefusalData['settlement']; max: number },
  modelName: string,
  need: number,
): RequestError {
  switch (refusal.outcome) {
    case 'insufficient': {
      const { available: have } = refusal
      return new RequestError(REFUSALS.notEnoughCredits({ modelName, need, have }), { data: { have, need } })
    }
    case 'price_changed': {
      const { price, settlement } = refusal
      return new RequestError(REFUSALS.priceChanged({ modelName, price, isReleased: settlement === 'released' }), {
        data: { settlement, price },
      })
    }
    case 'unknown_model':
      return new RequestError(REFUSALS.unknownModel(), { data: { settlement: 'none' } })
    case 'spent':
      return new RequestError(REFUSALS.keySpent(), { data: { settlement: refusal.settlement } })
    case 'key_mismatch':
      return new RequestError(REFUSALS.keyMismatch(refusal.settlement === 'released'), {
        data: { settlement: refusal.settlement },
      })
    case 'too_many_open': {
      const { max, settlement, unconfirmed, endsInSeconds } = refusal
      if (endsInSeconds === undefined)
        return new RequestError(REFUSALS.tooManyJobs({ max }), { data: { settlement, max } })
      const places = { count: unconfirmed, free: describeWait(endsInSeconds) }
      return new RequestError(REFUSALS.tooManyJobs({ max, unconfirmed: places }), {
        data: { settlement, max, unconfirmed, unconfirmedEndsInSeconds: endsInSeconds },
      })
    }
    case 'no_image':
      return new RequestError(REFUSALS.imageGone(), { data: { settlement: refusal.settlement } })
    case 'no_source':
      return new RequestError(REFUSALS.sourceGone(), { data: { settlement: refusal.settlement } })
    case 'cast_changed':
      return new RequestError(REFUSALS.castChanged(), { data: { settlement: refusal.settlement } })
    case 'words_refused':
      return new RequestError(REFUSALS.promptRefused(), { data: { settlement: refusal.settlement } })
    case 'suspended':
      return new RequestError(REFUSALS.accountSuspended(), { data: { settlement: refusal.settlement } })
    case 'upscaled_already':
      return new RequestError(REFUSALS.upscaledAlready(), { data: { settlement: refusal.settlement } })
    case 'source_too_long':
      return new RequestError(REFUSALS.tooLongToUpscale(modelName, refusal.max), {
        data: { settlement: refusal.settlement },
      })
    case 'key_ended':
      return new RequestError(REFUSALS.keyUnknown(), { data: { settlement: 'none' } })
    case 'paused':
      return new RequestError(REFUSALS.jobsPaused(), { data: { settlement: 'none' } })
    case 'daily_limit':
    case 'key_limit': {
      const { limit, left, retry_after_seconds: retryAfterSeconds } = refusal
      const refuse = refusal.outcome === 'key_limit' ? REFUSALS.keyLimit : REFUSALS.dailyLimit
      return new RequestError(refuse({ limit, left, need, retryAfterSeconds }), {
        data: { settlement: 'none', limit, left },
        retryAfterSeconds,
      })
    }
    case 'budget_reached': {
      const { retry_after_seconds: retryAfterSeconds, settlement } = refusal
      return new RequestError(REFUSALS.budgetReached({ retryAfterSeconds }), {
        data: { settlement },
        retryAfterSeconds,
      })
    }
    case 'too_many_canceled': {
      const { limit, retry_after_seconds: retryAfterSeconds } = refusal
      return new RequestError(REFUSALS.tooManyCanceled({ limit, retryAfterSeconds }), {
        data: { settlement: 'none', limit },
        retryAfterSeconds,
      })
    }
    default:
      return refusal satisfies never
  }
}
