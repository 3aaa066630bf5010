// Generates videos with Runway. The shapes follow the types of @runwayml/sdk 4.20.1. The errors are in
// docs/internals/provider-notes.md.
import { z } from 'zod'
import type { InputKind } from '../../../_shared/contract/inputs.ts'
import { getInputReference } from '../image/input-reference.ts'
import { readEnd } from './failures/end-words.ts'
import { findRefusedContent, readRefusedContent } from './failures/refused-content.ts'
import { getListedInput, type ListedInput } from './listed-input.ts'
import type { CancelOutcome, CreateOutcome, CreateRequest, StatusOutcome, VideoProvider } from './provider.ts'
import { createSender, type ProviderOptions, type ProviderResponse } from './provider-http.ts'
import {
  catchProviderErrors,
  faultPath,
  type InputFields,
  nameInput,
  reportCreateWithoutTask,
  reportMissingModel,
  reportNoStatus,
  reportRefusedCreate,
  reportUnreadableCreate,
  toCost,
} from './provider-response.ts'

const RATIOS: Readonly<Record<string, string>> = { '16:9': '1280:720', '9:16': '720:1280', '1:1': '960:960' }

/** The path of the endpoint for each kind of input. */
const STARTS: Record<InputKind, string> = {
  text: 'text',
  image: 'image',
  frames: 'image',
  references: 'text',
  extend: 'video',
  edit: 'video',
  upscale: 'video',
}

const accepted = z.looseObject({ id: z.string().min(1) })
const task = z.looseObject({
  status: z.string(),
  progress: z.number().min(0).max(1).optional().catch(undefined),
  output: z.array(z.string()).catch([]),
  failure: z.string().catch(''),
  failureCode: z.string().catch(''),
  cost: z.looseObject({ credits: z.unknown().optional() }).nullish().catch(null),
})
type Task = z.output<typeof task>

const sentence = z.string().min(1)
const refusal = z.looseObject({
  error: z.union([sentence, z.looseObject({ message: sentence }).transform(({ message }) => message)]),
  issues: z.array(z.looseObject({ message: z.string(), path: faultPath })).catch([]),
})
const INPUT_FIELDS: InputFields = {
  references: 'references',
  referenceAudio: 'audio',
  promptVideo: 'source',
  videoUri: 'source',
}
/** The inputs for the images in `promptImage`, in order. */
const FRAMES: readonly InputFields[] = [{ promptImage: 'image' }, { promptImage: 'lastImage' }]

/** Returns the headers of a Runway request, except the content type. */
export function createRunwayHeaders(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'x-runway-version': '2024-11-06' }
}

export function createRunwayProvider(options: ProviderOptions): VideoProvider {
  const send = createSender(options, createRunwayHeaders(options.apiKey))
  const getTaskPath = (taskId: string) => `v1/tasks/${encodeURIComponent(taskId)}`

  return catchProviderErrors({
    name: 'runway',
    models: options.models,

    async create(request): Promise<CreateOutcome> {
      const input = getListedInput(options.models, request, RATIOS)
      if (!input) return reportMissingModel('Runway', request.model)
      return readCreate(await send('POST', `v1/${STARTS[request.kind]}_to_video`, buildBody(request, input)))
    },

    async status(taskId): Promise<StatusOutcome> {
      const answer = await send('GET', getTaskPath(taskId))
      const seen = answer.status < 300 ? task.safeParse(answer.body).data : undefined
      if (seen) return readTask(seen)
      // An error with a success status ends the task only if it's a refusal by the safety check.
      const message = answer.status < 300 ? (refusal.safeParse(answer.body).data?.error ?? '') : ''
      return readRefusedContent(message) ? { kind: 'failed', message } : reportNoStatus(answer)
    },

    async cancel(taskId): Promise<CancelOutcome> {
      // The same request deletes a finished video, and a running task might be billed. So only a queued task is
      // canceled.
      const before = await send('GET', getTaskPath(taskId))
      const word = before.status < 300 ? task.safeParse(before.body).data?.status.toUpperCase() : undefined
      if (word === 'CANCELLED' || word === 'CANCELED') return { kind: 'stopped' }
      if (word === undefined) return { kind: 'no_news', cause: new Error(`status returned HTTP ${before.status}`) }
      if (word !== 'PENDING' && word !== 'THROTTLED') return { kind: 'too_late' }
      const { status } = await send('DELETE', getTaskPath(taskId))
      return status === 204
        ? { kind: 'stopped' }
        : { kind: 'no_news', cause: new Error(`cancel returned HTTP ${status}`) }
    },
  })
}

function buildBody(request: CreateRequest, input: ListedInput): Record<string, unknown> {
  const { prompt, image, lastImage, references, source } = request
  const { aspectRatio, negativePrompt, seed, generateAudio, resolution } = input.listed
  return {
    model: input.path,
    promptText: prompt,
    duration: input.durationSeconds,
    ratio: aspectRatio,
    negativePrompt,
    seed,
    audio: generateAudio,
    resolution,
    ...(image && {
      promptImage: [
        { uri: getInputReference(image), position: 'first' },
        ...(lastImage ? [{ uri: getInputReference(lastImage), position: 'last' }] : []),
      ],
    }),
    ...(references.length > 0 && { references: references.map((one) => ({ uri: getInputReference(one) })) }),
    ...(input.audio && { referenceAudio: [{ type: 'audio', uri: getInputReference(input.audio) }] }),
    ...(source && { [input.names.source ?? 'promptVideo']: source }),
    ...input.fixed,
  }
}

function readCreate(answer: ProviderResponse): CreateOutcome {
  const { status, retryAfter, body } = answer
  if (status < 300) {
    const taskId = accepted.safeParse(body).data?.id
    return taskId ? { kind: 'created', taskId } : reportCreateWithoutTask(answer)
  }
  const refused = refusal.safeParse(body).data
  if (!refused) return reportUnreadableCreate(answer)
  const { error, issues } = refused
  const cause = `${status} ${[error, ...issues.map(({ message, path }) => `${message} (${path.join('.')})`)].join('; ')}`
  const reason = issues[0] ? nameIssue(issues[0]) : error
  return reportRefusedCreate(status, reason, cause, retryAfter)
}

function nameIssue({ message, path }: { message: string; path: (string | number)[] }): string {
  const frame = path[0] === 'promptImage' ? FRAMES[Number(path[1])] : undefined
  return nameInput(message, path, frame ?? INPUT_FIELDS)
}

function readTask({ status, progress, output, failure, failureCode, cost: charged }: Task): StatusOutcome {
  const cost = toCost(charged?.credits, 'credits')
  const end = readEnd(status, 'at Runway')
  if (end !== null) return { ...readFailure(failure || end, failureCode), ...cost }
  switch (status.toUpperCase()) {
    case 'PENDING':
    case 'THROTTLED':
      return { kind: 'running', phase: 'waiting' }
    case 'RUNNING':
      return { kind: 'running', phase: 'processing', ...(progress === undefined ? {} : { progress }) }
    case 'SUCCEEDED':
      return { kind: 'succeeded', url: output[0] || null, ...cost }
    default:
      return { kind: 'running', phase: 'processing', unknownWord: status }
  }
}

/**
 * Reads a failure. The code can be SAFETY.INPUT.TEXT or SAFETY.OUTPUT.VIDEO, for example. The last part is Runway's
 * best guess.
 */
function readFailure(message: string, code: string): Extract<StatusOutcome, { kind: 'failed' }> {
  const parts = code.toUpperCase().split('.')
  if (!parts.includes('SAFETY')) return { kind: 'failed', message, cause: `${code} ${message}`.trim() }
  const said = findRefusedContent(message)
  const input = parts.includes('TEXT')
    ? 'prompt'
    : parts.includes('IMAGE')
      ? 'image'
      : parts.includes('VIDEO')
        ? 'video'
        : said
  const refused = said === 'person' ? said : parts.includes('OUTPUT') ? 'result' : input
  return { kind: 'failed', message, refused, cause: `${code} ${message}`.trim() }
}
