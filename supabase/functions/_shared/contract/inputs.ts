// The inputs of a job beside its prompt. A job has one kind of input, and a model lists the kinds that it takes.
import { z } from 'zod'
import { filled } from './fields.ts'

/**
 * `image`: a first image. `frames`: a first and a last image. `references`: images of what should appear. `extend`, `edit`: a video of
 * the user's library.
 */
export const INPUT_KINDS = ['text', 'image', 'frames', 'references', 'extend', 'edit'] as const
export const inputKind = z.enum(INPUT_KINDS)
export type InputKind = z.output<typeof inputKind>

/** The subject of a reference image. */
export const referenceRole = z.enum(['character', 'object', 'style'])
export type ReferenceRole = z.output<typeof referenceRole>

/** The part that an image has in its job. */
export const imageRole = z.enum(['first', 'last', ...referenceRole.options])

/** The reference images of one job, whichever its model is. */
export const MAX_REFERENCES = 9

/**
 * The images of one user that no video uses. Five videos with all their references, each image a day old at most. Without a limit,
 * 30 uploads of 4 MB a minute are 170 GB a day for an account that pays nothing.
 */
export const MAX_UNUSED_IMAGES = 50
/** Images of the page are 1 to 4 MB. A project of Supabase begins with 1 GB. */
export const MAX_UNUSED_IMAGE_BYTES = 100 * 1024 * 1024

/** A base64 data URI, as for a first image. */
export const imageBody = z.object({ image: z.string() })

/** `frame`: the first image is the last frame of that video. */
const sourceUse = z.enum(['extend', 'edit', 'frame'])

/** Fields of a create request that only some models take. An image is the ID that `POST /api/images` returned. */
export const richFields = {
  lastImage: z.uuid().optional(),
  references: z
    .array(z.object({ role: referenceRole, image: z.uuid() }))
    .max(MAX_REFERENCES)
    .optional(),
  source: z.object({ job: z.uuid(), use: sourceUse }).optional(),
  resolution: z.string().min(1).max(20).optional(),
}

const kind = {
  /** The credits that are added to the model's price. */
  adds: z.int().min(0),
  /** True if it is refused without a prompt. */
  needsPrompt: z.boolean(),
}

/** The inputs that a model takes beside a prompt and a first image. A kind that it does not take is absent. */
export const modelInputs = z.object({
  frames: z.object(kind).optional(),
  /** `max`: images of one job. */
  references: z
    .object({ ...kind, max: z.int().min(1).max(MAX_REFERENCES), roles: z.array(referenceRole).min(1) })
    .optional(),
  extend: z.object(kind).optional(),
  edit: z.object(kind).optional(),
  /** The first one is used where none is asked for, and adds nothing. */
  resolutions: z.array(z.object({ name: filled, adds: kind.adds })),
})
export type ModelInputs = z.output<typeof modelInputs>
