// The inputs of a job besides its prompt. A job has one kind of input. Each model lists the kinds that it supports.
import { z } from 'zod'
import { filled, MAX_CAST_MEMBERS } from './fields.ts'

export const INPUT_KINDS = ['text', 'image', 'frames', 'references', 'extend', 'edit', 'upscale'] as const
export const inputKind = z
  .enum(INPUT_KINDS)
  .describe(
    "The kind of input. `image`: a first image. `frames`: a first and a last image. `references`: images of characters, objects, or styles. `extend`, `edit`, `upscale`: a video from the user's library.",
  )
export type InputKind = z.output<typeof inputKind>
/** The kinds that the generator's form has. */
export type FormKind = Exclude<InputKind, 'upscale'>

export const referenceRole = z.enum(['character', 'object', 'style'])
export type ReferenceRole = z.output<typeof referenceRole>

export const imageRole = z
  .enum(['first', 'last', ...referenceRole.options])
  .describe('The role of the image in its job.')

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

export const imageBody = z.object({ image: z.string().describe('A base64 data URI of a JPEG or PNG file.') })

export const audioBody = z.object({ audio: z.string().describe('A base64 data URI of an MP3 or WAV file.') })

const sourceUse = z.enum(['extend', 'edit', 'upscale', 'frame'])

/** Fields of a create request that only some models support. */
export const richFields = {
  lastImage: z.uuid().optional().describe('The last image of the video, as the ID of an uploaded image.'),
  references: z
    .array(
      z.object({
        role: referenceRole.describe('The subject of the image.'),
        image: z.uuid().toLowerCase().describe('The ID of an uploaded image.'),
      }),
    )
    .max(MAX_REFERENCES)
    .optional()
    .describe('Images of what should appear.'),
  audio: z.uuid().optional().describe('A voice beside the references, as the ID of an uploaded sound.'),
  voiceConsent: z
    .boolean()
    .optional()
    .describe('True confirms that the voice is your own, or that the person agreed. Required with `audio`.'),
  source: z
    .object({
      job: z.uuid().describe('The ID of a finished job.'),
      use: sourceUse.describe(
        "`frame`: `image` is the last frame of the source. `upscale`: the job has the source's prompt and settings, and ignores those of its request.",
      ),
    })
    .optional()
    .describe("A video from the user's library to start from."),
  cast: z
    .array(z.uuid())
    .max(MAX_CAST_MEMBERS)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
    .optional()
    .describe(
      'The IDs of the members of the cast that the prompt names, such as `@Mara`. The job sends as many of their images as the model takes. Without this field, an `@` in a prompt is only text.',
    ),
  resolution: z.string().min(1).max(20).optional().describe("Default: the model's first resolution."),
}

const kind = {
  adds: z.int().min(0).describe("The credits added to the model's price."),
  needsPrompt: z.boolean().describe('Whether the model refuses this input without a prompt.'),
}

export const audioLimits = z.object({
  minSeconds: z.number().positive().optional().describe('The shortest voice, in seconds. Absent for no limit.'),
  maxSeconds: z.number().positive().describe('The longest voice, in seconds.'),
})
export type AudioLimits = z.output<typeof audioLimits>

/** The inputs that a model supports besides a prompt and a first image. Unsupported kinds are absent. */
export const modelInputs = z.object({
  frames: z.object(kind).optional().describe('A first and a last image.'),
  references: z
    .object({
      ...kind,
      max: z.int().min(1).max(MAX_REFERENCES).describe('The number of images per job.'),
      roles: z.array(referenceRole).min(1).describe('The subjects that the images can have.'),
      audio: audioLimits
        .optional()
        .describe('A voice beside the images: one MP3 or WAV file. Absent if the model takes none.'),
    })
    .optional()
    .describe('Images of characters, objects, or styles.'),
  extend: z
    .object({
      ...kind,
      seconds: z
        .number()
        .positive()
        .optional()
        .describe(
          'The duration that is added, whatever is requested, in seconds. Absent if the requested one is added.',
        ),
    })
    .optional()
    .describe('A video to continue.'),
  edit: z.object(kind).optional().describe('A video to change.'),
  upscale: z
    .object(kind)
    .optional()
    .describe(
      'A video to upscale. The model does nothing else. Each of its durations holds videos of up to so many seconds.',
    ),
  resolutions: z
    .array(z.object({ name: filled.describe("The resolution's name, such as 720p."), adds: kind.adds }))
    .describe('The resolutions. The first one is the default, and costs nothing extra.'),
})
export type ModelInputs = z.output<typeof modelInputs>
