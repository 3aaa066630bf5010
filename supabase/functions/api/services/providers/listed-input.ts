import type { Endpoint, ProviderModel } from '../../catalogue/catalogue.ts'
import { type CreateRequest, getDeliveredSeconds } from './provider.ts'
import { shortenText } from './provider-answer.ts'

export interface ListedInput {
  path: string
  durationSeconds: number
  durationUnit: '' | 's'
  fixed: ProviderModel['fixed']
  listed: {
    aspectRatio?: string
    negativePrompt?: string
    seed?: number
    generateAudio?: boolean
  }
}

/**
 * Returns null when the provider does not offer the model, or not in the mode of this job. `ratios`: the provider's words for
 * aspect ratios, where they are not those of the request.
 */
export function getListedInput(
  models: Readonly<Record<string, ProviderModel>>,
  request: CreateRequest,
  ratios: Readonly<Record<string, string>> = {},
): ListedInput | null {
  const model = models[request.model]
  const endpoint = model?.[request.image ? 'image' : 'text']
  if (!model || !endpoint) return null
  return {
    path: endpoint.path,
    durationSeconds: getDeliveredSeconds(model, request.durationSeconds),
    durationUnit: model.durationUnit,
    fixed: { ...model.fixed, ...endpoint.fixed },
    listed: getListedFields(endpoint, request, { ...ratios, ...model.ratios }),
  }
}

function getListedFields(
  { takes, maxNegativePrompt, alwaysHasSound }: Endpoint,
  request: CreateRequest,
  ratios: Readonly<Record<string, string>>,
): ListedInput['listed'] {
  const { aspectRatio, negativePrompt, seed, generateAudio } = request
  return {
    ...(takes.includes('aspectRatio') ? { aspectRatio: ratios[aspectRatio] ?? aspectRatio } : {}),
    ...(takes.includes('negativePrompt') && negativePrompt
      ? { negativePrompt: shortenText(negativePrompt, maxNegativePrompt) }
      : {}),
    ...(takes.includes('seed') ? { seed } : {}),
    ...(takes.includes('sound') && !alwaysHasSound ? { generateAudio } : {}),
  }
}
