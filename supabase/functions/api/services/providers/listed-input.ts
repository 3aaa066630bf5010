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

/** Returns null when the provider does not offer the model, or not in the mode of this job. */
export function getListedInput(
  models: Readonly<Record<string, ProviderModel>>,
  request: CreateRequest,
): ListedInput | null {
  const model = models[request.model]
  const endpoint = model?.[request.image ? 'image' : 'text']
  if (!model || !endpoint) return null
  return {
    path: endpoint.path,
    durationSeconds: getDeliveredSeconds(model, request.durationSeconds),
    durationUnit: model.durationUnit,
    fixed: model.fixed,
    listed: getListedFields(endpoint, request),
  }
}

function getListedFields({ takes, maxNegativePrompt }: Endpoint, request: CreateRequest): ListedInput['listed'] {
  const { aspectRatio, negativePrompt, seed, generateAudio } = request
  return {
    ...(takes.includes('aspectRatio') ? { aspectRatio } : {}),
    ...(takes.includes('negativePrompt') && negativePrompt
      ? { negativePrompt: shortenText(negativePrompt, maxNegativePrompt) }
      : {}),
    ...(takes.includes('seed') ? { seed } : {}),
    ...(takes.includes('sound') ? { generateAudio } : {}),
  }
}
