import MODELS from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { getDifferences, type Price } from '../doctor/checks/database/credits.ts'
import { type Deployment, isRemote } from '../project/settings.ts'
import { DeployError, runSupabase } from '../project/supabase.ts'

/** Reads the stored prices, and describes what this code does to them. Changes nothing. Throws DeployError. */
export async function readPriceChanges(deployment: Deployment): Promise<string[]> {
  return describePriceChanges(await readPrices(deployment))
}

/**
 * Returns the lines that describe the changes of these stored prices, or none. Throws DeployError if the database has
 * other prices for the same version, and would therefore keep them.
 */
export function describePriceChanges(prices: Price[]): string[] {
  const { version } = MODELS
  const written = Math.max(...prices.map(({ catalogue_version }) => catalogue_version ?? 0))
  // Before the first job, no catalogue has written prices.
  if (written <= 0) return []
  const differences = getDifferences(prices)
  if (differences.length === 0) return []
  const list = differences.map((difference) => ` • ${difference}`)
  if (written < version) return ['Prices change, in credits:', ...list]
  if (written > version)
    return [`Prices stay, because the database has those of the newer catalogue version ${written}:`, ...list]
  throw new DeployError(
    `Nothing was changed. The database already has prices of catalogue version ${version} and would keep them: ${differences.join('; ')}. Raise "version" in supabase/functions/api/catalogue/models.json, and deploy again.`,
  )
}

/** Returns the stored prices, or none before the first deployment. */
async function readPrices(deployment: Deployment): Promise<Price[]> {
  const read = async <Row>(sql: string): Promise<Row[]> => {
    const query = ['db', 'query', sql, '--read-only', '--output', 'json', isRemote(deployment)]
    return JSON.parse((await runSupabase(deployment, query)).answer) as Row[]
  }
  // A query that names a missing table or column would fail.
  const [found] = await read<{ tables: number }>(`select count(to_regclass('private.model_prices'))::int as tables`)
  if (found?.tables !== 1) return []
  const rows = await read<{ price: Price }>('select to_jsonb(p) as price from private.model_prices p')
  return rows.map(({ price }) => price)
}
