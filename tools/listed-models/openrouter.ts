// Reads OpenRouter's model list: GET /videos/models, as in its documentation and the types of @openrouter/sdk 1.3.19.
import { z } from 'zod'
import type { ListedEndpoint } from './listed-endpoint.ts'

export const OPENROUTER_URL = 'https://openrouter.ai/api/v1'
export const OPENROUTER_PATH = 'videos/models'

/** A listed model. A field is null if the list doesn't state its value. */
const listed = z.object({
  id: z.string().min(1),
  name: z.string().catch(''),
  supported_durations: z.array(z.number()).nullish(),
  supported_aspect_ratios: z.array(z.string()).nullish(),
  supported_resolutions: z.array(z.string()).nullish(),
  supported_frame_images: z.array(z.string()).nullish(),
  generate_audio: z.boolean().nullish(),
  seed: z.boolean().nullish(),
  pricing_skus: z.record(z.string(), z.unknown()).nullish().catch(null),
  upscale_factor: z.unknown().optional(),
})
const list = z.object({ data: z.array(listed) })
type Listed = z.output<typeof listed>

/** Reads the list. Returns null for a response in another format. */
export function readOpenRouterList(json: unknown): ListedEndpoint[] | null {
  return list.safeParse(json).data?.data.flatMap(readModel) ?? null
}

function readModel(model: Listed): ListedEndpoint[] {
  const { supported_frame_images: frames, upscale_factor: upscale } = model
  // An upscaling model needs a video as its input.
  if (upscale !== null && upscale !== undefined) return []
  const endpoint: Omit<ListedEndpoint, 'mode' | 'isAssumed'> = {
    model: model.id,
    name: model.name.replace(/^[^:]+: /, '') || model.id,
    path: model.id,
    durations: model.supported_durations ?? null,
    durationUnit: '',
    aspectRatios: model.supported_aspect_ratios ?? null,
    resolutions: model.supported_resolutions ?? null,
    seed: model.seed ?? null,
    sound: model.generate_audio ?? null,
    negativePrompt: null,
    imageField: '',
    lastImageField: '',
    lastImage: frames?.includes('last_frame') ?? false,
    needsPrompt: false,
    maxPrompt: null,
    maxNegativePrompt: null,
    prices: Object.entries(model.pricing_skus ?? {})
      .map(([unit, price]) => `${unit} ${price}`)
      .join(', '),
    obstacle: model.supported_durations ? '' : 'the list gives no durations',
    published: null,
  }
  const takesImage = frames ? frames.includes('first_frame') : null
  return [
    { ...endpoint, mode: 'text', isAssumed: false },
    ...(takesImage === false ? [] : [{ ...endpoint, mode: 'image' as const, isAssumed: takesImage === null }]),
  ]
}
