// What the adapters answer when a provider made no task: whose fault it is, and the sentence for the user.
import type { CreateOutcome } from './provider.ts'

/** How much of a provider's own words is shown and kept. */
const SHOWN_CHARACTERS = 300

/** The beginning of a provider's words, with no half of a character at its end: the database would refuse that. */
export function shortened(text: string, max = SHOWN_CHARACTERS): string {
  return text.slice(0, max).toWellFormed()
}

type NotCreated = Extract<CreateOutcome, { kind: 'not_created' }>

function notCreated(code: NotCreated['code'], message: string, cause: string): NotCreated {
  return { kind: 'not_created', code, message, cause }
}

/** The provider answered in its error shape: by its status, whose fault that is. `reason` is the provider's, for the user. */
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
      `The video service did not accept this request (${shortened(reason)}). You were not charged. Change it and try again.`,
      cause,
    )
  }
  // 401, 403 and 404 speak of our key, our credit or our path there: nothing the user could change.
  return notCreated(
    'vendor_busy',
    'The video service is not available right now. You were not charged. Try again later.',
    refusesUs(status) ? `${cause}: the provider refuses VIDEO_API_KEY, or its account: check both, and deploy` : cause,
  )
}

/** Of whatever shape such an answer is: who was not let in has made nothing. */
export function refusesUs(status: number): boolean {
  return status === 401 || status === 403
}

/** A 2xx without a task id. One that is not JSON is no answer of the provider's: it may have made the task. */
export function createWithoutTask(status: number, body: unknown): CreateOutcome {
  if (body === undefined) return { kind: 'unknown', cause: new Error(`create answered ${status} without JSON`) }
  const shown = shortened(JSON.stringify(body))
  return notCreated('no_task_id', `Could not extract task ID from API response. API returned: ${shown}`, shown)
}

export function modelUnavailable(provider: string, model: string): NotCreated {
  return notCreated('vendor_rejected', 'This model is not available right now.', `no ${provider} model for ${model}`)
}
