// What the adapters answer when a provider made no task: whose fault it is.
import type { CreateOutcome } from './provider.ts'

/** How much of a provider's own words is shown and kept. */
const SHOWN_CHARACTERS = 300

/** The beginning of a provider's words, with no half of a character at its end: the database would refuse that. */
export function shortened(text: string, max = SHOWN_CHARACTERS): string {
  return text.slice(0, max).toWellFormed()
}

type NotCreated = Extract<CreateOutcome, { kind: 'not_created' }>

function notCreated(code: NotCreated['code'], cause: string, reason = ''): NotCreated {
  return { kind: 'not_created', code, reason, cause }
}

/** The provider answered in its error shape: by its status, whose fault that is. */
export function refusedCreate(
  status: number,
  reason: string,
  cause: string,
  retryAfterSeconds: number | undefined,
): NotCreated {
  if (status === 429 || status >= 500) {
    return {
      ...notCreated('vendor_busy', cause),
      ...(status === 429 && retryAfterSeconds !== undefined ? { retryAfterSeconds } : {}),
    }
  }
  if (status === 400 || status === 422) return notCreated('vendor_rejected', cause, shortened(reason))
  // 401, 403 and 404 speak of our key, our credit or our path there: nothing the user could change.
  const advice = `${cause}: the provider refuses VIDEO_API_KEY, or its account: check both, and deploy`
  return notCreated('vendor_unavailable', refusesUs(status) ? advice : cause)
}

/** Of whatever shape such an answer is: who was not let in has made nothing. */
export function refusesUs(status: number): boolean {
  return status === 401 || status === 403
}

/** A 2xx without a task id. One that is not JSON is no answer of the provider's: it may have made the task. */
export function createWithoutTask(status: number, body: unknown): CreateOutcome {
  if (body === undefined) return { kind: 'unknown', cause: new Error(`create answered ${status} without JSON`) }
  const shown = shortened(JSON.stringify(body))
  return notCreated('no_task_id', shown, shown)
}

export function modelUnavailable(provider: string, model: string): NotCreated {
  return notCreated('vendor_unavailable', `no ${provider} model for ${model}`)
}
