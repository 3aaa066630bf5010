/** The person's jobs as the product API tells them, each answer checked before use. */
import * as z from 'zod/mini'
import { ApiError } from './http/api-error'
import { expectShape } from './http/expect-shape'
import type { Http } from './http/http'
import { isWebAddress } from './http/web-address'

/** An address of ours that may be played or opened; anything else counts as none. */
const address = z.catch(z.nullable(z.string().check(z.refine(isWebAddress))), null)

/** Also what one tab tells another: see state/jobs/job-news.ts. */
const jobSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** ISO times by the server's clock. */
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** `unknown`: the vendor's answer was lost; it may still come. */
  status: z.enum(['waiting', 'running', 'unknown', 'succeeded', 'failed']),
  mode: z.enum(['text', 'image']),
  /** A model this page may not know: a later version of the API may list more. */
  model: z.string(),
  prompt: z.string(),
  negativePrompt: z.string(),
  /** Seconds that were asked for. */
  length: z.literal([5, 8]),
  generateAudio: z.boolean(),
  /** 0 to 999. */
  seed: z.int(),
  credits: z.int(),
  settlement: z.enum(['held', 'captured', 'released']),
  failureMessage: z.nullable(z.string()),
  elapsedSeconds: z.number(),
  /** Seconds the clip really has. */
  durationSeconds: z.nullable(z.number()),
  bytes: z.nullable(z.number()),
  /** Signed, for playing; null until there is a video, and when it cannot be signed just now. */
  videoUrl: address,
  /** Signed, saves itself under our own name. */
  downloadUrl: address,
  /** Signed: the picture it was made from. */
  pictureUrl: address,
  urlsExpireAt: z.nullable(z.string()),
  canCancel: z.boolean(),
})

export type Job = z.infer<typeof jobSchema>

export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'succeeded' && status !== 'failed'
}

const page = z.object({ jobs: z.array(jobSchema), nextCursor: z.nullable(z.string()) })
export type JobPage = z.infer<typeof page>

const cancellation = z.object({
  outcome: z.enum(['stopped', 'too_late', 'already_finished']),
  credits: z.int(),
  job: jobSchema,
})
export type Cancellation = z.infer<typeof cancellation>

/** The vendor has not said whether it stopped; the server goes on asking it. */
export function isCancelUndecided(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'cancel_undecided'
}

interface ListOptions {
  /** Where the page before ended. */
  cursor?: string | undefined
  /** At most this many; the server has its own limit. */
  limit?: number
  /** Only those without an outcome. */
  open?: boolean
}

/** Newest first, the caller's own. Every method throws what `Http.request` throws; a job that is not theirs is a 404. */
export interface JobsApi {
  list(options?: ListOptions): Promise<JobPage>
  get(jobId: string): Promise<Job>
  /** Deletes the files of a finished job; its ledger entries stay. Repeatable. */
  remove(jobId: string): Promise<void>
  /** Gives the credits back only where the vendor will not charge. Repeatable. It may not be known yet: isCancelUndecided. */
  cancel(jobId: string): Promise<Cancellation>
}

export function createJobsApi(http: Http): JobsApi {
  const path = (jobId: string) => `/api/jobs/${encodeURIComponent(jobId)}`
  return {
    async list({ cursor, limit, open } = {}) {
      const query = {
        ...(limit ? { limit: String(limit) } : {}),
        ...(cursor ? { cursor } : {}),
        ...(open ? { open: 'true' } : {}),
      }
      return dataOf(page, await http.request({ method: 'GET', path: '/api/jobs', query }))
    },
    async get(jobId) {
      return dataOf(jobSchema, await http.request({ method: 'GET', path: path(jobId) }))
    },
    async remove(jobId) {
      await http.request({ method: 'DELETE', path: path(jobId) })
    },
    async cancel(jobId) {
      return dataOf(cancellation, await http.request({ method: 'POST', path: `${path(jobId)}/cancel`, body: {} }))
    },
  }
}

function dataOf<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  return expectShape(z.object({ success: z.literal(true), data: schema }), body).data
}
