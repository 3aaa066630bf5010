import { readCatalogue } from '../../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import type { Context, Problem } from '../check.ts'
import { describeInEditor } from '../settings.ts'

export interface Price {
  model: string
  credits: number
  is_on: boolean
  catalogue_version: number | null
}

interface Limits {
  new_jobs: boolean
  daily_credits_per_user: number | null
  daily_credits_budget: number | null
}

/** Checks prices and whether new jobs are accepted. The database stores both. */
export async function checkCredits({ settings, sql }: Context): Promise<Problem[]> {
  const [limits] = await sql<Limits>(
    'select new_jobs, daily_credits_per_user, daily_credits_budget from private.credit_settings',
  )
  const prices = await sql<Price>('select model, credits, is_on, catalogue_version from private.model_prices')
  const reportSettings = (what: string, statement: string, next = '') => ({
    what,
    where: 'private.credit_settings',
    fix: `${describeInEditor(settings, statement)}${next}`,
    sql: statement,
  })
  return [
    ...(limits
      ? // `npm run credits:settings` isn't suggested, because without its own settings it changes the local server.
        compareLimits(limits).map(({ what, change }) =>
          reportSettings(what, `update private.credit_settings set ${change};`),
        )
      : [
          reportSettings(
            'The credit settings are missing, so nobody can sign in for the first time or generate a video.',
            'insert into private.credit_settings default values;',
            ' Limits and sign-up credits are then off. If you give sign-up credits again, users who had them get them again.',
          ),
        ]),
    ...comparePrices(prices).map(({ what, statement }) => ({
      what,
      where: 'private.model_prices',
      fix: statement ? describeInEditor(settings, statement) : 'git pull',
      ...(statement ? { sql: statement } : {}),
    })),
  ]
}

/**
 * Finds a pause of new jobs, and limits below the price of the cheapest model. Such limits are left over from a test. `change`
 * is the assignment in SQL that mends it, and `option` that of `npm run credits:settings`.
 */
export function compareLimits({ new_jobs, daily_credits_per_user: user, daily_credits_budget: budget }: Limits) {
  const lowest = Math.min(...MODELS.models.filter(({ isOn }) => isOn).map(({ credits }) => credits))
  const reportTooLow = (name: string, column: string, option: string, value: number | null) =>
    value === null || value >= lowest
      ? []
      : [
          {
            what: `The ${name} is ${value}, but the cheapest model costs ${lowest}, so every job is refused.`,
            change: `${column} = null`,
            option: `--${option} off`,
          },
        ]
  return [
    ...(new_jobs
      ? []
      : [
          {
            what: 'New jobs are paused, so nobody can generate a video.',
            change: 'new_jobs = true',
            option: '--new-jobs on',
          },
        ]),
    ...reportTooLow('daily budget', 'daily_credits_budget', 'daily-budget', budget),
    ...reportTooLow('daily limit per user', 'daily_credits_per_user', 'daily-per-user', user),
  ]
}

/**
 * Compares the prices. The first job after a deployment writes them, so an empty table or an older catalogue version is
 * no fault.
 */
function comparePrices(prices: Price[]): { what: string; statement?: string }[] {
  const { version, prices: meant } = readCatalogue(MODELS)
  const written = Math.max(0, ...prices.map(({ catalogue_version }) => catalogue_version ?? 0))
  if (written > version)
    return [{ what: `The database has prices of catalogue version ${written}, but this code has version ${version}.` }]
  if (prices.length === 0 || written < version) return []
  const list = meant.map(({ id, credits, is_on }) => `('${id}', ${credits}, ${is_on}, ${version})`).join(', ')
  const statement = `insert into private.model_prices (model, credits, is_on, catalogue_version) values ${list}
on conflict (model) do update set credits = excluded.credits, is_on = excluded.is_on;
update private.model_prices set is_on = false where model not in (${meant.map(({ id }) => `'${id}'`).join(', ')});`
  if (prices.every(({ is_on }) => !is_on) && meant.some(({ is_on }) => is_on))
    return [{ what: 'Every model is off in the database, so every job is refused.', statement }]
  const different = getDifferences(prices)
  if (different.length === 0) return []
  const what = `Prices in the database differ: ${different.join('; ')}. They were changed by hand, or the catalogue version was not raised.`
  return [{ what, statement }]
}

/** Returns a text for each model whose price in the database differs from the catalogue. */
export function getDifferences(prices: Price[]): string[] {
  const { prices: meant } = readCatalogue(MODELS)
  const different = meant.flatMap(({ id, credits, is_on: isOn }) => {
    const price = prices.find(({ model }) => model === id)
    const [there, meant] = [say(price?.is_on ? price.credits : null), say(isOn ? credits : null)]
    return there === meant ? [] : [`${id} ${there} (catalogue: ${meant})`]
  })
  const gone = prices.filter(({ model, is_on }) => is_on && !meant.some(({ id }) => id === model))
  return [...different, ...gone.map(({ model, credits }) => `${model} costs ${credits} (not in the catalogue)`)]
}

const say = (credits: number | null) => (credits === null ? 'is off' : `costs ${credits}`)
