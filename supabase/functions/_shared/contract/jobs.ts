import { z } from 'zod'
import { failureCode } from './errors.ts'
import { addFallback, address, filled, message, optional, settlement, videoMark, wrapResponse } from './fields.ts'
import { imageRole, inputKind, richFields } from './inputs.ts'
import { line, name, pageSize, text, visibleText } from './texts.ts'

const mode = z.enum(['text', 'image'])

export const serverJob = z.object({
  id: filled,
  createdAt: addFallback(z.string(), ''),
  /** `waiting`: not sent yet, or in the provider's queue. `unknown`: the create's answer was lost, and the video may still come. */
  status: z.enum(['waiting', 'running', 'unknown', 'succeeded', 'failed']),
  mode: addFallback(mode, 'text'),
  /** The model's id. */
  model: addFallback(z.string(), ''),
  modelName: addFallback(z.string(), ''),
  prompt: addFallback(z.string(), ''),
  negativePrompt: addFallback(z.string(), ''),
  /** The user's own name for it; empty for none. */
  title: addFallback(z.string(), ''),
  isStarred: addFallback(z.boolean(), false),
  length: addFallback(z.number(), 8),
  aspectRatio: addFallback(z.string(), '16:9'),
  generateAudio: addFallback(z.boolean(), true),
  /** True if it was requested with sound and its model generates sound. */
  hasSound: addFallback(z.boolean(), true),
  seed: addFallback(z.number(), 0),
  credits: addFallback(z.number(), 0),
  settlement,
  failureCode: addFallback(failureCode.nullable(), null),
  failureReason: addFallback(z.string().nullable(), null),
  /** Seconds from the start to the end, or to now, by the server's clock. */
  elapsedSeconds: addFallback(z.number(), 0),
  durationSeconds: addFallback(z.number().nullable(), null),
  /** Null without a video, and for one that doesn't say what made it. */
  videoMark: addFallback(videoMark.nullable(), null),
  /** Signed for an hour. Null without a video, or when it could not be signed. */
  videoUrl: address,
  downloadUrl: address,
  imageUrl: address,
  inputKind: addFallback(inputKind, 'text'),
  /** The uploaded images that it was generated from, in their order; a first image of another kind is in `imageUrl` alone. */
  images: addFallback(z.array(z.object({ id: filled, role: imageRole, url: address })), []),
  /** The video that it continues, or that it was edited from; null for none, and where that one was deleted. */
  sourceId: addFallback(z.string().nullable(), null),
  resolution: addFallback(z.string().nullable(), null),
  canCancel: addFallback(z.boolean(), false),
  /** When the video is deleted, in ISO. Null for one that stays until its owner deletes it. */
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

/** Seconds that an answer may wait for news: below the time limit of a call. */
export const waitSeconds = optional(z.number().positive().max(25))

/** The fields that our gateway adds as `job` to the provider's own format. */
export const jobProgress = z.object({
  settlement: optional(settlement),
  failureCode: addFallback(failureCode.nullable(), null),
  elapsedSeconds: optional(z.number().min(0)),
  canCancel: addFallback(z.boolean(), false),
  /** Jobs that go before it in the provider's queue; null where that is not known. */
  ahead: addFallback(z.int().min(0).nullable(), null),
  /** The share that is done, 0 to 1, where the provider tells. */
  progress: optional(z.number().min(0).max(1)),
  /** The video is ready and could not be fetched yet; after so many seconds the credits come back. Absent: no try failed. */
  deliveryEndsInSeconds: optional(z.number().min(0)),
  /** We don't know whether the provider took the job; without a video, the credits come back after so many seconds. Absent: it took it. */
  unconfirmedEndsInSeconds: optional(z.number().min(0)),
  videoMark: addFallback(videoMark.nullable(), null),
  /** The next answer waits up to so many seconds for news, where `Prefer: wait=<seconds>` asks for it. Absent: it does not. */
  wait: waitSeconds,
})
export type JobProgress = z.output<typeof jobProgress>

/** `code`, `message` and the shape of `data` are the provider's, whose format the gateway speaks. */
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
  /** The reason of the failure in the provider's words. */
  error: z.string().optional(),
  job: jobProgress,
  /** The job as `GET /api/jobs/:id` answers it. Absent until it has ended. */
  finished: serverJob.optional(),
  data: z.object({ taskId: filled, ...outcome }),
})

export const MAX_SEED = 999

/** Only bounds the work: each model has a lower limit with its own message. */
const MAX_PROMPT_CHARACTERS = 20_000

export const createBody = z.object({
  input: z.object({
    prompt: visibleText(MAX_PROMPT_CHARACTERS).default(''),
    negativePrompt: visibleText(MAX_PROMPT_CHARACTERS).default(''),
    // Which of them a model makes stands in the catalogue.
    length: z.int().min(1).max(60),
    aspectRatio: z.string().max(10),
    seed: z.int().min(0).max(MAX_SEED),
    generateAudio: z.boolean().default(true),
    /** A base64 data URI or the ID of an image, for image jobs. */
    image: z.string().min(1, 'leave it out for a video without an image').optional(),
    ...richFields,
  }),
})
export type CreateBody = z.input<typeof createBody>
export type CreateInput = z.output<typeof createBody>['input']
/** What every kind of job has. */
export type PlainInput = Omit<CreateInput, 'image' | keyof typeof richFields>

/** The answer to an uploaded image. The same image of the same user has the same ID. */
export const imageResponse = wrapResponse(z.object({ id: filled }))

export const MAX_TITLE_CHARACTERS = 100

const labels = z.object({ title: line(MAX_TITLE_CHARACTERS), isStarred: z.boolean() })

/** A new title, a star set or taken, or both. */
export const jobLabel = labels
  .partial()
  .refine((label) => Object.values(label).some((value) => value !== undefined), {
    path: ['title'],
    error: 'send a title, isStarred, or both',
  })
  .meta({ anyOf: Object.keys(labels.shape).map((name) => ({ required: [name] })) })
export type JobLabel = z.input<typeof jobLabel>

const yesOrNo = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

/** Open jobs are listed whole: the filters are for all the others. */
export const jobsQuery = z.object({
  limit: pageSize(50, 12),
  cursor: z.string().max(200).optional(),
  /** The ID of the job after which the page begins, in place of a cursor. */
  after: z.uuid().optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
  open: yesOrNo,
  /** A part of the title or the prompt, in any case. */
  q: text(200)
    .transform((value) => value.trim())
    .optional(),
  model: name.optional(),
  sound: yesOrNo,
  starred: yesOrNo,
  outcome: z.enum(['any', 'failed']).default('any'),
  /** The ID of the video that the jobs were generated from. */
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
  'POST /api/images': imageResponse,
} as const
