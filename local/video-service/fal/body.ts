// Parses the request bodies of fal's models. The field names are from src/types/endpoints.d.ts of @fal-ai/client
// 1.10.1. Fields that a model doesn't have are ignored, as at fal.
import * as z from 'zod'
import type { InputKind } from '../../../supabase/functions/_shared/contract/inputs.ts'
import type { Model } from '../models.ts'
import { type Detail, FalError } from './errors.ts'

const FIRST = ['image_url', 'start_image_url', 'first_frame_url'] as const
const LAST = ['end_image_url', 'tail_image_url', 'last_frame_url'] as const
const LISTS = ['image_urls', 'reference_image_urls', 'input_image_urls'] as const
const VOICES = 'audio_urls'
/** More images would be too small in the renderer's frame. */
const MAX_REFERENCES = 7
const MAX_SEED = 2_147_483_647

/** A URL or data URI, with the name of its field. */
export interface Input {
  field: string
  value: string
}

export interface FalInput {
  prompt: string
  /** The length in seconds, or null for the length of the source. */
  seconds: number | null
  seed: number | null
  sound: boolean
  first: Input | null
  last: Input | null
  references: Input[]
  /** The names that the product gives the references, in order. Empty for an image without one. */
  referenceNames: string[]
  /** A voice beside the references. */
  audio: Input | null
  source: (Input & { use: 'extend' | 'edit' | 'upscale' }) | null
}

function createSchema(model: Model) {
  const text = (max: number) =>
    z.string('Input should be a valid string').max(max, `String should have at most ${max} characters`)
  const address = z.string('Input should be a valid string').min(1, 'Input should be a valid URL').nullish()
  const addresses = z.array(z.string('Input should be a valid string'), 'Input should be a valid list').nullish()
  const element = z.looseObject({ frontal_image_url: address, reference_image_urls: addresses })
  return z.looseObject({
    prompt: text(model.maxPromptLength).nullish(),
    negative_prompt:
      model.maxNegativePromptLength === null ? z.unknown().optional() : text(model.maxNegativePromptLength).nullish(),
    duration: z.union([z.string(), z.number()], 'Input should be a valid duration').nullish(),
    aspect_ratio: z
      .enum(['auto', ...model.aspectRatios], `Input should be ${['auto', ...model.aspectRatios].join(', ')}`)
      .nullish(),
    resolution: z
      .string('Input should be a valid string')
      .regex(/^(?:\d{3,4}p|\dk|auto)$/i, 'Input should be a resolution like 720p')
      .nullish(),
    seed: z.int('Input should be a valid integer').min(0).max(MAX_SEED).nullish(),
    generate_audio: z.boolean('Input should be a valid boolean').nullish(),
    ...Object.fromEntries([...FIRST, ...LAST, 'reference_image_url', 'video_url'].map((name) => [name, address])),
    ...Object.fromEntries([...LISTS, VOICES].map((name) => [name, addresses])),
    elements: z.array(element, 'Input should be a valid list').nullish(),
  })
}

/** Parses a request body. Throws fal's 422 with one detail per fault. */
export function parseFalInput(model: Model, body: string): FalInput {
  const parsed = createSchema(model).safeParse(parseJson(body))
  if (!parsed.success) throw new FalError(422, parsed.error.issues.map(toDetail))
  const { prompt, duration, seed, generate_audio: sound, elements } = parsed.data
  const fields = parsed.data as Record<string, unknown>
  const find = (names: readonly string[]): Input | null => {
    const field = names.find((name) => typeof fields[name] === 'string')
    return field ? { field, value: fields[field] as string } : null
  }
  const listed = LISTS.flatMap((field) => toInputs(field, fields[field] as string[] | null | undefined))
  const one = find(['reference_image_url'])
  const [audio = null, ...moreAudio] = toInputs(VOICES, fields[VOICES] as string[] | null | undefined)
  if (moreAudio.length > 0) throw FalError.field(VOICES, 'List should have at most 1 sound', 'too_long')
  const ofElements = (elements ?? []).flatMap(({ frontal_image_url: front, reference_image_urls: more }) =>
    toInputs('elements', [...(front ? [front] : []), ...(more ?? [])]),
  )
  const video = find(['video_url'])
  const use = model.kinds.has('extend')
    ? 'extend'
    : model.kinds.has('edit')
      ? 'edit'
      : model.kinds.has('upscale')
        ? 'upscale'
        : 'extend'
  const input: FalInput = {
    prompt: (prompt ?? '').replace(ROLES, ''),
    seconds: readSeconds(model, duration, video !== null && use !== 'extend'),
    seed: model.readsSeed ? (seed ?? null) : null,
    sound: model.makesSound && sound !== false,
    first: find(FIRST),
    last: find(LAST),
    references: [...listed, ...(one ? [one] : []), ...ofElements],
    referenceNames: readReferenceNames(prompt ?? ''),
    audio: model.takesVoice ? audio : null,
    source: video && { ...video, use },
  }
  checkInputs(model, input)
  return input
}

/** The sentence that the product adds to a prompt about its references. A caption shows only the user's own words. */
const ROLES = /\n\nReferences: (image 1 is the [^\n]*)\.$/

/** Reads the names of `image 1 is the character Mara, image 2 is the style`. Names of the cast have no commas. */
function readReferenceNames(prompt: string): string[] {
  const [, list = ''] = ROLES.exec(prompt) ?? []
  return Array.from(list.matchAll(/image \d+ is the \w+ ?([^,]*)/g), ([, name = '']) => name)
}

function toInputs(field: string, values: readonly string[] | null | undefined): Input[] {
  return (values ?? []).map((value) => ({ field, value }))
}

/**
 * Reads the seconds from '8s', '8', or 8. Each model uses one of these forms. Null: the length of the source, if
 * `isSourceLong`.
 */
function readSeconds(model: Model, duration: string | number | null | undefined, isSourceLong: boolean): number | null {
  if (duration === null || duration === undefined) return isSourceLong ? null : model.defaultLength
  const seconds = Number(/^(\d+(?:\.\d+)?)s?$/.exec(String(duration))?.[1])
  // For an edit, 0 means the length of the source.
  if (isSourceLong && seconds === 0) return null
  if (model.lengths.includes(seconds)) return seconds
  throw FalError.field('duration', `Input should be ${model.lengths.join(', ')}`, 'literal_error')
}

function checkInputs(
  { kinds, needsPrompt, maxReferences }: Model,
  { prompt, first, last, references, source }: FalInput,
): void {
  const isOnly = (...names: InputKind[]) => [...kinds].every((kind) => names.includes(kind))
  const missing = (name: string) => FalError.field(name, 'Field required', 'missing')
  const hasImage = Boolean(first || last || references.length > 0 || source)
  if (isOnly('image', 'frames') && !first) throw missing('image_url')
  if (isOnly('frames') && !last) throw missing('last_frame_url')
  if (isOnly('references') && references.length === 0) throw missing('image_urls')
  if (isOnly('extend', 'edit', 'upscale') && !source) throw missing('video_url')
  if (prompt.trim() === '' && (needsPrompt || !hasImage)) throw missing('prompt')
  const most = maxReferences || MAX_REFERENCES
  const [tooMany] = references.slice(most)
  if (tooMany) throw FalError.field(tooMany.field, `List should have at most ${most} images`, 'too_long')
}

function toDetail({ code, path, message }: z.core.$ZodIssue): Detail {
  const type = code === 'too_big' ? 'string_too_long' : code === 'invalid_value' ? 'literal_error' : code
  return { loc: ['body', ...path.map((part) => (typeof part === 'number' ? part : String(part)))], msg: message, type }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
