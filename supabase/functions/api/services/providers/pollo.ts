import { POLLO_MODELS } from './pollo-models.ts'
import { readCancel, readError, readStatus, readTaskId } from './pollo-wire.ts'
import {
  type CancelOutcome,
  type CreateOutcome,
  type CreateRequest,
  deliveredSeconds,
  type StatusOutcome,
  type VideoProvider,
} from './provider.ts'
import { createWithoutTask, modelUnavailable, refusedCreate, refusesUs, shortened } from './provider-answer.ts'
import { createSender, type ProviderAnswer, type ProviderOptions } from './provider-http.ts'

interface PolloOptions extends ProviderOptions {
  hasQueueStop: boolean
}

export function createPolloProvider(options: PolloOptions): VideoProvider {
  const send = createSender(options, { 'x-api-key': options.apiKey })

  return {
    name: 'pollo',
    models: POLLO_MODELS,

    async create(request): Promise<CreateOutcome> {
      const model = POLLO_MODELS[request.model]
      if (!model) return modelUnavailable('Pollo', request.model)
      let answer: ProviderAnswer
      try {
        answer = await send('POST', model.path, { input: polloInput(request) })
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
      return readCreate(answer)
    },

    async status(taskId): Promise<StatusOutcome> {
      try {
        const { status, body } = await send('GET', `generation/${encodeURIComponent(taskId)}/status`)
        return status >= 200 && status < 300
          ? readStatus(body)
          : { kind: 'no_news', cause: new Error(`status answered ${status}`) }
      } catch (cause) {
        return { kind: 'no_news', cause }
      }
    },

    ...(options.hasQueueStop ? { cancel } : {}),
  }

  async function cancel(taskId: string): Promise<CancelOutcome> {
    try {
      const { status, body } = await send('PUT', `generation/${encodeURIComponent(taskId)}/cancel`)
      return readCancel(status, body)
    } catch (cause) {
      return { kind: 'no_news', cause }
    }
  }
}

function polloInput(request: CreateRequest): Record<string, unknown> {
  const model = POLLO_MODELS[request.model]
  if (!model) throw new Error(`no Pollo model for ${request.model}`)
  const mode = request.pictureUrl ? 'image' : 'text'
  return {
    prompt: request.prompt,
    ...(model.maxNegativePrompt && request.negativePrompt
      ? { negativePrompt: shortened(request.negativePrompt, model.maxNegativePrompt[mode]) }
      : {}),
    length: deliveredSeconds(model, request.lengthSeconds),
    ...(model.aspectRatio[mode] ? { aspectRatio: request.aspectRatio } : {}),
    ...(model.takesSeed ? { seed: request.seed } : {}),
    ...(model.hasSound ? { generateAudio: request.generateAudio } : {}),
    // Base64 is refused.
    ...(request.pictureUrl ? { image: request.pictureUrl } : {}),
  }
}

function readCreate({ status, retryAfter, body }: ProviderAnswer): CreateOutcome {
  if (status >= 200 && status < 300) {
    const taskId = readTaskId(body)
    return taskId ? { kind: 'created', taskId } : createWithoutTask(status, body)
  }
  const error = readError(body)
  if (!error && refusesUs(status)) return refusedCreate(status, '', String(status), retryAfter)
  if (!error) return { kind: 'unknown', cause: new Error(`create answered ${status} in no shape of the provider's`) }
  const cause = `${status} ${error.code} ${error.message} ${error.issues.join('; ')}`
  return refusedCreate(status, error.issues[0] ?? error.message, cause, retryAfter)
}
