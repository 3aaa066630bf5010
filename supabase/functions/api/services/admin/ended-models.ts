import type { CatalogueModel } from '../../catalogue/catalogue.ts'
import type { AvailableModels } from '../available-models.ts'

/** Says who still has each model that its maker ended: the providers in use, and the others of its entry. */
export function describeEndedModels(
  models: readonly CatalogueModel[],
  list: AvailableModels['list'],
): Record<string, string> {
  return Object.fromEntries(
    models.flatMap(({ id, name, maker, makerEndedOn, providers }) => {
      if (!makerEndedOn) return []
      const used = list(id).map(({ provider }) => provider.name)
      const others = Object.keys(providers).filter((provider) => !used.some((one) => one === provider))
      const sentences = [
        `${maker} ended it on ${makerEndedOn}.`,
        used.length > 0 ? `It is sent to ${used.join(', ')}.` : 'No provider in use has it.',
        ...(others.length > 0 ? [`Not in use: ${others.join(', ')}.`] : []),
      ]
      return [[name, sentences.join(' ')]]
    }),
  )
}
