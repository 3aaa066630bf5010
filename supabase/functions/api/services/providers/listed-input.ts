import type { Endpoint, ProviderModel } from '../../catalogue/catalogue.ts'
import { type CreateRequest, deliveredSeconds } from './provider.ts'
import { shortened } from './provider-answer.ts'

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
export function listedInput(
  models: Readonly<Record<string, ProviderModel>>,
  request: CreateRequest,
): ListedInput | null {
  const model = models[request.model]
  const endpoint = model?.[request.image ? 'image' : 'text']
  if (!model || !endpoint) return null
  return {
    path: endpoint.path,
    durationSeconds: deliveredSeconds(model, request.durationSeconds),
    durationUnit: model.durationUnit,
    fixed: model.fixed,
    listed: listedFields(endpoint, request),
  }
}

function listedFields({ takes, maxNegativePrompt }: Endpoint, request: CreateRequest): ListedInput['listed'] {
  const { aspectRatio, negativePrompt, seed, generateAudio } = request
  return {
    ...(takes.includes('aspectRatio') ? { aspectRatio } : {}),
    ...(takes.includes('negativePrompt') && negativePrompt
      ? { negativePrompt: shortened(negativePrompt, maxNegativePrompt) }
      : {}),
    ...(takes.includes('seed') ? { seed } : {}),
    ...(takes.includes('sound') ? { generateAudio } : {}),
  }
}
