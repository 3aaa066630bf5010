import MODELS from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { getDifferences, type Price } from '../doctor/checks/credits.ts'
import { type Deployment, isRemote } from '../project/settings.ts'
import { DeployError, runSupabase } from '../project/supabase.ts'

/**
 * Checks the prices, without changing anything. Throws DeployError if the database has other prices for the same
 * version, and would therefore keep them.
 */
export async function checkPrices(deployment: Deployment): Promise<void> {
  const prices = await readPrices(deployment)
  const { version } = MODELS
  const differences = prices.some(({ catalogue_version }) => catalogue_version === version)
    ? getDifferences(prices)
    : []
  if (differences.length === 0) return
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
