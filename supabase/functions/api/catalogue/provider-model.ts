// The schema of a model's entry for one provider, in models.json: what its endpoints take, and under which names.
import { z } from 'zod'
import {
  audioLimits,
  INPUT_KINDS,
  type InputKind,
  MAX_REFERENCES,
  referenceRole,
} from '../../_shared/contract/inputs.ts'
import { FIELDS, NAMED_INPUTS } from './unsupported-fields.ts'

/** Refuses a list with the same value twice. */
export const refuseDuplicates = <Item extends z.ZodType>(item: Item) =>
  z.array(item).refine((all) => areDifferent(all.map((one) => JSON.stringify(one))), 'the same value is listed twice')

/**
 * The fields that the API sends to an endpoint. An unlisted field is never sent, because some endpoints refuse unknown
 * fields.
 */
const field = z.enum(FIELDS)

/** The suffix of a duration that a provider expects as text. `number`: the provider expects a number. */
const durationUnit = z.enum(['', 's', 'number'])

/** Fixed fields with their values, in the provider's format. */
const fixed = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({})
export const ratio = z.enum(['16:9', '9:16', '1:1'])
export const seconds = z.int().min(1).max(60)

const endpoint = z
  .strictObject({
    /** The provider's identifier for the endpoint: a path below its URL, a model ID, or a workflow's file name. */
    path: z.string().min(1),
    accepts: refuseDuplicates(field),
    maxNegativePrompt: z.int().positive().optional(),
    /** Whether the endpoint refuses an image without a prompt. */
    needsPrompt: z.boolean().default(false),
    /** Whether every video has sound that no field turns off. "sound" is then in `accepts`, but isn't sent. */
    alwaysHasSound: z.boolean().default(false),
    /** Overrides the model's unit. */
    durationUnit: durationUnit.optional(),
    /** The only duration that the endpoint delivers, whatever the job's is. Set only in `extend`. */
    seconds: seconds.optional(),
    /** The endpoint's own names for the image and video fields. The default names apply to the others. */
    names: z.partialRecord(z.enum(NAMED_INPUTS), z.string().min(1)).default({}),
    /** The limit of images per job, and their possible roles. Set only in `references`. */
    max: z.int().min(1).max(MAX_REFERENCES).optional(),
    roles: refuseDuplicates(referenceRole).min(1).optional(),
    /** The voice that the endpoint takes beside the images. Set only in `references`. */
    audio: z.strictObject(audioLimits.shape).optional(),
    /** Fields sent with every job of this kind. */
    fixed,
  })
  .refine(({ accepts, alwaysHasSound }) => !alwaysHasSound || accepts.includes('sound'), {
    path: ['alwaysHasSound'],
    message: 'set it only together with "sound" in "accepts"',
  })
  .refine(
    ({ accepts, maxNegativePrompt }) => accepts.includes('negativePrompt') === (maxNegativePrompt !== undefined),
    {
      path: ['maxNegativePrompt'],
      message: 'set it only together with "negativePrompt" in "accepts"',
    },
  )
export type Endpoint = z.output<typeof endpoint>

const side = z.int().min(64).max(4096)
const video = z.strictObject({
  fps: z.int().min(1).max(120),
  /** A video has one frame more than a multiple of this number: 8 for LTX, 4 for Wan. */
  frameStep: z.int().min(1).max(64),
  sizes: z.record(z.string(), z.tuple([side, side])),
})

export const providerModel = z
  .strictObject({
    /**
     * The durations that the provider delivers. A job gets the shortest one that is long enough, or else the longest
     * one.
     */
    durations: refuseDuplicates(seconds).min(1),
    durationUnit: durationUnit.default(''),
    /** The provider's limit in characters. Set only if it's lower than the model's limit. */
    maxPromptLength: z.int().min(1).optional(),
    video: video.optional(),
    /** The provider's own names for aspect ratios. The default names apply to the others. */
    ratios: z.partialRecord(ratio, z.string().min(1)).default({}),
    /** Fields sent with every job, such as the resolution that the price covers. */
    fixed,
    /** The endpoint for each kind of input. Unsupported kinds are absent. */
    text: endpoint.optional(),
    image: endpoint.optional(),
    frames: endpoint.optional(),
    references: endpoint.optional(),
    extend: endpoint.optional(),
    edit: endpoint.optional(),
    upscale: endpoint.optional(),
  })
  .refine(({ text, image, upscale }) => text || image || upscale, 'set "text", "image", or "upscale"')
  .refine(
    (made) => !made.upscale || listEndpoints(made).length === 1,
    'set "upscale" alone, because its durations are those of source videos',
  )
  .refine(
    (made) => new Set(listEndpoints(made).map(({ accepts }) => accepts.includes('resolution'))).size === 1,
    'all kinds of input accept "resolution", or none does',
  )
  .refine(
    (made) =>
      INPUT_KINDS.every(
        (kind) =>
          !made[kind] ||
          [made[kind].max, made[kind].roles].every((set) => (set !== undefined) === (kind === 'references')),
      ),
    'set "max" and "roles" in "references", and nowhere else',
  )
  .refine(
    (made) => INPUT_KINDS.every((kind) => kind === 'references' || !made[kind]?.audio),
    'set "audio" in "references", and nowhere else',
  )
  .refine(
    (made) => INPUT_KINDS.every((kind) => kind === 'extend' || made[kind]?.seconds === undefined),
    'set "seconds" in "extend", and nowhere else',
  )
export type ProviderModel = z.output<typeof providerModel>

export function listEndpoints(made: { readonly [Kind in InputKind]?: Endpoint | undefined }): Endpoint[] {
  return INPUT_KINDS.flatMap((kind) => made[kind] ?? [])
}

export function areDifferent(values: (string | number)[]): boolean {
  return new Set(values).size === values.length
}
