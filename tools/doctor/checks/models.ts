import { type CatalogueModel, readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import { getEnding } from '../../../supabase/functions/api/catalogue/ending.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { parseProviders } from '../../../supabase/functions/api/catalogue/provider-settings.ts'
import { compareCatalogue, type ModelComparison } from '../../listed-models/compare.ts'
import { ModelsError, SOURCES, type Source } from '../../listed-models/sources.ts'
import type { Check, Context, Problem } from './check.ts'
import { listMissingKeys } from './provider.ts'
import { getDeployCommand } from './settings.ts'

const CATALOGUE_FILE = 'supabase/functions/api/catalogue/models.json'

/**
 * Compares the catalogue with what the configured providers publish, as `npm run models -- --check` does. If a provider
 * no longer has a model, or the model differs, its jobs would be refused.
 */
export const MODEL_CHECK: Check = {
  name: 'provider models',
  needs: listMissingKeys,
  after: ['provider key'],
  async run({ settings, ask, now }) {
    const deploy = getDeployCommand(settings)
    const used = (parseProviders(settings.env) ?? []).flatMap(({ name }) => {
      const source = SOURCES[name]
      return source ? [{ name, source }] : []
    })
    const { models } = readCatalogue(MODELS)
    const compared = await Promise.all(used.map(({ name, source }) => checkProvider(name, source, ask, deploy)))
    return [...describeEndings(models, now(), deploy), ...compared.flat()]
  },
}

/** Names each model that has ended, or ends within 30 days. The server itself stops offering it. */
export function describeEndings(models: readonly CatalogueModel[], now: Date, deploy: string): Problem[] {
  return models.flatMap((model) => {
    const ending = model.isOn ? getEnding(model, models, now) : null
    if (!ending) return []
    const { on, isOver, replacedBy } = ending
    if (isOver) {
      const fix = `Set "isOn" of ${model.id} to false and raise "version" in ${CATALOGUE_FILE}, then ${deploy}`
      return [{ what: `${model.name} ended on ${on}, and is still in the catalogue.`, where: CATALOGUE_FILE, fix }]
    }
    const name = `${model.name} ends on ${on}`
    const fix = replacedBy
      ? `Tell your users. If the day changed, correct "endsOn" of ${model.id} in ${CATALOGUE_FILE}, then ${deploy}`
      : `Set "replacedBy" of ${model.id} in ${CATALOGUE_FILE} to the model that follows it, then ${deploy}`
    return [{ what: `${name}. ${replacedBy?.name ?? 'No model'} follows it.`, where: CATALOGUE_FILE, fix }]
  })
}

async function checkProvider(
  provider: string,
  source: Source,
  ask: Context['ask'],
  deploy: string,
): Promise<Problem[]> {
  try {
    const { compared } = await compareCatalogue(provider, source, readCatalogue(MODELS).models, ask, source.url)
    return compared.flatMap(({ model, comparison }) => describe(provider, source, model, comparison, deploy))
  } catch (error) {
    if (!(error instanceof ModelsError)) throw error
    const fix = 'Check that the provider is up, then run the doctor again'
    return [{ what: `The model list of ${source.title} can't be read.`, where: source.url, fix }]
  }
}

function describe(
  provider: string,
  { title, url: where }: Source,
  model: CatalogueModel,
  comparison: ModelComparison,
  deploy: string,
): Problem[] {
  const fix = `npm run models -- --update ${provider} ${model.id}, then ${deploy}`
  if (comparison.kind === 'gone') {
    const paths = comparison.paths.join(', ')
    return [{ what: `${title} no longer has ${paths}, so every job of ${model.name} is refused.`, where, fix }]
  }
  if (comparison.kind === 'unusable') {
    const what = `${comparison.path} can't be called: ${comparison.obstacle}. So every job of ${model.name} is refused.`
    return [{ what, where, fix: `Remove ${provider} from ${model.id} in models.json, then ${deploy}` }]
  }
  if (comparison.kind !== 'changed' || comparison.missing.length === 0) return []
  const path = comparison.endpoints[0]?.path
  const what = `${path} doesn't support ${comparison.missing.join(', ')}, so jobs of ${model.name} that need it are refused.`
  return [{ what, where, fix }]
}
