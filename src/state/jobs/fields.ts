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

/** Returns the model's duration that is nearest to this one. */
export function fitLength(length: number, { durations: [first, ...others] }: Model): number {
  const isNearer = (seconds: number, best: number) => Math.abs(seconds - length) < Math.abs(best - length)
  return others.reduce((best, { seconds }) => (isNearer(seconds, best) ? seconds : best), first?.seconds ?? length)
}

/**
 * Returns the fields with values that this model supports. It uses the nearest duration. An unsupported aspect ratio
 * becomes the model's first one.
 */
export function fitFields(fields: Fields, model: Model): Fields {
  const { aspectRatios } = model
  const aspectRatio = aspectRatios.includes(fields.aspectRatio) ? fields.aspectRatio : (aspectRatios[0] ?? '16:9')
  return { ...fields, model: model.id, length: fitLength(fields.length, model), aspectRatio }
}
