import { type CatalogueModel, readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { parseProviders } from '../../../supabase/functions/api/catalogue/provider-settings.ts'
import { compareModel } from '../../listed-models/compare.ts'
import type { ListedEndpoint } from '../../listed-models/listed-endpoint.ts'
import { OPENROUTER_PATH, readOpenRouterList } from '../../listed-models/openrouter.ts'
import type { Check, Problem } from './check.ts'
import { listMissingKeys } from './provider.ts'
import { getDeployCommand } from './settings.ts'

const CATALOGUE = 'supabase/functions/api/catalogue/models.json'

/**
 * Compares the catalogue with OpenRouter's current list. If OpenRouter no longer has a model, or the model differs, its
 * jobs would be refused.
 */
export const MODEL_CHECK: Check = {
  name: 'provider models',
  needs: listMissingKeys,
  after: ['provider key'],
  async run({ settings, ask }) {
    const provider = parseProviders(settings.env)?.find(({ name }) => name === 'openrouter')
    if (!provider) return []
    const url = `${provider.url}/${OPENROUTER_PATH}`
    const answer = await ask(url, { headers: { authorization: `Bearer ${provider.key}` } })
    const list = readOpenRouterList(answer.json)
    if (!list) {
      const what = `The model list can't be read (HTTP ${answer.status}).`
      return [{ what, where: url, fix: 'Check that the provider is up, then run the doctor again' }]
    }
    return readCatalogue(MODELS)
      .models.filter(({ isOn }) => isOn)
      .flatMap((model) => compare(model, list, url, getDeployCommand(settings)))
  },
}

function compare(model: CatalogueModel, list: ListedEndpoint[], where: string, deploy: string): Problem[] {
  const made = model.providers.openrouter
  const standing = made && compareModel(model, made, list)
  if (standing?.kind === 'gone') {
    const what = `OpenRouter no longer has ${standing.paths.join(', ')}, so every job of ${model.name} is refused.`
    return [{ what, where, fix: `Set "isOn": false for ${model.id} in ${CATALOGUE}, then ${deploy}` }]
  }
  if (standing?.kind !== 'changed' || standing.missing.length === 0) return []
  const path = standing.endpoints[0]?.path
  const what = `${path} doesn't support ${standing.missing.join(', ')}, so jobs of ${model.name} that need it are refused.`
  return [{ what, where, fix: `Remove it from ${model.id} in ${CATALOGUE}, then ${deploy}` }]
}
