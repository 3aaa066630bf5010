// fal has no failed state: a failed request is COMPLETED, and its result is an error.
import { z } from 'zod'
import type { RefusedContent } from '../../../_shared/contract/errors.ts'
import { findRefusedContent } from './failures/refused-content.ts'
import type { StatusOutcome } from './provider.ts'
import { faultPath, type InputFields, nameInput } from './provider-response.ts'

const submitted = z.looseObject({ request_id: z.string().min(1), response_url: z.string().optional() })
const queueStatus = z.looseObject({
  status: z.string(),
  /** Requests that go before it. */
  queue_position: z.int().nonnegative().optional().catch(undefined),
})
const result = z.looseObject({ video: z.looseObject({ url: z.string() }).nullish() })
const text = z.string().catch('')
/** Documented with `msg` and `type`. Models that don't follow the documents yet leave fields out. */
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
/** The type of fal's own check, as documented, and what models on their way to it may call theirs. */
const IS_REFUSED = /^content_policy_violation$|polic|safety|moderat|sensitive/i

// The task id is the request's path below the queue's address. Only the answer tells it for models with a subpath; an
// address on another server is ignored.
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

/** It is 400, too. */
const IS_EARLY = /still in progress/i

interface FalError {
  /** The words for the user. */
  reason: string
  /** The category of a fault of fal's infrastructure, else empty. */
  type: string
  /** Null for a fault that is no refusal of a safety check. */
  refused: RefusedContent | null
  /** The words for the log. */
  cause: string
}

/** `fields`: the inputs of a job, by the fields that carry them. */
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

/** The words first: a real person is found in an image, and a result is refused under the name of an input. */
function findRefused({ msg, loc }: { msg: string; loc: (string | number)[] }, fields: InputFields): RefusedContent {
  const said = findRefusedContent(msg)
  if (said === 'person' || said === 'result') return said
  const place = loc.map((part) => (Object.hasOwn(fields, part) ? fields[part] : part))
  if (place.includes('source')) return 'video'
  if (place.some((part) => part === 'image' || part === 'lastImage' || part === 'references')) return 'image'
  return place.some((part) => part === 'prompt' || part === 'negative_prompt') ? 'prompt' : said
}

/** The result of a finished request. Errors about our key or from fal's gateway say nothing about the request. */
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

/** A result that is gone has no words for the user. */
export function buildFailure(error: FalError | null, status: number): Extract<StatusOutcome, { kind: 'failed' }> {
  const isGone = status === 404 || status === 410
  return {
    kind: 'failed',
    message: isGone ? '' : (error?.reason ?? ''),
    cause: `HTTP ${status} ${error?.cause ?? ''}`.trim(),
    ...(error?.refused && { refused: error.refused }),
  }
}
