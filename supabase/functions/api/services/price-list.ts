import { z } from 'zod'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Call } from './database.ts'

/** Writes the prices to the database once per start, before the first request that spends credits. Throws RequestError. */
export function createPriceList(call: Call, { models }: Catalogue): () => Promise<void> {
  let written: Promise<unknown> | undefined
  return async () => {
    written ??= call(
      'set_model_prices',
      { p_models: models.map(({ id, credits, isOn }) => ({ id, credits, is_on: isOn })) },
      z.unknown(),
    )
    try {
      await written
    } catch (error) {
      written = undefined
      throw error
    }
  }
}
