// Parses create requests. Direct mode sends the same body to all models, so fields that a model doesn't list are
// ignored.
import * as z from 'zod'
import type { Model } from '../models.ts'
import { ProviderError } from './errors.ts'

export interface GenerationInput {
  prompt: string
  /** The length in seconds. */
  length: number
  /** The seed, or null if the request has none or the model doesn't read it. */
  seed: number | null
  /** A data URI or URL, or null for a text job. */
  image: string | null
  /** The last frame as a data URI or URL. It requires an image. */
  imageTail: string | null
  generateAudio: boolean
}

const MAX_SEED = 2_147_483_647

function createInputSchema(model: Model) {
  const prompt = z
    .string('prompt must be a string')
    .max(model.maxPromptLength, `prompt must be at most ${model.maxPromptLength} characters`)
  const lengths = model.lengths.join(', ')
  const negativePrompt =
    model.maxNegativePromptLength === null
      ? z.unknown().optional()
      : z
          .string('negativePrompt must be a string')
          .max(
            model.maxNegativePromptLength,
            `negativePrompt must be at most ${model.maxNegativePromptLength} characters`,
          )
          .optional()
  const seed = z
    .int('seed must be an integer')
    .min(0, 'seed must be 0 or more')
    .max(MAX_SEED, `seed must be at most ${MAX_SEED}`)
  return z
    .object({
      prompt: prompt.optional(),
      negativePrompt,
      length: z
        .number('length must be a number')
        .refine((length) => model.lengths.includes(length), `length must be one of ${lengths}`)
        .default(model.defaultLength),
      aspectRatio: z
        .string('aspectRatio must be a string')
        .refine(
          (ratio) => model.aspectRatios.includes(ratio),
          `aspectRatio must be one of ${model.aspectRatios.join(', ')}`,
        )
        .optional(),
      seed: model.readsSeed ? seed.optional() : z.unknown().optional(),
      image: z.string('image must be a string').min(1, 'image must not be empty').optional(),
      imageTail: z.string('imageTail must be a string').min(1, 'imageTail must not be empty').optional(),
      generateAudio: model.makesSound
        ? z.boolean('generateAudio must be a boolean').default(true)
        : z.unknown().optional(),
    })
    .refine((input) => Boolean(input.image) || Boolean(input.prompt?.trim()), 'prompt is required')
    .refine((input) => !input.imageTail || Boolean(input.image), 'imageTail needs an image')
}

/** Parses a create request. Throws the provider's 400 with one issue per fault. */
export function parseInput(model: Model, body: string): GenerationInput {
  const envelope = z.object({ input: z.record(z.string(), z.unknown()) }).safeParse(parseJson(body))
  if (!envelope.success) throw ProviderError.invalid(['The body must be JSON with an object "input"'])
  const parsed = createInputSchema(model).safeParse(envelope.data.input)
  if (!parsed.success) throw ProviderError.invalid(parsed.error.issues.map((issue) => issue.message))
  const { prompt, length, seed, image, imageTail, generateAudio } = parsed.data
  return {
    prompt: prompt ?? '',
    length,
    seed: typeof seed === 'number' && model.readsSeed ? seed : null,
    image: image ?? null,
    imageTail: imageTail ?? null,
    generateAudio: model.makesSound && generateAudio !== false,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
