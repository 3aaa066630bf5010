// Reading fal's queue, tolerantly. It has no failed state: a failed request is COMPLETED, and its result is an error.
import { z } from 'zod'
import type { StatusOutcome } from './provider.ts'

const submitted = z.looseObject({ request_id: z.string().min(1), response_url: z.string().optional() })
const queueStatus = z.looseObject({ status: z.string() })
const result = z.looseObject({ video: z.looseObject({ url: z.string() }).nullish() })
/** A model's fault is a list, the platform's a sentence. */
const errorBody = z.looseObject({
  detail: z.union([z.string().min(1), z.array(z.looseObject({ msg: z.string() })).min(1)]),
  error_type: z.string().optional(),
})

/**
 * The task id is the path of the request's own address under the queue's: the submit answer names it, and for models with
 * a subpath it cannot be told from the model's path. An address on another server is not believed.
 */
export function readTaskPath(body: unknown, base: string, model: string): string | null {
  const parsed = submitted.safeParse(body)
  if (!parsed.success) return null
  const { request_id, response_url = '' } = parsed.data
  if (response_url.startsWith(`${base}/`)) return response_url.slice(base.length + 1)
  const [owner, name] = model.split('/')
  return `${owner}/${name}/requests/${encodeURIComponent(request_id)}`
}

/** The status word in capitals, or null when the answer has none. */
export function readWord(body: unknown): string | null {
  const parsed = queueStatus.safeParse(body)
  return parsed.success ? parsed.data.status.toUpperCase() : null
}

/** fal's own error shape, or null for anything else. */
export function readError(body: unknown): { reason: string; type: string } | null {
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) return null
  const { detail, error_type = '' } = parsed.data
  return { reason: typeof detail === 'string' ? detail : (detail[0]?.msg ?? ''), type: error_type }
}

/** What the result of a COMPLETED request says. Errors that speak of our key or of fal's gateway say nothing about it. */
export function readResult(status: number, body: unknown): StatusOutcome {
  if (status >= 200 && status < 300) {
    const parsed = result.safeParse(body)
    if (!parsed.success) return { kind: 'no_news', cause: parsed.error }
    return { kind: 'succeeded', url: parsed.data.video?.url || null }
  }
  const error = readError(body)
  const isTheModels = status === 400 || status === 422 || (status >= 500 && error?.type)
  if (error && isTheModels) return { kind: 'failed', message: status < 500 ? error.reason : '' }
  return { kind: 'no_news', cause: new Error(`result answered ${status} ${error?.reason ?? ''}`) }
}
