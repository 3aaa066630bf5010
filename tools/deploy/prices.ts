import MODELS from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { getDifferences, type Price } from '../doctor/checks/database/credits.ts'
import { DeployError } from '../project/supabase.ts'

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
