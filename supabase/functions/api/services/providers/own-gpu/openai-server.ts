// Generates videos with any server that has OpenAI's `/v1/videos`, such as vLLM-Omni, SGLang, or a LiteLLM proxy. See
// docs/internals/provider-notes.md.
import { INPUT_KINDS } from '../../../../_shared/contract/inputs.ts'
import type { ProviderModel } from '../../../catalogue/provider-model.ts'
import { getListedInput, type ListedInput } from '../listed-input.ts'
import type {
  CancelOutcome,
  CreateOutcome,
  CreateRequest,
  ProviderFault,
  StatusOutcome,
  VideoProvider,
} from '../provider.ts'
import { createSender, type ProviderOptions, type ProviderResponse } from '../provider-http.ts'
import {
  catchProviderErrors,
  isAccountRefusal,
  reportAccountRefusal,
  reportCreateWithoutTask,
  reportMissingModel,
  reportRefusedCreate,
  reportUnreadableCreate,
} from '../provider-response.ts'
import { isOutOfMemory, OUT_OF_MEMORY } from './gpu-memory.ts'
import { isDeleted, readServedModels, readServerRefusal, readVideoId, readVideoState } from './openai-server-wire.ts'

/** A server refuses every job of a model that it doesn't serve, whatever the input. */
const IS_WRONG_MODEL =
  /\bmodel\b.*\b(mismatch|not found|does not exist|not exist|invalid)\b|\b(invalid|unknown)\b.*\bmodel\b/i

/**
 * Returns the base URL and the authorization header. The URL may end with `/v1`, as these servers document it. An empty
 * key sends no header.
 */
export function readServerAccess(address: string, key: string) {
  const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  return { baseUrl: address.replace(/\/v1\/?$/, ''), authorization }
}

/** Creates the provider. `baseUrl` and `apiKey`: see readServerAccess. */
export function createOpenAiServerProvider(options: ProviderOptions): VideoProvider {
  const { baseUrl, authorization } = readServerAccess(options.baseUrl, options.apiKey)
  const send = createSender({ ...options, baseUrl }, authorization)
  const getVideoPath = (taskId: string) => `v1/videos/${encodeURIComponent(taskId)}`

  async function readStatus(taskId: string): Promise<StatusOutcome> {
    const { status, body } = await send('GET', getVideoPath(taskId))
    const seen = readVideoState(status, body, taskId, `${baseUrl}/${getVideoPath(taskId)}/content`)
    return seen.kind === 'failed' && isOutOfMemory(seen.message) ? { ...seen, message: OUT_OF_MEMORY } : seen
  }

  return catchProviderErrors({
    name: 'openai-server',
    models: options.models,
    cancels: 'always',
    fileHeaders: (address) => (address.origin === new URL(baseUrl).origin ? authorization : {}),

    async create(request): Promise<CreateOutcome> {
      const input = getListedInput(options.models, request)
      const model = options.models[request.model]
      if (!input || !model) return reportMissingModel('openai-server', request.model)
      return readCreate(await send('POST', 'v1/videos', buildForm(request, input, model)))
    },

    status: readStatus,

    async cancel(taskId): Promise<CancelOutcome> {
      // The same request deletes the file of a finished video, so the status is checked first.
      const before = await readStatus(taskId)
      if (before.kind === 'forgotten' || before.kind === 'failed') return { kind: 'stopped' }
      if (before.kind === 'succeeded') return { kind: 'too_late' }
      if (before.kind === 'no_news') return before
      const { status, body } = await send('DELETE', getVideoPath(taskId))
      if (status < 300 && isDeleted(body)) return { kind: 'stopped' }
      return { kind: 'no_news', cause: new Error(`cancel returned HTTP ${status}`) }
    },

    async check(): Promise<ProviderFault[]> {
      const reportAway = (what: string): ProviderFault[] => [{ what, lacks: [], isAway: true }]
      try {
        const { status, body } = await send('GET', 'v1/models')
        if (isAccountRefusal(status)) return reportAway(`${baseUrl} refuses the API key (HTTP ${status}).`)
        const served = status < 300 ? readServedModels(body) : null
        if (served) return findLacking(options.models, served)
        return reportAway(`${baseUrl}/v1/models returned HTTP ${status}, and no list of models. Check the address.`)
      } catch (cause) {
        const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : cause
        return reportAway(
          `The video server is not responding at ${baseUrl} (${reason}). Start it, or check its address.`,
        )
      }
    },
  })
}

function findLacking(models: ProviderOptions['models'], served: readonly string[]): ProviderFault[] {
  const endpoints = Object.entries(models).flatMap(([model, made]) =>
    INPUT_KINDS.flatMap((kind) => (made[kind] ? [{ model, kind, path: made[kind].path }] : [])),
  )
  const lacking = Map.groupBy(
    endpoints.filter(({ path }) => !served.includes(path)),
    ({ path }) => path,
  )
  const list = served.length > 0 ? served.join(', ') : 'none'
  return [...lacking].map(([path, lackers]) => ({
    what: `The video server doesn't serve ${path}. It serves: ${list}.`,
    lacks: lackers.map(({ model, kind }) => ({ model, kind })),
  }))
}

/**
 * Builds the form. The server's defaults apply to absent fields. Fields that only some models need are in `fixed` of
 * the catalogue.
 */
function buildForm(request: CreateRequest, input: ListedInput, { video }: ProviderModel): FormData {
  const { aspectRatio, negativePrompt, seed, generateAudio } = input.listed
  const size = video?.sizes[request.aspectRatio]
  const { durationSeconds: seconds } = input
  const fields = {
    model: input.path,
    prompt: request.prompt,
    seconds,
    size: size ? size.join('x') : aspectRatio,
    // A number of frames is more exact than seconds, because models count frames in steps.
    ...(video && {
      fps: video.fps,
      num_frames: Math.round((seconds * video.fps) / video.frameStep) * video.frameStep + 1,
    }),
    negative_prompt: negativePrompt,
    seed,
    generate_sound: generateAudio,
    ...input.fixed,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  const { image, jobId } = request
  if (image)
    form.set(
      'input_reference',
      new Blob([image.bytes], { type: image.mime }),
      `${jobId}.${image.mime === 'image/png' ? 'png' : 'jpg'}`,
    )
  return form
}

function readCreate(answer: ProviderResponse): CreateOutcome {
  const { status, retryAfter, body } = answer
  if (status < 300) {
    const taskId = readVideoId(body)
    return taskId ? { kind: 'created', taskId } : reportCreateWithoutTask(answer)
  }
  const refused = readServerRefusal(body)
  if (refused === null) return reportUnreadableCreate(answer, { isOwn: true })
  const { reason, details } = refused
  const cause = `${status} ${details}`
  return IS_WRONG_MODEL.test(reason)
    ? reportAccountRefusal('request', cause)
    : reportRefusedCreate(status, reason, cause, retryAfter)
}
