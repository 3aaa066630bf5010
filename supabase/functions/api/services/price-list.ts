import { z } from 'zod'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Log } from '../log.ts'
import type { Call } from './database.ts'

const answer = z.enum(['written', 'same', 'older', 'differs'])

const CAUSES = {
  older: 'the database has prices of a newer catalogue; to replace them, raise "version" in models.json above that one',
  differs: 'the database has other prices of this version; raise "version" in models.json to replace them',
}

/**
 * Returns a function that sends the prices to the database once per start. Call the function before a request spends
 * credits. Throws RequestError.
 * The database charges its own prices, so a server with other prices gets `price_changed`.
 */
export function createPriceList(call: Call, { version, prices }: Catalogue, log: Log): () => Promise<void> {
  let offered: Promise<void> | undefined
  const offer = async () => {
    const outcome = await call('set_model_prices', { p_models: prices, p_version: version }, answer)
    if (outcome === 'older' || outcome === 'differs') {
      const message = `the prices of catalogue version ${version} were not written`
      log({ level: outcome === 'older' ? 'warn' : 'error', message, cause: CAUSES[outcome] })
    }
  }
  return async () => {
    offered ??= offer()
    try {
      await offered
    } catch (error) {
      offered = undefined
      throw error
    }
  }
}
