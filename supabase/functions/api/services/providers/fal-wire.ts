// Parses fal's responses. fal has no failed status: a failed request is COMPLETED, and its result is an error.
import { z } from 'zod'
import type { RefusedContent } from '../../../_shared/contract/errors.ts'
import { findRefusedContent } from './failures/refused-content.ts'
import type { StatusOutcome } from './provider.ts'
import { faultPath, type InputFields, nameInput } from './provider-response.ts'

const submitted = z.looseObject({ request_id: z.string().min(1), response_url: z.string().optional() })
const queueStatus = z.looseObject({
  status: z.string(),
  /** The number of requests before this one. */
  queue_position: z.int().nonnegative().optional().catch(undefined),
})
const result = z.looseObject({ video: z.looseObject({ url: z.string() }).nullish() })
const text = z.string().catch('')
/** fal documents `msg` and `type`. Models that don't follow the documentation yet omit fields. */
const fault = z
  .looseObject({ msg: text, message: text, type: text, code: text, loc: faultPath })
  .transform(({ msg, message, type, code, loc }) => ({ msg: msg || message, type: type || code, loc }))
  .refine(({ msg, type }) => msg || type)
const sentence = z
  .string()
  .min(1)
  .transform((msg) => ({ msg, type: '', loc: [] as (string | number)[] }))
const faults = z.union([sentence, fault, z.array(z.union([sentence, fault])).min(1)])
const errorBody = z.union([
  z.looseObject({ detail: faults, error_type: text }),
  z
    .looseObject({ error: faults, error_type: text })
    .transform(({ error, error_type }) => ({ detail: error, error_type })),
])
/** The documented type of fal's safety check, and likely types of models that don't follow the documentation yet. */
const IS_REFUSED = /^content_policy_violation$|polic|safety|moderat|sensitive/i

/**
 * Returns the task ID: the request's path below the queue's base URL. For models with a subpath, only the response
 * contains that path. Ignores a URL on another server.
 */
export function readTaskPath(body: unknown, base: string, model: string): string | null {
  const parsed = submitted.safeParse(body)
  if (!parsed.success) return null
  const { request_id, response_url = '' } = parsed.data
  if (response_url.startsWith(`${base}/`)) return response_url.slice(base.length + 1)
  const [owner, name] = model.split('/')
  return `${owner}/${name}/requests/${encodeURIComponent(request_id)}`
}

export function readStatusWord(body: unknown): string | null {
  const parsed = queueStatus.safeParse(body)
  return parsed.success ? parsed.data.status.toUpperCase() : null
}

export function readQueuePosition(body: unknown): { ahead?: number } {
  const ahead = queueStatus.safeParse(body).data?.queue_position
  return ahead === undefined ? {} : { ahead }
}

/** fal returns this with 400 too. */
const IS_EARLY = /still in progress/i

interface FalError {
  /** The message for users. */
  reason: string
  /** The category of a fault in fal's infrastructure. Empty for other errors. */
  type: string
  /** The content that a safety check refused. Null for any other error. */
  refused: RefusedContent | null
  /** The message for the log. */
  cause: string
}

/** Reads an error response. `fields`: a job's inputs, by the provider's field names. */
export function readError(body: unknown, fields: InputFields): FalError | null {
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) return null
  const { detail, error_type: type } = parsed.data
  const all = [detail].flat()
  const refusal = all.find((one) => IS_REFUSED.test(one.type))
  const { msg, loc } = refusal ?? all[0] ?? { msg: '', loc: [] }
  return {
    reason: nameInput(msg, loc, fields),
    type,
    refused: refusal ? findRefused(refusal, fields) : null,
    cause: [type, ...all.map((one) => `${one.type} ${one.msg} (${one.loc.join('.')})`)].join(' ').trim(),
  }
}

/**
 * Returns the refused content. The message is checked before the field. A message can name a real person in an image,
 * and a refused result has the field of an input.
 */
function findRefused({ msg, loc }: { msg: string; loc: (string | number)[] }, fields: InputFields): RefusedContent {
  const said = findRefusedContent(msg)
  if (said === 'person' || said === 'result') return said
  const place = loc.map((part) => (Object.hasOwn(fields, part) ? fields[part] : part))
  if (place.includes('source')) return 'video'
  if (place.some((part) => part === 'image' || part === 'lastImage' || part === 'references')) return 'image'
  return place.some((part) => part === 'prompt' || part === 'negative_prompt') ? 'prompt' : said
}

/** Reads the result of a finished request. Errors about our key or from fal's gateway don't count as a result. */
export function readResult(status: number, body: unknown, fields: InputFields): StatusOutcome {
  const error = readError(body, fields)
  if (status >= 200 && status < 300) {
    const parsed = result.safeParse(body)
    const url = parsed.data?.video?.url
    if (error && !url) return buildFailure(error, status)
    return parsed.success ? { kind: 'succeeded', url: url || null } : { kind: 'no_news', cause: parsed.error }
  }
  const isFinal = status === 400 || status === 404 || status === 410 || status === 422
  if (isFinal && typeof body === 'object' && !IS_EARLY.test(error?.reason ?? '')) return buildFailure(error, status)
  if (status >= 500 && error?.type) return buildFailure({ ...error, reason: '', refused: null }, status)
  return { kind: 'no_news', cause: new Error(`result returned HTTP ${status} ${error?.cause ?? ''}`) }
}

/** Builds the outcome of a failed task. A missing result has no message for users. */
export function buildFailure(error: FalError | null, status: number): Extract<StatusOutcome, { kind: 'failed' }> {
  const isGone = status === 404 || status === 410
  return {
    kind: 'failed',
    message: isGone ? '' : (error?.reason ?? ''),
    cause: `HTTP ${status} ${error?.cause ?? ''}`.trim(),
    ...(error?.refused && { refused: error.refused }),
  }
}
