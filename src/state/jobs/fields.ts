import { MAX_SEED } from '@contract/jobs'
import { DEFAULT_MODEL_ID, type Model } from '@/config/models'
import * as s from '@/lib/shape'

export interface Fields {
  mode: 'image' | 'text'
  /** The model's ID. */
  model: string
  prompt: string
  negativePrompt: string
  /** The requested duration in seconds. */
  length: number
  aspectRatio: string
  generateAudio: boolean
  /** A seed from 0 to 999, to repeat a video. If null, each job gets a random seed. */
  seed: number | null
}

export const EMPTY_FIELDS: Fields = {
  mode: 'text',
  model: DEFAULT_MODEL_ID,
  prompt: '',
  negativePrompt: '',
  length: 8,
  aspectRatio: '16:9',
  generateAudio: true,
  seed: null,
}

/** The stored fields. Each is parsed separately, because an invalid model must not discard the prompt. */
export const fieldsShape: s.Shape<Fields> = s.object({
  mode: s.orElse(s.oneOf('image', 'text'), EMPTY_FIELDS.mode),
  model: s.orElse(s.filled, EMPTY_FIELDS.model),
  prompt: s.orElse(s.text, EMPTY_FIELDS.prompt),
  negativePrompt: s.orElse(s.text, EMPTY_FIELDS.negativePrompt),
  length: s.orElse(s.when(s.positive, Number.isSafeInteger), EMPTY_FIELDS.length),
  aspectRatio: s.orElse(s.filled, EMPTY_FIELDS.aspectRatio),
  generateAudio: s.orElse(s.yesOrNo, EMPTY_FIELDS.generateAudio),
  seed: s.orElse(s.nullable(s.when(s.integer, (seed) => seed >= 0 && seed <= MAX_SEED)), EMPTY_FIELDS.seed),
})

/**
 * Returns the fields with values that this model supports. It uses the nearest duration. An unsupported aspect ratio
 * becomes the model's first one.
 */
export function fitFields(fields: Fields, model: Model): Fields {
  const [first] = model.durations
  const { seconds: length } = model.durations.reduce(
    (best, one) => (Math.abs(one.seconds - fields.length) < Math.abs(best.seconds - fields.length) ? one : best),
    first ?? { seconds: fields.length },
  )
  const { aspectRatios } = model
  const aspectRatio = aspectRatios.includes(fields.aspectRatio) ? fields.aspectRatio : (aspectRatios[0] ?? '16:9')
  return { ...fields, model: model.id, length, aspectRatio }
}
