import type { Capabilities, ModelCapabilities } from '../../../../contract/capabilities.ts'
import { type Catalogue, type Endpoint, getMaxPromptLength, type ProviderModel } from '../catalogue/catalogue.ts'
import { getDeliveredSeconds, type VideoProvider } from './providers/provider.ts'

interface CapabilityOptions {
  maxOpenJobs: number
  estimateSeconds: number | undefined
}

export function describeCapabilities(
  { models }: Catalogue,
  provider: Pick<VideoProvider, 'models' | 'cancel' | 'cancels' | 'hasQueuePosition'>,
  { maxOpenJobs, estimateSeconds: to }: CapabilityOptions,
): Capabilities {
  const described = models.flatMap(({ providers: _, ...model }): ModelCapabilities[] => {
    const made = provider.models[model.id]
    if (!made) return []
    return [
      {
        ...model,
        durations: model.durations.map(({ seconds, estimateSeconds }) => ({
          seconds,
          deliveredSeconds: getDeliveredSeconds(made, seconds),
          estimateSeconds: to === undefined ? estimateSeconds : { from: to, to },
        })),
        makesFrom: { text: made.text !== undefined, image: made.image !== undefined },
        imageNeedsPrompt: made.image?.needsPrompt ?? false,
        hasSound: doesTake(made, 'sound'),
        takesSeed: doesTake(made, 'seed'),
        maxNegativePromptLength: {
          text: made.text?.maxNegativePrompt ?? null,
          image: made.image?.maxNegativePrompt ?? null,
        },
        cancel: provider.cancel ? (provider.cancels ?? 'queue') : 'no',
        hasQueuePosition: provider.hasQueuePosition ?? false,
        maxPromptLength: getMaxPromptLength(model, made),
      },
    ]
  })
  return { maxOpenJobs, models: described }
}

function doesTake({ text, image }: ProviderModel, field: Endpoint['takes'][number]): boolean {
  return [text, image].some((endpoint) => endpoint?.takes.includes(field))
}
