// fal has no failed state: a failed request is COMPLETED, and its result is an error.
import { z } from 'zod'
import type { StatusOutcome } from './provider.ts'
import { faultPlace, type InputFields, nameInput } from './provider-answer.ts'

const submitted = z.looseObject({ request_id: z.string().min(1), response_url: z.string().optional() })
const queueStatus = z.looseObject({
  status: z.string(),
  /** Requests that go before it. */
  queue_position: z.int().nonnegative().optional().catch(undefined),
})
const result = z.looseObject({ video: z.looseObject({ url: z.string() }).nullish() })
const errorBody = z.looseObject({
  detail: z.union([z.string().min(1), z.array(z.looseObject({ msg: z.string(), loc: faultPlace })).min(1)]),
  error_type: z.string().optional(),
})

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

export function readWord(body: unknown): string | null {
  const parsed = queueStatus.safeParse(body)
  return parsed.success ? parsed.data.status.toUpperCase() : null
}

export function readAhead(body: unknown): { ahead?: number } {
  const ahead = queueStatus.safeParse(body).data?.queue_position
  return ahead === undefined ? {} : { ahead }
}

/** `fields`: the inputs of a job, by the fields that carry them. */
export function readError(body: unknown, fields: InputFields): { reason: string; type: string } | null {
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) return null
  const { detail, error_type = '' } = parsed.data
  if (typeof detail === 'string') return { reason: detail, type: error_type }
  const [{ msg, loc } = { msg: '', loc: [] }] = detail
  return { reason: nameInput(msg, loc, fields), type: error_type }
}

/** Errors about our key or from fal's gateway say nothing about the request. */
export function readResult(status: number, body: unknown, fields: InputFields): StatusOutcome {
  if (status >= 200 && status < 300) {
    const parsed = result.safeParse(body)
    if (!parsed.success) return { kind: 'no_news', cause: parsed.error }
    return { kind: 'succeeded', url: parsed.data.video?.url || null }
  }
  const error = readError(body, fields)
  const isTheModels = status === 400 || status === 422 || (status >= 500 && error?.type)
  if (error && isTheModels) return { kind: 'failed', message: status < 500 ? error.reason : '' }
  return { kind: 'no_news', cause: new Error(`result returned HTTP ${status} ${error?.reason ?? ''}`) }
}
