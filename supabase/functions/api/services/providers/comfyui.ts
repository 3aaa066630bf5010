import { encodeBase64 } from 'hono/utils/encode'
import { z } from 'zod'
import { INPUT_KINDS, MAX_REFERENCES } from '../../../_shared/contract/inputs.ts'
import type { ProviderModel } from '../../catalogue/provider-model.ts'
import { IMAGE_EXTENSION } from '../image/uploaded-image.ts'
import { readHistory, readQueue, readRefusal } from './comfyui-wire.ts'
import { getListedInput, type ListedInput } from './listed-input.ts'
import { wasNeverSent } from './never-sent.ts'
import { OUT_OF_MEMORY } from './own-gpu/gpu-memory.ts'
import type {
  CancelOutcome,
  CreateOutcome,
  CreateRequest,
  ProviderFault,
  StatusOutcome,
  StoredImage,
  VideoProvider,
} from './provider.ts'
import { createSender, type ProviderOptions, type ProviderResponse } from './provider-http.ts'
import {
  catchProviderErrors,
  reportAccountRefusal,
  reportMissingModel,
  reportStatusRefusal,
  reportUnavailable,
  reportUnreadableCreate,
} from './provider-response.ts'
import { encodeUtf8 } from './webhook.ts'
import { fillWorkflow, findMissingParts, type Graph, type MissingParts, readWorkflow, type Values } from './workflow.ts'

interface ComfyOptions extends ProviderOptions {
  workflows: Readonly<Record<string, unknown>>
}

/** The queue contains the graph of each job, and `/object_info` lists every node. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const UPLOADS = 'soundreel'

const storedImage = z.looseObject({ name: z.string().min(1), subfolder: z.string().catch('') })
const accepted = z.looseObject({ prompt_id: z.string().min(1) })

/**
 * Creates the provider. Throws if a workflow is invalid.
 * The task ID is our job ID, so a create request without a response can be found. A second POST with that ID would run
 * twice. `apiKey`: see readComfyAccess.
 */
export function createComfyProvider(options: ComfyOptions): VideoProvider {
  const { baseUrl, authorization } = readComfyAccess(options.baseUrl, options.apiKey)
  const send = createSender({ ...options, baseUrl, maxResponseBytes: MAX_ANSWER_BYTES }, authorization)
  const workflows = readWorkflows(options)

  async function readStatus(taskId: string): Promise<StatusOutcome> {
    // Reads the queue before the history, because a job that ends between the two reads is then in the history.
    const queue = await send('GET', 'queue')
    const place = queue.status < 300 ? readQueue(queue.body, taskId) : null
    if (place === null) return reportNoNews('queue', queue.status)
    if (place === 'running') return { kind: 'running', phase: 'processing' }
    if (place !== 'absent') return { kind: 'running', phase: 'waiting', ahead: place.ahead }
    const history = await send('GET', `history/${encodeURIComponent(taskId)}`)
    const ending = history.status < 300 ? readHistory(history.body, taskId) : null
    switch (ending?.kind) {
      case undefined:
        return reportNoNews('history', history.status)
      case 'absent':
        return { kind: 'forgotten' }
      case 'interrupted':
        return { kind: 'failed', message: 'the job was canceled on the server' }
      case 'failed':
        return { kind: 'failed', message: ending.outOfMemory ? OUT_OF_MEMORY : ending.reason }
      case 'succeeded':
        return {
          kind: 'succeeded',
          url: ending.file && `${baseUrl}/view?${new URLSearchParams(getFileQuery(ending.file))}`,
        }
      default:
        return ending satisfies never
    }
  }

  /**
   * Uploads the images of a job. Returns their names on the server by placeholder, or the outcome if an upload failed.
   */
  async function uploadAll({
    jobId,
    image,
    lastImage,
    references,
  }: CreateRequest): Promise<{ named: Images } | { failed: CreateOutcome }> {
    const images = [['image', image] as const, ['last_image', lastImage] as const]
    // If a workflow has more reference placeholders than the job has references, the last reference fills the others.
    const places = references.length > 0 ? Array.from({ length: MAX_REFERENCES }, (_, place) => place) : []
    const named: Images = { image: '', last_image: '' }
    for (const [name, image] of images) {
      if (!image) continue
      const stored = await upload(name === 'image' ? jobId : `${jobId}-${name}`, image)
      if (typeof stored !== 'string') return stored
      named[name] = stored
    }
    const stored: string[] = []
    for (const [place, image] of references.entries()) {
      const one = await upload(`${jobId}-reference-${place + 1}`, image)
      if (typeof one !== 'string') return one
      stored.push(one)
    }
    for (const place of places) named[`reference_${place + 1}`] = stored[place] ?? stored.at(-1) ?? ''
    return { named }
  }

  async function upload(name: string, image: StoredImage): Promise<string | { failed: CreateOutcome }> {
    const form = new FormData()
    form.set('image', new Blob([image.bytes], { type: image.mime }), `${name}.${IMAGE_EXTENSION[image.mime]}`)
    form.set('subfolder', UPLOADS)
    form.set('type', 'input')
    form.set('overwrite', 'true')
    try {
      const answer = await send('POST', 'upload/image', form)
      const stored = answer.status < 300 ? storedImage.safeParse(answer.body).data : undefined
      if (!stored) return { failed: reportFailedUpload(answer) }
      return stored.subfolder ? `${stored.subfolder}/${stored.name}` : stored.name
    } catch (cause) {
      // An error before sending lets the caller try another provider.
      if (wasNeverSent(cause)) throw cause
      return { failed: reportUnavailable(`the image was not uploaded: ${cause}`) }
    }
  }

  return catchProviderErrors({
    name: 'comfyui',
    models: options.models,
    cancels: 'always',
    hasQueuePosition: true,
    taskIdOf: ({ id }) => id,
    fileHeaders: (address) => (address.origin === new URL(baseUrl).origin ? authorization : {}),

    async create(request): Promise<CreateOutcome> {
      const input = getListedInput(options.models, request)
      const model = options.models[request.model]
      const workflow = input && workflows[input.path]
      const size = model?.video?.sizes[request.aspectRatio]
      if (!model?.video || !size || !input || !workflow) return reportMissingModel('ComfyUI', request.model)
      const uploaded = await uploadAll(request)
      if ('failed' in uploaded) return uploaded.failed
      const graph = fillWorkflow(workflow, getWorkflowValues(model.video, size, request, input, uploaded.named))
      const answer = await send('POST', 'prompt', { prompt: graph, prompt_id: request.jobId, client_id: 'soundreel' })
      const { status: code, body } = answer
      const taskId = code < 300 ? accepted.safeParse(body).data?.prompt_id : undefined
      if (taskId) return { kind: 'created', taskId }
      const refusal = readRefusal(body)
      if (code === 400 && refusal !== null)
        return reportAccountRefusal('request', `ComfyUI refused the workflow ${input.path}: ${refusal}`)
      return reportUnreadableCreate(answer, { isOwn: true })
    },

    status: readStatus,

    async cancel(taskId): Promise<CancelOutcome> {
      await send('POST', 'queue', { delete: [taskId] })
      const before = await readStatus(taskId)
      if (before.kind === 'running' && before.phase === 'processing')
        await send('POST', 'interrupt', { prompt_id: taskId })
      const after = before.kind === 'running' ? await readStatus(taskId) : before
      // The operator's own server doesn't charge for unfinished jobs.
      if (after.kind === 'forgotten' || after.kind === 'failed') return { kind: 'stopped' }
      if (after.kind === 'succeeded') return { kind: 'too_late' }
      return {
        kind: 'no_news',
        cause: after.kind === 'no_news' ? after.cause : new Error('cancellation requested, still running'),
      }
    },

    async check(): Promise<ProviderFault[]> {
      const reportAway = (what: string): ProviderFault[] => [{ what, lacks: [], isAway: true }]
      try {
        const { status: code, body } = await send('GET', 'object_info')
        const info = code < 300 ? z.record(z.string(), z.unknown()).safeParse(body).data : undefined
        if (!info)
          return reportAway(
            `${baseUrl} returned ${code}. Check that it is a ComfyUI server and that its API key is correct.`,
          )
        const checked = listEndpoints(options.models).flatMap(({ path, ...lacks }) =>
          workflows[path] ? [{ path, lacks, ...findMissingParts(workflows[path], info) }] : [],
        )
        return describeLacking(checked)
      } catch (cause) {
        const reason =
          cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : cause
        return reportAway(`ComfyUI is not responding at ${baseUrl} (${reason}). Start it, or set VIDEO_API_URL.`)
      }
    },
  })
}

/** The server's names of uploaded images, by placeholder. */
type Images = Record<string, string>

type CheckedEndpoint = MissingParts & { path: string; lacks: ProviderFault['lacks'][number] }

/** Describes each missing file separately. Nodes missing from the same workflows share one message. */
function describeLacking(checked: CheckedEndpoint[]): ProviderFault[] {
  const lackersOf = (kind: keyof MissingParts, name: string) =>
    checked.filter((endpoint) => endpoint[kind].includes(name))
  const namesOf = (kind: keyof MissingParts) => [...new Set(checked.flatMap((endpoint) => endpoint[kind]))]
  const describe = (lackers: CheckedEndpoint[], what: string): ProviderFault => ({
    what: `${joinWords(lackers.map(({ path }) => path))}: ${what}`,
    lacks: lackers.map(({ lacks }) => lacks),
  })
  const nodes = Map.groupBy(namesOf('nodes'), (name) =>
    lackersOf('nodes', name)
      .map(({ path }) => path)
      .join(),
  )
  return [
    ...[...nodes.values()].map((names) => describe(lackersOf('nodes', names[0] ?? ''), describeNodes(names))),
    ...namesOf('files').map((file) => describe(lackersOf('files', file), file)),
  ]
}

function describeNodes(names: string[]): string {
  return names.length === 1
    ? `ComfyUI is missing the node ${names}. Update ComfyUI, or install the node.`
    : `ComfyUI is missing the nodes ${joinWords(names)}. Update ComfyUI, or install them.`
}

function joinWords(words: string[]): string {
  return new Intl.ListFormat('en').format(new Set(words))
}

function reportNoNews(name: string, status: number): StatusOutcome {
  const cause = new Error(`${name} returned HTTP ${status}`)
  return { kind: 'no_news', cause, ...reportStatusRefusal(status) }
}

/** Reports a failed upload. No job exists yet, because images are uploaded first. */
function reportFailedUpload(answer: ProviderResponse): CreateOutcome {
  const refused = reportUnreadableCreate(answer, { isOwn: true })
  return refused.kind === 'not_created' ? refused : reportUnavailable(`upload returned HTTP ${answer.status}`)
}

function getFileQuery({ filename, subfolder, type }: { filename: string; subfolder: string; type: string }) {
  return { filename, subfolder, type }
}

/**
 * Returns the base URL and the authorization header. `key`: `user:password` for Basic, anything else for Bearer, or
 * empty for none. Without a key, the URL can contain the user and password. `fetch` would refuse such a URL.
 */
export function readComfyAccess(address: string, key: string) {
  const url = new URL(address)
  const { username, password } = url
  Object.assign(url, { username: '', password: '' })
  const used = key || (username || password ? `${decode(username)}:${decode(password)}` : '')
  // RFC 7617 requires UTF-8 in composed form.
  const encodeBasic = () => `Basic ${encodeBase64(encodeUtf8(used.normalize()).buffer)}`
  const authorization: Record<string, string> = used
    ? { authorization: used.includes(':') ? encodeBasic() : `Bearer ${used}` }
    : {}
  return { baseUrl: url.href.replace(/\/$/, ''), authorization }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function listEndpoints(models: ComfyOptions['models']) {
  return Object.entries(models).flatMap(([model, made]) =>
    INPUT_KINDS.flatMap((kind) => (made[kind] ? [{ model, kind, path: made[kind].path }] : [])),
  )
}

function readWorkflows({ models, workflows }: ComfyOptions): Record<string, Graph> {
  return Object.fromEntries(
    listEndpoints(models).map(({ path, kind }) => [path, readWorkflow(path, workflows[path], kind)]),
  )
}

function getWorkflowValues(
  { fps, frameStep }: NonNullable<ProviderModel['video']>,
  [width, height]: [number, number],
  request: CreateRequest,
  { durationSeconds: duration, listed: { negativePrompt: negative = '' } }: ListedInput,
  images: Images,
): Values {
  return {
    prompt: request.prompt,
    negative,
    seed: request.seed,
    width,
    height,
    frames: Math.round((duration * fps) / frameStep) * frameStep + 1,
    fps,
    duration,
    ...images,
  }
}
