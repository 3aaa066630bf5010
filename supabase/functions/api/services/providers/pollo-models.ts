// From Pollo's reference pages (November 2026). Fields that a model does not list are never sent: some models refuse them.
import type { ProviderModel } from './provider.ts'

interface PolloModel extends ProviderModel {
  path: string
  aspectRatio: { text: boolean; image: boolean }
}

export const POLLO_MODELS: Record<string, PolloModel> = {
  'kling-1.6': {
    path: 'generation/kling-ai/kling-v1-6',
    durations: [5, 10],
    maxNegativePrompt: { text: 2500, image: 2048 },
    aspectRatio: { text: true, image: false },
    takesSeed: false,
    hasSound: false,
  },
  'veo-2': {
    path: 'generation/google/veo2',
    durations: [5, 8],
    maxNegativePrompt: null,
    aspectRatio: { text: true, image: true },
    takesSeed: true,
    hasSound: false,
  },
  'veo-3': {
    path: 'generation/google/veo3',
    durations: [4, 6, 8],
    maxNegativePrompt: { text: 2000, image: 2000 },
    aspectRatio: { text: true, image: true },
    takesSeed: true,
    hasSound: true,
  },
}
