import { z } from 'zod'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Call } from './database.ts'

/**
 * Writes the prices of the catalogue to the database, which charges by them, once per start: before the first request that
 * spends credits. A job keeps the price it was quoted. Throws RequestError when the database does not answer; the next
 * request then tries again.
 */
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
