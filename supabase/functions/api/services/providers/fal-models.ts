// From fal's model pages (November 2026). A field that a model does not list is never sent.
import type { ProviderModel } from './provider.ts'

interface FalEndpoint {
  path: string
  aspectRatio: boolean
}

interface FalModel extends ProviderModel {
  text: FalEndpoint
  image: FalEndpoint
  durationUnit: '' | 's'
}

export const FAL_MODELS: Record<string, FalModel> = {
  'kling-1.6': {
    text: { path: 'fal-ai/kling-video/v1.6/pro/text-to-video', aspectRatio: true },
    image: { path: 'fal-ai/kling-video/v1.6/pro/image-to-video', aspectRatio: false },
    durations: [5, 10],
    durationUnit: '',
    maxNegativePrompt: { text: 2500, image: 2500 },
    hasSound: false,
    takesSeed: false,
  },
  'veo-2': {
    text: { path: 'fal-ai/veo2', aspectRatio: true },
    image: { path: 'fal-ai/veo2/image-to-video', aspectRatio: true },
    durations: [5, 6, 7, 8],
    durationUnit: 's',
    maxNegativePrompt: { text: 2000, image: 2000 },
    hasSound: false,
    takesSeed: false,
  },
  'veo-3': {
    text: { path: 'fal-ai/veo3', aspectRatio: true },
    image: { path: 'fal-ai/veo3/image-to-video', aspectRatio: true },
    durations: [4, 6, 8],
    durationUnit: 's',
    maxNegativePrompt: null,
    hasSound: true,
    takesSeed: false,
  },
}
