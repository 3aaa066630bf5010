import type { DurationOption, ModelCapabilities, ModelId } from '@contract'

/** As shown until state/capabilities.ts knows better. Prices are for display; a test compares them with the server's. */
export interface Model extends ModelCapabilities {
  name: string
  /** Below the video base URL. */
  apiPath: string
  description: string
  /** A square SVG. */
  logo: string
  /** For one video. */
  credits: number
}

/** Estimates of the specification, in seconds. */
function durations(...delivered: [number, number]): DurationOption[] {
  return [
    { seconds: 5, deliveredSeconds: delivered[0], estimateSeconds: { from: 180, to: 300 } },
    { seconds: 8, deliveredSeconds: delivered[1], estimateSeconds: { from: 300, to: 480 } },
  ]
}

const EVERY_MODEL: Pick<Model, 'aspectRatios' | 'cancel' | 'hasQueuePosition'> = {
  aspectRatios: ['16:9'],
  cancel: 'no',
  hasQueuePosition: false,
}

export const MODELS: readonly Model[] = [
  {
    id: 'kling-1.6',
    name: 'Kling 1.6',
    apiPath: 'generation/kling-ai/kling-v1-6',
    description: 'Quick drafts and simple moves, picture only',
    logo: '/images/models/kling.svg',
    credits: 20,
    ...EVERY_MODEL,
    durations: durations(5, 10),
    hasSound: false,
    maxPromptLength: 2500,
    maxNegativePromptLength: { text: 2500, image: 2048 },
    takesSeed: false,
  },
  {
    id: 'veo-2',
    name: 'Veo 2',
    apiPath: 'generation/google/veo2',
    description: 'Detailed, steady pictures, no sound',
    logo: '/images/models/veo-2.svg',
    credits: 180,
    ...EVERY_MODEL,
    durations: durations(5, 8),
    hasSound: false,
    maxPromptLength: 2000,
    maxNegativePromptLength: null,
    takesSeed: true,
  },
  {
    id: 'veo-3',
    name: 'Veo 3',
    apiPath: 'generation/google/veo3',
    description: 'Speech, effects and music with the picture',
    logo: '/images/models/veo-3.svg',
    credits: 330,
    ...EVERY_MODEL,
    durations: durations(6, 8),
    hasSound: true,
    maxPromptLength: 2000,
    maxNegativePromptLength: { text: 2000, image: 2000 },
    takesSeed: true,
  },
]

export const DEFAULT_MODEL_ID: ModelId = 'veo-3'

export function modelById(id: ModelId): Model {
  const model = MODELS.find((candidate) => candidate.id === id)
  if (!model) throw new Error(`No model is called ${id}`)
  return model
}

export function negativeLimitOf(model: Model, mode: 'text' | 'image'): number | null {
  return model.maxNegativePromptLength?.[mode] ?? null
}

/** A model unknown to this page is taken to have sound. */
export function isSilentTake(modelId: string, generateAudio: boolean): boolean {
  return !generateAudio || MODELS.find(({ id }) => id === modelId)?.hasSound === false
}
