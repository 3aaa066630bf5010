// The inputs of a job besides its prompt. A job has one kind of input. Each model lists the kinds that it supports.
import { z } from 'zod'
import { filled, MAX_CAST_MEMBERS } from './fields.ts'

/**
 * `image`: a first image. `frames`: a first and a last image. `references`: images of characters, objects, or styles.
 * `extend`, `edit`, `upscale`: a video from the user's library.
 */
export const INPUT_KINDS = ['text', 'image', 'frames', 'references', 'extend', 'edit', 'upscale'] as const
export const inputKind = z.enum(INPUT_KINDS)
export type InputKind = z.output<typeof inputKind>
/** The kinds that the generator's form has. */
export type FormKind = Exclude<InputKind, 'upscale'>

/** The subject of a reference image. */
export const referenceRole = z.enum(['character', 'object', 'style'])
export type ReferenceRole = z.output<typeof referenceRole>

/** The role of an image in its job. */
export const imageRole = z.enum(['first', 'last', ...referenceRole.options])

/** The role of an uploaded file in its job. */
export const uploadRole = z.enum([...imageRole.options, 'voice'])

/** The limit of reference images per job, for every model. */
export const MAX_REFERENCES = 9

/**
 * The limit of one user's images and voices that neither a video nor the cast uses. This is enough for five videos with
 * all their references. An unused one lasts a day at most.
 * Without a limit, an account could upload 30 images of 4 MB per minute for free. That is 170 GB per day.
 */
export const MAX_UNUSED_IMAGES = 50
/** Images from the page are 1 to 4 MB. A Supabase project starts with 1 GB of storage. */
export const MAX_UNUSED_IMAGE_BYTES = 100 * 1024 * 1024

/** `image`: a base64 data URI. */
export const imageBody = z.object({ image: z.string() })

/** `audio`: a base64 data URI of an MP3 or WAV file. */
export const audioBody = z.object({ audio: z.string() })

/**
 * `frame`: the job's first image is the last frame of the source video. `upscale`: the job has the source's prompt and
 * settings, and ignores those of its request.
 */
const sourceUse = z.enum(['extend', 'edit', 'upscale', 'frame'])

/** Fields of a create request that only some models support. An image is an ID from `POST /api/images`. */
export const richFields = {
  lastImage: z.uuid().optional(),
  references: z
    .array(z.object({ role: referenceRole, image: z.uuid().toLowerCase() }))
    .max(MAX_REFERENCES)
    .optional(),
  /** A voice beside the references, as an ID from `POST /api/audio`. */
  audio: z.uuid().optional(),
  /** The user confirms that the voice is their own, or that the person agreed. Required with `audio`. */
  voiceConsent: z.boolean().optional(),
  source: z.object({ job: z.uuid(), use: sourceUse }).optional(),
  /**
   * The members of the cast that the prompt names, such as `@Mara`. The job sends as many of their images as the model
   * takes. Without it, an `@` in a prompt is only text.
   */
  cast: z
    .array(z.uuid())
    .max(MAX_CAST_MEMBERS)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
    .optional(),
  resolution: z.string().min(1).max(20).optional(),
}

const kind = {
  /** The credits added to the model's price. */
  adds: z.int().min(0),
  /** Whether the model refuses this input without a prompt. */
  needsPrompt: z.boolean(),
}

/** The voice that a model takes beside its references: one MP3 or WAV file, with its length in seconds. */
export const audioLimits = z.object({ minSeconds: z.number().positive().optional(), maxSeconds: z.number().positive() })
export type AudioLimits = z.output<typeof audioLimits>

/** The inputs that a model supports besides a prompt and a first image. Unsupported kinds are absent. */
export const modelInputs = z.object({
  frames: z.object(kind).optional(),
  /** `max`: the limit of images per job. `audio`: absent if the model takes no voice. */
  references: z
    .object({
      ...kind,
      max: z.int().min(1).max(MAX_REFERENCES),
      roles: z.array(referenceRole).min(1),
      audio: audioLimits.optional(),
    })
    .optional(),
  /** `seconds`: the duration that is added, whatever is chosen. Absent if the chosen one is added. */
  extend: z.object({ ...kind, seconds: z.number().positive().optional() }).optional(),
  edit: z.object(kind).optional(),
  /** The model only upscales. Each of its durations holds videos of up to so many seconds. */
  upscale: z.object(kind).optional(),
  /** The first resolution is the default, and costs nothing extra. */
  resolutions: z.array(z.object({ name: filled, adds: kind.adds })),
})
export type ModelInputs = z.output<typeof modelInputs>
