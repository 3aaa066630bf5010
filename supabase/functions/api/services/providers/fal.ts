import { FAL_MODELS } from './fal-models.ts'
import { readError, readResult, readTaskPath, readWord } from './fal-wire.ts'
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

export function createFalProvider(options: ProviderOptions): VideoProvider {
  const send = createSender(options, { authorization: `Key ${options.apiKey}` })

  async function status(taskPath: string): Promise<StatusOutcome> {
    try {
      const answer = await send('GET', `${taskPath}/status`)
      const word = answer.status < 300 ? readWord(answer.body) : null
      if (word === 'COMPLETED') {
        const result = await send('GET', taskPath)
        return readResult(result.status, result.body)
      }
      if (word === null) return { kind: 'no_news', cause: new Error(`status answered ${answer.status}`) }
      if (word === 'IN_QUEUE') return { kind: 'running', phase: 'waiting' }
      const running = { kind: 'running', phase: 'processing' } as const
      return word === 'IN_PROGRESS' ? running : { ...running, unknownWord: word }
    } catch (cause) {
      return { kind: 'no_news', cause }
    }
  }

  /** CANCELLATION_REQUESTED is no promise: the status afterwards decides. */
  async function seeWhatBecame(taskPath: string): Promise<CancelOutcome> {
    const seen = await status(taskPath)
    switch (seen.kind) {
      case 'failed':
        return { kind: 'stopped' }
      case 'succeeded':
        return { kind: 'too_late' }
      case 'running':
        return seen.phase === 'processing'
          ? { kind: 'too_late' }
          : { kind: 'no_news', cause: new Error('asked to stop, still queued') }
      case 'no_news':
        return seen
      default:
        return seen satisfies never
    }
  }

  return {
    name: 'fal',
    models: FAL_MODELS,

    async create(request): Promise<CreateOutcome> {
      const model = FAL_MODELS[request.model]
      if (!model) return modelUnavailable('fal', request.model)
      const { path } = request.pictureUrl ? model.image : model.text
      let answer: ProviderAnswer
      try {
        answer = await send('POST', path, falInput(request))
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
      if (answer.status >= 200 && answer.status < 300) {
        const taskId = readTaskPath(answer.body, options.baseUrl, path)
        return taskId ? { kind: 'created', taskId } : createWithoutTask(answer.status, answer.body)
      }
      const error = readError(answer.body)
      if (!error && refusesUs(answer.status)) {
        return refusedCreate(answer.status, '', String(answer.status), answer.retryAfter)
      }
      if (!error) {
        return { kind: 'unknown', cause: new Error(`create answered ${answer.status} in no shape of the provider's`) }
      }
      return refusedCreate(
        answer.status,
        error.reason,
        `${answer.status} ${error.type} ${error.reason}`,
        answer.retryAfter,
      )
    },

    status,

    async cancel(taskPath): Promise<CancelOutcome> {
      try {
        // Only queued tasks: a running one might be billed although it was stopped.
        const before = await send('GET', `${taskPath}/status`)
        if ((readWord(before.body) ?? 'IN_QUEUE') !== 'IN_QUEUE') return { kind: 'too_late' }
        const answer = await send('PUT', `${taskPath}/cancel`)
        switch (readWord(answer.body)) {
          case 'OK':
          // Already removed, by a call whose answer was lost.
          case 'NOT_FOUND':
            return { kind: 'stopped' }
          case 'ALREADY_COMPLETED':
            return { kind: 'too_late' }
          case 'CANCELLATION_REQUESTED':
            return await seeWhatBecame(taskPath)
          default:
            return { kind: 'no_news', cause: new Error(`cancel answered ${answer.status}`) }
        }
      } catch (cause) {
        return { kind: 'no_news', cause }
      }
    },
  }
}

function falInput(request: CreateRequest): Record<string, unknown> {
  const model = FAL_MODELS[request.model]
  if (!model) throw new Error(`no fal model for ${request.model}`)
  const mode = request.pictureUrl ? 'image' : 'text'
  const endpoint = model[mode]
  return {
    prompt: request.prompt,
    duration: `${deliveredSeconds(model, request.lengthSeconds)}${model.durationUnit}`,
    ...(endpoint.aspectRatio ? { aspect_ratio: request.aspectRatio } : {}),
    ...(model.maxNegativePrompt && request.negativePrompt
      ? { negative_prompt: shortened(request.negativePrompt, model.maxNegativePrompt[mode]) }
      : {}),
    ...(model.hasSound ? { generate_audio: request.generateAudio } : {}),
    ...(request.pictureUrl ? { image_url: request.pictureUrl } : {}),
  }
}
