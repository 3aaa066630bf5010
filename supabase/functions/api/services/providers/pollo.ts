import { POLLO_MODELS } from './pollo-models.ts'
import { readError, readStatus, readTaskId } from './pollo-wire.ts'
import type { CreateOutcome, CreateRequest, StatusOutcome, VideoProvider } from './provider.ts'
import {
  CREATE_TIMEOUT_MS,
  createWithoutTask,
  modelUnavailable,
  readJson,
  readRetryAfter,
  refusedCreate,
  STATUS_TIMEOUT_MS,
} from './vendor-answer.ts'

export interface PolloOptions {
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

interface Answer {
  status: number
  retryAfter: number | undefined
  body: unknown
}

/** Pollo AI's legacy endpoints (`x-api-key`, `{input}` bodies). */
export function createPolloProvider({ baseUrl, apiKey, fetch }: PolloOptions): VideoProvider {
  const base = baseUrl.replace(/\/$/, '')
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' }

  async function post(path: string, body: unknown, timeout: number): Promise<Answer> {
    const response = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    return { status: response.status, retryAfter: readRetryAfter(response), body: await readJson(response) }
  }

  return {
    name: 'pollo',

    async create(request): Promise<CreateOutcome> {
      const model = POLLO_MODELS[request.model]
      if (!model) return modelUnavailable('Pollo', request.model)
      let answer: Answer
      try {
        answer = await post(model.path, { input: polloInput(request) }, CREATE_TIMEOUT_MS)
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
      return readCreate(answer)
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

function readCreate({ status, retryAfter, body }: Answer): CreateOutcome {
  if (status >= 200 && status < 300) {
    const taskId = readTaskId(body)
    return taskId ? { kind: 'created', taskId } : createWithoutTask(status, body)
  }
  const error = readError(body)
  if (!error) return { kind: 'unknown', cause: new Error(`create answered ${status} in no shape of the vendor's`) }
  const cause = `${status} ${error.code} ${error.message} ${error.issues.join('; ')}`
  return refusedCreate(status, error.issues[0] ?? error.message, cause, retryAfter)
}
