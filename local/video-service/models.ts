// The provider takes 5 or 10 s (Kling 1.6), 5 or 8 (Veo 2), 4, 6 or 8 (Veo 3). The stand-in takes 5 and 8 everywhere too:
// the product's direct mode sends these to every model, as specified, and a try-out should not end with a refusal.

export interface Model {
  /** Below `generation/`. */
  path: string
  lengths: readonly number[]
  defaultLength: number
  aspectRatios: readonly string[]
  maxPromptLength: number
  /** Null: the field is ignored. */
  maxNegativePromptLength: number | null
  readsSeed: boolean
  /** `generateAudio` is read only when true. */
  makesSound: boolean
  creditsPerSecond: number
}

const MODELS: readonly Model[] = [
  {
    path: 'kling-ai/kling-v1-6',
    lengths: [5, 8, 10],
    defaultLength: 5,
    aspectRatios: ['16:9', '9:16', '1:1'],
    maxPromptLength: 2500,
    maxNegativePromptLength: 2500,
    readsSeed: false,
    makesSound: false,
    creditsPerSecond: 4,
  },
  {
    path: 'google/veo2',
    lengths: [5, 8],
    defaultLength: 5,
    aspectRatios: ['16:9', '9:16'],
    maxPromptLength: 2000,
    maxNegativePromptLength: null,
    readsSeed: true,
    makesSound: false,
    creditsPerSecond: 12,
  },
  {
    path: 'google/veo3',
    lengths: [4, 5, 6, 8],
    defaultLength: 8,
    aspectRatios: ['16:9', '9:16'],
    maxPromptLength: 2000,
    maxNegativePromptLength: 2000,
    readsSeed: true,
    makesSound: true,
    creditsPerSecond: 16,
  },
]

export function findModel(path: string): Model | undefined {
  return MODELS.find((model) => model.path === path)
}
