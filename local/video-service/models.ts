// What each model of the provider accepts (the legacy paths of its API). Data only.
//
// Lengths: the provider takes 5 or 10 (Kling 1.6), 5 or 8 (Veo 2), 4, 6 or 8 (Veo 3). The stand-in takes 5 and 8 on all
// three as well, because the product's direct mode sends those lengths to every model as its specification says: the
// provider would refuse some of them, and a try-out without an account should not end there.

export interface Model {
  /** Path under `generation/`. */
  path: string
  lengths: readonly number[]
  defaultLength: number
  aspectRatios: readonly string[]
  maxPromptLength: number
  /** Null where the model lists no negative prompt: the field is ignored then. */
  maxNegativePromptLength: number | null
  readsSeed: boolean
  /** Whether the model makes sound; `generateAudio` is read only where it does. */
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
