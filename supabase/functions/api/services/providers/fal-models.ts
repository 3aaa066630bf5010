// What fal's model pages list per model (November 2026). A field a model does not list is never sent. Durations are
// strings, with an "s" for Veo and without for Kling.

interface FalEndpoint {
  /** Model id and subpath under the queue's address. */
  path: string
  aspectRatio: boolean
}

interface FalModel {
  text: FalEndpoint
  image: FalEndpoint
  /** Lengths in seconds the model takes, ascending: a job gets the shortest that is not shorter than asked. */
  lengths: readonly [number, ...number[]]
  durationUnit: '' | 's'
  /** Characters; null where the model lists no negative prompt. */
  maxNegativePrompt: number | null
  generateAudio: boolean
}

export const FAL_MODELS: Record<string, FalModel> = {
  'kling-1.6': {
    text: { path: 'fal-ai/kling-video/v1.6/pro/text-to-video', aspectRatio: true },
    image: { path: 'fal-ai/kling-video/v1.6/pro/image-to-video', aspectRatio: false },
    lengths: [5, 10],
    durationUnit: '',
    maxNegativePrompt: 2500,
    generateAudio: false,
  },
  'veo-2': {
    text: { path: 'fal-ai/veo2', aspectRatio: true },
    image: { path: 'fal-ai/veo2/image-to-video', aspectRatio: true },
    lengths: [5, 6, 7, 8],
    durationUnit: 's',
    maxNegativePrompt: 2000,
    generateAudio: false,
  },
  'veo-3': {
    text: { path: 'fal-ai/veo3', aspectRatio: true },
    image: { path: 'fal-ai/veo3/image-to-video', aspectRatio: true },
    lengths: [4, 6, 8],
    durationUnit: 's',
    maxNegativePrompt: null,
    generateAudio: true,
  },
}
