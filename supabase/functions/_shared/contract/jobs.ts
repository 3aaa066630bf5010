import { z } from 'zod'
import { failureCode } from './errors.ts'
import {
  addFallback,
  address,
  filled,
  line,
  message,
  name,
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
const castId = addFallback(z.string().nullable(), null)

export const serverJob = z.object({
  id: filled,
  createdAt: addFallback(z.string(), ''),
  /**
   * `waiting`: not sent yet, or in the provider's queue. `unknown`: the response to the create request was lost, and
   * the video may still arrive.
   */
  status: z.enum(['waiting', 'running', 'unknown', 'succeeded', 'failed']),
  mode: addFallback(mode, 'text'),
  /** The model's ID. */
  model: addFallback(z.string(), ''),
  modelName: addFallback(z.string(), ''),
  prompt: addFallback(z.string(), ''),
  negativePrompt: addFallback(z.string(), ''),
  /** The title that the user chose. Empty for none. */
  title: addFallback(z.string(), ''),
  isStarred: addFallback(z.boolean(), false),
  length: addFallback(z.number(), 8),
  aspectRatio: addFallback(z.string(), '16:9'),
  generateAudio: addFallback(z.boolean(), true),
  /** Whether the request asked for sound and the model generates sound. */
  hasSound: addFallback(z.boolean(), true),
  seed: addFallback(z.number(), 0),
  credits: addFallback(z.number(), 0),
  settlement,
  failureCode: addFallback(failureCode.nullable(), null),
  failureReason: addFallback(z.string().nullable(), null),
  /** Seconds from the start to the end, or until now, by the server's clock. */
  elapsedSeconds: addFallback(z.number(), 0),
  durationSeconds: addFallback(z.number().nullable(), null),
  /** Null without a video, or if the file doesn't declare its origin. */
  videoMark: addFallback(videoMark.nullable(), null),
  /** Signed for an hour. Null without a video, or if signing failed. */
  videoUrl: address,
  downloadUrl: address,
  /** Signed for an hour. Null without a video, while none is stored, and when it could not be signed. */
  poster: addFallback(poster.nullable(), null),
  /** Null without a video, and while none are stored. */
  peaks: addFallback(peaks.nullable(), null),
  imageUrl: address,
  inputKind: addFallback(inputKind, 'text'),
  /**
   * The uploaded images used by the job, in order. A first image that wasn't uploaded separately is only in `imageUrl`.
   * `castId`: the member of the cast that it is of. Null for none, or if the member was deleted.
   */
  images: addFallback(z.array(z.object({ id: filled, role: imageRole, url: address, castId })), []),
  /** The voice used by the job. Null for none. `castId` as for images. */
  audio: addFallback(z.object({ id: filled, url: address, castId }).nullable(), null),
  /** The members of the cast, as the prompt names them, in order. `id` and `currentName`: null if the member was deleted. */
  cast: addFallback(
    z.array(z.object({ id: z.string().nullable(), name: filled, currentName: z.string().nullable() })),
    [],
  ),
  /** The source video's job ID. Null without a source, or if the source was deleted. */
  sourceId: addFallback(z.string().nullable(), null),
  resolution: addFallback(z.string().nullable(), null),
  canCancel: addFallback(z.boolean(), false),
  /** The deletion time of the video. Null if the video remains until its owner deletes it. */
  expiresAt: addFallback(z.string().nullable(), null),
})
export type ServerJob = z.output<typeof serverJob>

export const jobResponse = wrapResponse(serverJob)

const cursor = addFallback(z.string().nullable(), null)

/** `nextCursor`: null on the last page. */
export const jobPage = z.object({ jobs: z.array(serverJob), nextCursor: cursor })
export type JobPage = z.output<typeof jobPage>
export const jobPageResponse = wrapResponse(jobPage)

export const cancellation = z.object({ outcome: z.enum(['stopped', 'too_late', 'already_finished']), job: serverJob })
export type Cancellation = z.output<typeof cancellation>
export const cancellationResponse = wrapResponse(cancellation)

export const deletionResponse = wrapResponse(z.object({ id: filled }))

/** The seconds that a response may wait for changes. The maximum is below the time limit of a request. */
export const waitSeconds = optional(z.number().positive().max(25))

/** The fields that our API adds as `job` to the provider's format. */
export const jobProgress = z.object({
  settlement: optional(settlement),
  failureCode: addFallback(failureCode.nullable(), null),
  elapsedSeconds: optional(z.number().min(0)),
  canCancel: addFallback(z.boolean(), false),
  /** The number of jobs before this one in the provider's queue. Null if unknown. */
  ahead: addFallback(z.int().min(0).nullable(), null),
  /** The completed share, 0 to 1. Absent if the provider doesn't report it. */
  progress: optional(z.number().min(0).max(1)),
  /**
   * For a finished video that couldn't be fetched, the seconds until the credits are returned. Absent if no fetch
   * failed.
   */
  deliveryEndsInSeconds: optional(z.number().min(0)),
  /**
   * For a job that the provider didn't confirm, the seconds until the credits are returned. Absent for a confirmed job.
   */
  unconfirmedEndsInSeconds: optional(z.number().min(0)),
  videoMark: addFallback(videoMark.nullable(), null),
  /**
   * The seconds that the next response can wait for changes. A request opts in with `Prefer: wait=<seconds>`. Absent if
   * the next response doesn't wait.
   */
  wait: waitSeconds,
})
export type JobProgress = z.output<typeof jobProgress>

/** `code`, `message`, and the shape of `data` follow the provider's format. */
const gateway = { success: z.literal(true), code: z.literal('SUCCESS'), message }
const word = z.enum(['waiting', 'processing', 'succeed', 'failed'])

export const createResponse = z.object({
  ...gateway,
  data: z.object({ taskId: filled, status: z.enum(['waiting', 'unknown']), wait: waitSeconds }),
})

const generation = z.object({
  id: z.string(),
  status: word,
  url: z.string(),
  failMsg: z.string(),
  mediaType: z.literal('video'),
})
const result = z.object({ url: z.string(), videoUrl: z.string(), status: word })
const outcome = { status: word, generations: z.array(generation), result }

export const statusResponse = z.object({
  ...gateway,
  ...outcome,
  /** The reason for the failure, in the provider's words. */
  error: z.string().optional(),
  job: jobProgress,
  /** The job as `GET /api/jobs/:id` returns it. Absent until the job has ended. */
  finished: serverJob.optional(),
  data: z.object({ taskId: filled, ...outcome }),
})

export const MAX_SEED = 999

/** A limit for the parser. Each model has a lower limit with its own message. */
const MAX_PROMPT_CHARACTERS = 20_000

export const createBody = z.object({
  input: z.object({
    prompt: visibleText(MAX_PROMPT_CHARACTERS).default(''),
    negativePrompt: visibleText(MAX_PROMPT_CHARACTERS).default(''),
    /** The catalogue lists the durations of each model. */
    length: z.int().min(1).max(60),
    aspectRatio: z.string().max(10),
    seed: z.int().min(0).max(MAX_SEED),
    generateAudio: z.boolean().default(true),
    /** A base64 data URI or an image ID, for image jobs. */
    image: z.string().min(1, 'leave it out for a video without an image').optional(),
    ...richFields,
  }),
})
export type CreateBody = z.input<typeof createBody>
export type CreateInput = z.output<typeof createBody>['input']
/** The fields that every kind of job has. */
export type PlainInput = Omit<CreateInput, 'image' | keyof typeof richFields>

/** The response to an upload. Uploading the same file again returns the same ID. */
export const uploadResponse = wrapResponse(z.object({ id: filled }))

export const MAX_TITLE_CHARACTERS = 100

const labels = z.object({ title: line(MAX_TITLE_CHARACTERS), isStarred: z.boolean() })

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

/** The page lists all open jobs, without filters, if `open` is set. */
export const jobsQuery = z.object({
  limit: pageSize(50, 12),
  cursor: z.string().max(200).optional(),
  /** The ID of the job that the page continues after. Replaces a cursor. */
  after: z.uuid().optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
  open: yesOrNo,
  /** A part of the title or the prompt, in upper or lower case. */
  q: text(200)
    .transform((value) => value.trim())
    .optional(),
  model: name.optional(),
  sound: yesOrNo,
  starred: yesOrNo,
  outcome: z.enum(['any', 'failed']).default('any'),
  /** The job ID of the source video. */
  source: z.uuid().optional(),
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
