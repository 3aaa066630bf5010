import { POLLO_MODELS } from './pollo-models.ts'
import { readError, readStatus, readTaskId } from './pollo-wire.ts'
import type { CreateOutcome, CreateRequest, StatusOutcome, VideoProvider } from './provider.ts'

/** A create is waited for this long, then its outcome is unknown. */
const CREATE_TIMEOUT_MS = 60_000
const STATUS_TIMEOUT_MS = 20_000
/** How much of an answer without a task id is shown. */
const SHOWN_RESPONSE_CHARACTERS = 300

export interface PolloOptions {
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

/** Pollo AI's legacy endpoints (`x-api-key`, `{input}` bodies). */
export function createPolloProvider({ baseUrl, apiKey, fetch }: PolloOptions): VideoProvider {
  const base = baseUrl.replace(/\/$/, '')
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' }

  async function post(path: string, body: unknown, timeout: number): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: response.status, body: await readJson(response) }
  }

  return {
    name: 'pollo',

    async create(request): Promise<CreateOutcome> {
      const model = POLLO_MODELS[request.model]
      if (!model)
        return notCreated(
          'vendor_rejected',
          'This model is not available right now.',
          `no Pollo model for ${request.model}`,
        )
      let answer: { status: number; body: unknown }
      try {
        answer = await post(model.path, { input: polloInput(request) }, CREATE_TIMEOUT_MS)
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
      return readCreate(answer.status, answer.body)
    },

    async status(taskId): Promise<StatusOutcome> {
      try {
        const response = await fetch(`${base}/generation/${encodeURIComponent(taskId)}/status`, {
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
        })
        const body = await readJson(response)
        return response.ok
          ? readStatus(body)
          : { kind: 'no_news', cause: new Error(`status answered ${response.status}`) }
      } catch (cause) {
        return { kind: 'no_news', cause }
      }
    },
  }
}

/** The fields the model lists, and no other. */
function polloInput(request: CreateRequest): Record<string, unknown> {
  const model = POLLO_MODELS[request.model]
  if (!model) throw new Error(`no Pollo model for ${request.model}`)
  const mode = request.pictureUrl ? 'image' : 'text'
  const longest = model.lengths.at(-1)
  return {
    prompt: request.prompt,
    ...(model.maxNegativePrompt && request.negativePrompt
      ? { negativePrompt: request.negativePrompt.slice(0, model.maxNegativePrompt[mode]) }
      : {}),
    length: model.lengths.find((length) => length >= request.lengthSeconds) ?? longest,
    ...(model.aspectRatio[mode] ? { aspectRatio: request.aspectRatio } : {}),
    ...(model.seed ? { seed: request.seed } : {}),
    ...(model.generateAudio ? { generateAudio: request.generateAudio } : {}),
    // Base64 is refused: the vendor fetches the picture by its address.
    ...(request.pictureUrl ? { image: request.pictureUrl } : {}),
  }
}

function readCreate(status: number, body: unknown): CreateOutcome {
  if (status >= 200 && status < 300) {
    const taskId = readTaskId(body)
    if (taskId) return { kind: 'created', taskId }
    // A 2xx that is not JSON is no answer of the vendor's: it may have made the task.
    if (body === undefined) return { kind: 'unknown', cause: new Error(`create answered ${status} without JSON`) }
    const shown = JSON.stringify(body).slice(0, SHOWN_RESPONSE_CHARACTERS)
    return notCreated('no_task_id', `Could not extract task ID from API response. API returned: ${shown}`, shown)
  }
  const error = readError(body)
  if (!error) return { kind: 'unknown', cause: new Error(`create answered ${status} in no shape of the vendor's`) }
  const cause = `${status} ${error.code} ${error.message} ${error.issues.join('; ')}`
  if (status === 429 || status >= 500) {
    return notCreated(
      'vendor_busy',
      'The video service is busy. You were not charged. Try again in a few minutes.',
      cause,
    )
  }
  if (status === 400 || status === 422) {
    const reason = error.issues[0] ?? error.message
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

function notCreated(
  code: 'vendor_rejected' | 'vendor_busy' | 'no_task_id',
  message: string,
  cause: string,
): CreateOutcome {
  return { kind: 'not_created', code, message, cause }
}

/** The JSON body, or undefined when the answer is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel()
    return undefined
  }
  return response.json().catch(() => undefined)
}
