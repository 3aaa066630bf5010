// What the adapters have in common: reading an answer, and the sentence for a create that a vendor refused.
import type { CreateOutcome } from './provider.ts'

/** A create is waited for this long, then its outcome is unknown. */
export const CREATE_TIMEOUT_MS = 60_000
export const STATUS_TIMEOUT_MS = 20_000
/** How much of an answer without a task id is shown. */
const SHOWN_RESPONSE_CHARACTERS = 300

type NotCreated = Extract<CreateOutcome, { kind: 'not_created' }>

function notCreated(code: NotCreated['code'], message: string, cause: string): NotCreated {
  return { kind: 'not_created', code, message, cause }
}

/** The `Retry-After` of an answer in seconds; undefined where it has none, or a date. */
export function readRetryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(value) ? Number(value) : undefined
}

/** The vendor answered in its error shape: by its status, whose fault that is. `reason` is the vendor's, for the person. */
export function refusedCreate(
  status: number,
  reason: string,
  cause: string,
  retryAfterSeconds: number | undefined,
): NotCreated {
  if (status === 429 || status >= 500) {
    return {
      ...notCreated(
        'vendor_busy',
        'The video service is busy. You were not charged. Try again in a few minutes.',
        cause,
      ),
      ...(status === 429 && retryAfterSeconds !== undefined ? { retryAfterSeconds } : {}),
    }
  }
  if (status === 400 || status === 422) {
    return notCreated(
      'vendor_rejected',
      `The video service did not accept this request (${reason}). You were not charged. Change it and try again.`,
      cause,
    )
  }
  // 401, 403 and 404 speak of our key, our credit or our path there: nothing the person could change.
  return notCreated(
    'vendor_busy',
    'The video service is not available right now. You were not charged. Try again later.',
    cause,
  )
}

/** A 2xx without a task id. One that is not JSON is no answer of the vendor's: it may have made the task. */
export function createWithoutTask(status: number, body: unknown): CreateOutcome {
  if (body === undefined) return { kind: 'unknown', cause: new Error(`create answered ${status} without JSON`) }
  const shown = JSON.stringify(body).slice(0, SHOWN_RESPONSE_CHARACTERS)
  return notCreated('no_task_id', `Could not extract task ID from API response. API returned: ${shown}`, shown)
}

export function modelUnavailable(vendor: string, model: string): NotCreated {
  return notCreated('vendor_rejected', 'This model is not available right now.', `no ${vendor} model for ${model}`)
}

/** The JSON body, or undefined when the answer is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel()
    return undefined
  }
  return response.json().catch(() => undefined)
}
