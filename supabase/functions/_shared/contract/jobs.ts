import { z } from 'zod'
import { failureCode } from './errors.ts'
import {
  addFallback,
  address,
  cursor,
  deleted,
  envelope,
  filled,
  line,
  name,
  nextCursor,
  optional,
  PEAKS,
  pageSize,
  peaks,
  poster,
  settlement,
  text,
  videoMark,
  visibleText,
  wrapResponse,
} from './fields.ts'
import { imageRole, inputKind, richFields } from './inputs.ts'

const mode = z.enum(['text', 'image'])
const castId = addFallback(z.string().nullable(), null).describe(
  'The ID of the member of the cast that the file belongs to. Null for none, or if the member was deleted.',
)
const reason = addFallback(failureCode.nullable(), null).describe(
  'The reason why the job has no video. Null otherwise.',
)
const mark = addFallback(videoMark.nullable(), null).describe(
  "The origin that the file declares. Null without a video, or if the file doesn't declare its origin.",
)
const canCancel = addFallback(z.boolean(), false).describe('Whether the job can be canceled right now.')
const url = address.describe('The URL, signed for an hour. Null if signing failed.')

export const serverJob = z
  .object({
    id: filled.describe("The job's ID."),
    createdAt: addFallback(z.string(), '').describe('The time when the job was created.'),
    status: z
      .enum(['waiting', 'running', 'unknown', 'succeeded', 'failed'])
      .describe(
        "`waiting`: not sent yet, or in the provider's queue. `unknown`: the response to the create request was lost, and the video may still arrive.",
      ),
    mode: addFallback(mode, 'text').describe('`text` if `inputKind` is `text` or `upscale`, otherwise `image`.'),
    model: addFallback(z.string(), '').describe("The model's ID."),
    modelName: addFallback(z.string(), '').describe("The model's name, for people."),
    prompt: addFallback(z.string(), '').describe('The prompt. Empty for none.'),
    negativePrompt: addFallback(z.string(), '').describe('The negative prompt. Empty for none.'),
    title: addFallback(z.string(), '').describe('The title that the user chose. Empty for none.'),
    isStarred: addFallback(z.boolean(), false).describe('Whether the user starred the video.'),
    length: addFallback(z.number(), 8).describe('The requested duration, in seconds.'),
    aspectRatio: addFallback(z.string(), '16:9').describe('The requested aspect ratio.'),
    generateAudio: addFallback(z.boolean(), true).describe('Whether the request asked for sound.'),
    hasSound: addFallback(z.boolean(), true).describe(
      'Whether the request asked for sound and the model generates sound.',
    ),
    seed: addFallback(z.number(), 0).describe('The seed of the request.'),
    credits: addFallback(z.number(), 0).describe('The price in credits.'),
    settlement,
    failureCode: reason,
    failureReason: addFallback(z.string().nullable(), null).describe(
      "The provider's own words. With `content_refused`, what was refused. Null for none.",
    ),
    elapsedSeconds: addFallback(z.number(), 0).describe(
      "The time from the start to the end, or until now, by the server's clock, in seconds.",
    ),
    durationSeconds: addFallback(z.number().nullable(), null).describe(
      "The file's duration, in seconds. Null without a video, or if unknown.",
    ),
    videoMark: mark,
    videoUrl: address.describe("The video's URL, signed for an hour. Null without a video, or if signing failed."),
    downloadUrl: address.describe('The URL that downloads the video. Null like `videoUrl`.'),
    poster: addFallback(poster.nullable(), null).describe(
      'A frame of the video. Null without a video, while none is stored, or if signing failed.',
    ),
    peaks: addFallback(peaks.nullable(), null).describe(
      'The shape of the sound. Null without a video, or while none is stored.',
    ),
    imageUrl: address.describe("The first image's URL, signed for an hour. Null for none, or if signing failed."),
    inputKind: addFallback(inputKind, 'text'),
    images: addFallback(
      z.array(z.object({ id: filled.describe("The image's ID."), role: imageRole, url, castId })),
      [],
    ).describe(
      "The uploaded images used by the job, in order. A first image that wasn't uploaded separately is only in `imageUrl`.",
    ),
    audio: addFallback(z.object({ id: filled.describe("The sound's ID."), url, castId }).nullable(), null).describe(
      'The voice used by the job. Null for none.',
    ),
    cast: addFallback(
      z.array(
        z.object({
          id: z.string().nullable().describe("The member's ID. Null if the member was deleted."),
          name: filled.describe('The name in the prompt.'),
          currentName: z.string().nullable().describe('The name today. Null if the member was deleted.'),
        }),
      ),
      [],
    ).describe('The members of the cast that the prompt names, in order.'),
    sourceId: addFallback(z.string().nullable(), null).describe(
      "The source video's job ID. Null without a source, or if the source was deleted.",
    ),
    resolution: addFallback(z.string().nullable(), null).describe(
      'The resolution. Null if the model has no choice of resolutions.',
    ),
    canCancel,
    expiresAt: addFallback(z.string().nullable(), null).describe(
      'The time when the video is deleted. Null if the video remains until its owner deletes it.',
    ),
  })
  .describe('A video, or a job that generates one. Each job has at most one video.')
export type ServerJob = z.output<typeof serverJob>

export const jobResponse = wrapResponse(serverJob)

export const jobPage = z
  .object({ jobs: z.array(serverJob).describe('The jobs of the page.'), nextCursor: nextCursor() })
  .describe('A page of jobs.')
export type JobPage = z.output<typeof jobPage>
export const jobPageResponse = wrapResponse(jobPage)

export const cancellation = z
  .object({
    outcome: z
      .enum(['stopped', 'too_late', 'already_finished'])
      .describe('`stopped`: the credits were returned. `too_late`: the video will still arrive and be charged.'),
    job: serverJob,
  })
  .describe('The outcome, and the job after it.')
export type Cancellation = z.output<typeof cancellation>
export const cancellationResponse = wrapResponse(cancellation)

export const deletionResponse = wrapResponse(deleted())

/** The maximum is below the time limit of a request. */
export const waitSeconds = optional(z.number().positive().max(25)).describe(
  "The time that the next response can wait for changes, in seconds. A request opts in with `Prefer: wait=<seconds>`. Absent if the next response doesn't wait.",
)

/** The fields that our API adds as `job` to the provider's format. */
export const jobProgress = z.object({
  settlement: optional(settlement),
  failureCode: reason,
  elapsedSeconds: optional(z.number().min(0)).describe('The time since the start, or until the end, in seconds.'),
  canCancel,
  ahead: addFallback(z.int().min(0).nullable(), null).describe(
    "The number of jobs before this one in the provider's queue. Null if unknown.",
  ),
  progress: optional(z.number().min(0).max(1)).describe(
    "The completed share, 0 to 1. Absent if the provider doesn't report it.",
  ),
  deliveryEndsInSeconds: optional(z.number().min(0)).describe(
    "For a finished video that couldn't be fetched, the seconds until the credits are returned. Absent if no fetch failed.",
  ),
  unconfirmedEndsInSeconds: optional(z.number().min(0)).describe(
    "For a job that the provider didn't confirm, the seconds until the credits are returned. Absent for a confirmed job.",
  ),
  videoMark: mark,
  wait: waitSeconds,
})
export type JobProgress = z.output<typeof jobProgress>

/** `code`, `message`, and the shape of `data` follow the provider's format. */
const { success, message } = envelope
const gateway = { success, code: z.literal('SUCCESS').describe('Always `SUCCESS`.'), message }
const status = z
  .enum(['waiting', 'processing', 'succeed', 'failed'])
  .describe('The status. `succeed` without a URL means that the provider sent no video.')
const taskId = filled.describe("The job's ID.")
const videoUrl = z.string().describe("The video's URL, signed for an hour. Empty without a video.")

export const createResponse = z.object({
  ...gateway,
  data: z
    .object({
      taskId,
      status: z
        .enum(['waiting', 'unknown'])
        .describe("`unknown`: the provider's response was lost, and the video may still arrive."),
      wait: waitSeconds,
    })
    .describe('The job.'),
})

const generation = z.object({
  id: z.string().describe("The job's ID."),
  status,
  url: videoUrl,
  failMsg: z.string().describe('The reason for the failure, for people. Empty for none.'),
  mediaType: z.literal('video').describe('Always `video`.'),
})
const outcome = {
  status,
  generations: z.array(generation).describe('One entry: the video.'),
  result: z.object({ url: videoUrl, videoUrl, status }).describe('The video.'),
}

export const statusResponse = z.object({
  ...gateway,
  ...outcome,
  error: z.string().optional().describe('The reason for the failure, for people. Absent for none.'),
  job: jobProgress.describe("The job's progress."),
  finished: serverJob.optional().describe('The job as `/jobs/{id}` returns it. Absent until the job has ended.'),
  data: z.object({ taskId, ...outcome }).describe('The same outcome again.'),
})

export const MAX_SEED = 999

/** A limit for the parser. Each model has a lower limit with its own message. */
const MAX_PROMPT_CHARACTERS = 20_000

export const createBody = z.object({
  input: z
    .object({
      prompt: visibleText(MAX_PROMPT_CHARACTERS).default('').describe('What the video shows.'),
      negativePrompt: visibleText(MAX_PROMPT_CHARACTERS).default('').describe('What the video should not show.'),
      length: z.int().min(1).max(60).describe('A duration of the model, in seconds.'),
      aspectRatio: z.string().max(10).describe('An aspect ratio of the model, such as 16:9.'),
      seed: z.int().min(0).max(MAX_SEED).describe('The seed. The same seed and input can give a similar video.'),
      generateAudio: z.boolean().default(true).describe('False asks for a silent video.'),
      image: z
        .string()
        .min(1, 'leave it out for a video without an image')
        .optional()
        .describe('The first image: the ID of an uploaded image, or a base64 data URI.'),
      ...richFields,
    })
    .describe('The settings of the video.'),
})
export type CreateBody = z.input<typeof createBody>
export type CreateInput = z.output<typeof createBody>['input']
/** The fields that every kind of job has. */
export type PlainInput = Omit<CreateInput, 'image' | keyof typeof richFields>

/** The response to an upload. Uploading the same file again returns the same ID. */
export const uploadResponse = wrapResponse(
  z.object({ id: filled.describe("The file's ID.") }).describe('The uploaded file.'),
)

export const MAX_TITLE_CHARACTERS = 100

const labels = z.object({
  title: line(MAX_TITLE_CHARACTERS).describe('The new title. Empty removes the title.'),
  isStarred: z.boolean().describe('Whether the video has a star.'),
})

/** A new title, a change of the star, or both. */
export const jobLabel = labels
  .partial()
  .refine((label) => Object.values(label).some((value) => value !== undefined), {
    path: ['title'],
    error: 'send a title, isStarred, or both',
  })
  .meta({ anyOf: Object.keys(labels.shape).map((name) => ({ required: [name] })) })
export type JobLabel = z.input<typeof jobLabel>

/** A video's poster and peaks. Only the parts that the video doesn't have yet are stored. */
export const previewBody = z.object({
  /** A base64 data URI. */
  poster: z.string().optional(),
  peaks: peaks.refine(({ length }) => length === 0 || length === PEAKS, `send ${PEAKS} values, or none`).optional(),
})
export type PreviewBody = z.input<typeof previewBody>

export const previewResponse = wrapResponse(z.object({}))

const yesOrNo = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

export const jobsQuery = z.object({
  limit: pageSize(50, 12),
  cursor,
  after: z.uuid().optional().describe('The ID of the job that the page continues after. Replaces a cursor.'),
  sort: z.enum(['newest', 'oldest']).default('newest').describe('The order of the jobs.'),
  open: yesOrNo.describe('True lists all jobs in progress, without filters.'),
  q: text(200)
    .transform((value) => value.trim())
    .optional()
    .describe('A part of the title or the prompt, in upper or lower case.'),
  model: name.optional().describe("The model's ID."),
  sound: yesOrNo.describe('True lists videos with sound only.'),
  starred: yesOrNo.describe('True lists starred videos only.'),
  outcome: z.enum(['any', 'failed']).default('any').describe('`failed` lists the jobs without a video only.'),
  source: z.uuid().optional().describe('The job ID of the source video.'),
})
export type JobsQuery = z.input<typeof jobsQuery>

export const jobRoutes = {
  'GET /generation/:taskId/status': statusResponse,
  'POST /generation/:brand/:model': createResponse,
  'GET /api/jobs': jobPageResponse,
  'GET /api/jobs/:id': jobResponse,
  'DELETE /api/jobs/:id': deletionResponse,
  'POST /api/jobs/:id/label': jobResponse,
  'POST /api/jobs/:id/cancel': cancellationResponse,
  'POST /api/jobs/:id/preview': previewResponse,
  'POST /api/images': uploadResponse,
  'POST /api/audio': uploadResponse,
} as const
