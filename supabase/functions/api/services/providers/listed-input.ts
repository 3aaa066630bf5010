import type { Endpoint, ProviderModel } from '../../catalogue/provider-model.ts'
import { shortenText } from './failures/plain-text.ts'
import { type CreateRequest, getDeliveredSeconds, type StoredAudio } from './provider.ts'

export interface ListedInput {
  path: string
  /** The duration in the provider's format. */
  duration: string | number
  durationSeconds: number
  names: Endpoint['names']
  fixed: ProviderModel['fixed']
  /** Null if the endpoint takes no voice. */
  audio: StoredAudio | null
  listed: {
    aspectRatio?: string
    negativePrompt?: string
    seed?: number
    generateAudio?: boolean
    resolution?: string
  }
}

/**
 * Returns the parts of a request that an endpoint supports. Null if the provider doesn't have the model or this kind of
 * input.
 * `ratios`: the provider's names for aspect ratios that differ from ours.
 */
export function getListedInput(
  models: Readonly<Record<string, ProviderModel>>,
  request: CreateRequest,
  ratios: Readonly<Record<string, string>> = {},
): ListedInput | null {
  const model = models[request.model]
  const endpoint = model?.[request.kind]
  if (!model || !endpoint) return null
  const durationSeconds = getDeliveredSeconds(model, request.durationSeconds, request.kind)
  const unit = endpoint.durationUnit ?? model.durationUnit
  return {
    path: endpoint.path,
    duration: unit === 'number' ? durationSeconds : `${durationSeconds}${unit}`,
    durationSeconds,
    names: endpoint.names,
    fixed: { ...model.fixed, ...endpoint.fixed },
    audio: endpoint.audio ? request.audio : null,
    listed: getListedFields(endpoint, request, { ...ratios, ...model.ratios }),
  }
}

function getListedFields(
  { accepts, maxNegativePrompt, alwaysHasSound }: Endpoint,
  request: CreateRequest,
  ratios: Readonly<Record<string, string>>,
): ListedInput['listed'] {
  const { aspectRatio, negativePrompt, seed, generateAudio, resolution } = request
  return {
    ...(accepts.includes('aspectRatio') ? { aspectRatio: ratios[aspectRatio] ?? aspectRatio } : {}),
    ...(accepts.includes('negativePrompt') && negativePrompt
      ? { negativePrompt: shortenText(negativePrompt, maxNegativePrompt) }
      : {}),
    ...(accepts.includes('seed') ? { seed } : {}),
    ...(accepts.includes('sound') && !alwaysHasSound ? { generateAudio } : {}),
    ...(accepts.includes('resolution') && resolution ? { resolution } : {}),
  }
}
