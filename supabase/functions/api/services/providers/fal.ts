import { listEndpoints } from '../../catalogue/provider-model.ts'
import { getInputReference } from '../image/input-reference.ts'
import { readEnd } from './failures/end-words.ts'
import { createFalWebhooks } from './fal-webhook.ts'
import { buildFailure, readError, readQueuePosition, readResult, readStatusWord, readTaskPath } from './fal-wire.ts'
import { getListedInput, type ListedInput } from './listed-input.ts'
import type { CancelOutcome, CreateOutcome, CreateRequest, StatusOutcome, VideoProvider } from './provider.ts'
import { createSender, type ProviderOptions } from './provider-http.ts'
import {
  catchProviderErrors,
  type InputFields,
  reportCreateWithoutTask,
  reportMissingModel,
  reportNoStatus,
  reportRefusedContent,
  reportRefusedCreate,
  reportUnreadableCreate,
} from './provider-response.ts'
import { getCallbackUrl, type Webhook, type WebhookOptions } from './webhook.ts'

export function createFalProvider(options: ProviderOptions): VideoProvider {
  const send = createSender(options, { authorization: `Key ${options.apiKey}` })
  const readSigned = createFalWebhooks(options.fetch)
  const fields = listInputFields(options.models)

  async function status(taskPath: string): Promise<StatusOutcome> {
    const answer = await send('GET', `${taskPath}/status`)
    const word = answer.status < 300 ? readStatusWord(answer.body) : null
    if (word === 'COMPLETED') {
      const result = await send('GET', taskPath)
      return readResult(result.status, result.body, fields)
    }
    if (word === null) return reportNoStatus(answer)
    const end = readEnd(word, 'at fal')
    if (end !== null) return readFailure(taskPath, answer.body, end)
    if (word === 'IN_QUEUE') return { kind: 'running', phase: 'waiting', ...readQueuePosition(answer.body) }
    const running = { kind: 'running', phase: 'processing' } as const
    return word === 'IN_PROGRESS' ? running : { ...running, unknownWord: word }
  }

  /**
   * Handles statuses that fal doesn't document but others have seen. The same response or the result contains the
   * reason.
   */
  async function readFailure(taskPath: string, body: unknown, end: string): Promise<StatusOutcome> {
    const said = readError(body, fields)
    if (said) return buildFailure(said, 200)
    if (end) return { kind: 'failed', message: end }
    const result = await send('GET', taskPath)
    const read = readResult(result.status, result.body, fields)
    return read.kind === 'failed' ? read : { kind: 'failed', message: '' }
  }

  /** Reads the status after a cancellation. CANCELLATION_REQUESTED doesn't guarantee that the task is canceled. */
  async function resolveUnknownCreate(taskPath: string): Promise<CancelOutcome> {
    const seen = await status(taskPath)
    switch (seen.kind) {
      case 'failed':
        return { kind: 'stopped' }
      case 'succeeded':
        return { kind: 'too_late' }
      case 'running':
        return seen.phase === 'processing'
          ? { kind: 'too_late' }
          : { kind: 'no_news', cause: new Error('cancellation requested, still queued') }
      case 'forgotten':
        return { kind: 'no_news', cause: new Error('cancellation requested, task no longer known') }
      case 'no_news':
        return seen
      default:
        return seen satisfies never
    }
  }

  return catchProviderErrors({
    name: 'fal',
    hasQueuePosition: true,
    models: options.models,

    async create(request): Promise<CreateOutcome> {
      const input = getListedInput(options.models, request)
      if (!input) return reportMissingModel('fal', request.model)
      const { path } = input
      const callback = options.webhook ? `?${buildCallbackQuery(options.webhook, request.jobId, path)}` : ''
      const answer = await send('POST', `${path}${callback}`, buildFalInput(request, input))
      const { status, retryAfter, body } = answer
      if (status >= 200 && status < 300) {
        const taskId = readTaskPath(body, options.baseUrl, path)
        return taskId ? { kind: 'created', taskId } : reportCreateWithoutTask(answer)
      }
      const error = readError(body, fields)
      if (!error) return reportUnreadableCreate(answer)
      const cause = `${status} ${error.cause}`
      if (error.refused && status < 500) return reportRefusedContent(error.refused, cause)
      return reportRefusedCreate(status, error.reason, cause, retryAfter)
    },

    status,

    ...(options.webhook && {
      async readWebhook(webhook: Webhook): Promise<string | null> {
        // Anyone can make fal call this URL. So the path must be one of ours, and the status is checked with our key.
        const path = listPaths(options.models).find((one) => one === webhook.query.get('path'))
        const id = path && (await readSigned(webhook))
        return id ? readTaskPath({ request_id: id }, options.baseUrl, path) : null
      },
    }),

    async cancel(taskPath): Promise<CancelOutcome> {
      // Cancels only queued tasks, because fal might bill a canceled task that was running.
      const before = await send('GET', `${taskPath}/status`)
      if ((readStatusWord(before.body) ?? 'IN_QUEUE') !== 'IN_QUEUE') return { kind: 'too_late' }
      const answer = await send('PUT', `${taskPath}/cancel`)
      switch (readStatusWord(answer.body)) {
        case 'OK':
        // An earlier request, whose response was lost, already removed the task.
        case 'NOT_FOUND':
          return { kind: 'stopped' }
        case 'ALREADY_COMPLETED':
          return { kind: 'too_late' }
        case 'CANCELLATION_REQUESTED':
          return await resolveUnknownCreate(taskPath)
        default:
          return { kind: 'no_news', cause: new Error(`cancel returned HTTP ${answer.status}`) }
      }
    },
  })
}

function buildCallbackQuery(webhook: WebhookOptions, jobId: string, path: string): URLSearchParams {
  return new URLSearchParams({ fal_webhook: `${getCallbackUrl(webhook, jobId)}&path=${encodeURIComponent(path)}` })
}

function listPaths(models: ProviderOptions['models']): string[] {
  return Object.values(models).flatMap((made) => listEndpoints(made).map(({ path }) => path))
}

/** The default names of the input fields. */
const NAMES = { image: 'image_url', lastImage: 'end_image_url', references: 'image_urls', source: 'video_url' } as const

function listInputFields(models: ProviderOptions['models']): InputFields {
  const named = Object.values(models).flatMap((made) => listEndpoints(made).map(({ names }) => names))
  const pairs = [NAMES, ...named].flatMap((names) =>
    (Object.keys(names) as (keyof typeof NAMES)[]).map((input) => [names[input], input] as const),
  )
  return { ...Object.fromEntries(pairs), audio_urls: 'audio' }
}

function buildFalInput(request: CreateRequest, input: ListedInput): Record<string, unknown> {
  const { kind, prompt, image, lastImage, references, source } = request
  const { aspectRatio, negativePrompt, seed, generateAudio, resolution } = input.listed
  const names = { ...NAMES, ...input.names }
  const named = {
    ...(kind !== 'upscale' && { prompt, duration: input.duration }),
    aspect_ratio: aspectRatio,
    negative_prompt: negativePrompt,
    seed,
    generate_audio: generateAudio,
    resolution,
    [names.image]: image ? getInputReference(image) : undefined,
    [names.lastImage]: lastImage ? getInputReference(lastImage) : undefined,
    [names.references]: references.length > 0 ? references.map(getInputReference) : undefined,
    audio_urls: input.audio ? [getInputReference(input.audio)] : undefined,
    [names.source]: source ?? undefined,
    ...input.fixed,
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}
