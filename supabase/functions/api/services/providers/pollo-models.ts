// What Pollo's legacy endpoints list per model (its reference pages, November 2026). A field a model does not list is
// never sent: at least one model refuses extra keys.

interface PolloModel {
  path: string
  /** Lengths in seconds the model takes, ascending: a job gets the shortest that is not shorter than asked. */
  lengths: readonly [number, ...number[]]
  /** Characters; null where the model lists no negative prompt. */
  maxNegativePrompt: { text: number; image: number } | null
  aspectRatio: { text: boolean; image: boolean }
  seed: boolean
  generateAudio: boolean
}

export const POLLO_MODELS: Record<string, PolloModel> = {
  'kling-1.6': {
    path: 'generation/kling-ai/kling-v1-6',
    lengths: [5, 10],
    maxNegativePrompt: { text: 2500, image: 2048 },
    aspectRatio: { text: true, image: false },
    seed: false,
    generateAudio: false,
  },
  'veo-2': {
    path: 'generation/google/veo2',
    lengths: [5, 8],
    maxNegativePrompt: null,
    aspectRatio: { text: true, image: true },
    seed: true,
    generateAudio: false,
  },
  'veo-3': {
    path: 'generation/google/veo3',
    lengths: [4, 6, 8],
    maxNegativePrompt: { text: 2000, image: 2000 },
    aspectRatio: { text: true, image: true },
    seed: true,
    generateAudio: true,
  },
}
