import type { Capabilities } from '../contract.ts'
import { MODEL_BY_PATH } from './models.ts'
import { deliveredSeconds, type VideoProvider } from './providers/provider.ts'

/** Seconds, from the specification. */
const ESTIMATES = { 5: { from: 180, to: 300 }, 8: { from: 300, to: 480 } }
const ASKED = [5, 8] as const

interface CapabilityOptions {
  maxOpenJobs: number
  estimateSeconds: number | undefined
}

export function describeCapabilities(
  provider: VideoProvider,
  { maxOpenJobs, estimateSeconds: to }: CapabilityOptions,
): Capabilities {
  const models = Object.values(MODEL_BY_PATH).flatMap(({ id, maxPrompt }) => {
    const model = provider.models[id]
    if (!model) return []
    return {
      id,
      durations: ASKED.map((seconds) => ({
        seconds,
        deliveredSeconds: deliveredSeconds(model, seconds),
        estimateSeconds: to === undefined ? ESTIMATES[seconds] : { from: to, to },
      })),
      hasSound: model.hasSound,
      aspectRatios: ['16:9'],
      cancel: provider.cancel ? ('queue' as const) : ('no' as const),
      hasQueuePosition: false,
      maxPromptLength: maxPrompt,
      maxNegativePromptLength: model.maxNegativePrompt,
      takesSeed: model.takesSeed,
    }
  })
  return { maxOpenJobs, models }
}
