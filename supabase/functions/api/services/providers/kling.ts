import { sign } from 'hono/jwt'
import { z } from 'zod'
import { getInputReference } from '../image/input-reference.ts'
import { findRefusedContent } from './failures/refused-content.ts'
import { isContentRefusal, readResponse, readStatus, readTaskId } from './kling-wire.ts'
import { getListedInput, type ListedInput } from './listed-input.ts'
import type { CreateOutcome, CreateRequest, StatusOutcome, StoredImage, VideoProvider } from './provider.ts'
import { createSender, type ProviderOptions, type ProviderResponse } from './provider-http.ts'
import {
  catchProviderErrors,
  isAccountRefusal,
  reportMissingModel,
  reportNoStatus,
  reportRefusedContent,
  reportRefusedCreate,
  reportUnreadableCreate,
} from './provider-response.ts'
import { fromJson, getCallbackUrl, isStandardWebhook, type Webhook, type WebhookOptions } from './webhook.ts'

export interface KlingKeys {
  /** The API key, or the access key of a key pair. */
  apiKey: string
  /** The secret key of a key pair. Empty for a single key. */
  apiSecret: string
}

type KlingOptions = ProviderOptions & KlingKeys & { now: () => Date }

const TOKEN_SECONDS = 5 * 60
/** Our clock can be ahead of Kling's. */
const CLOCK_SECONDS = 60

/** Kling may still process a create request whose response was lost. */
const MISSING_SECONDS = 120

const PATHS = { text: 'text2video', image: 'image2video' } as const
const BY_JOB = '?external_task_id='

const message = z.looseObject({ task_id: z.string().min(1) })

/**
 * Creates the provider. A task ID is the path below `/v1/videos`, and ends with Kling's ID. If Kling's ID is unknown,
 * the path ends with our job ID.
 */
export function createKlingProvider(options: KlingOptions): VideoProvider {
  const send = createSender(options, () => createKlingAuthorization(options, options.now()))
  const webhook = options.webhook?.secret ? options.webhook : null

  return catchProviderErrors({
    name: 'kling',
    models: options.models,
    taskIdOf: ({ id, mode }) => `${PATHS[mode]}${BY_JOB}${id}`,
    missingSeconds: MISSING_SECONDS,

    async create(request): Promise<CreateOutcome> {
      const input = getListedInput(options.models, request)
      if (!input) return reportMissingModel('Kling', request.model)
      const path = PATHS[request.image ? 'image' : 'text']
      return readCreate(path, await send('POST', `v1/videos/${path}`, buildBody(request, input, webhook)))
    },

    async status(taskId): Promise<StatusOutcome> {
      const sent = await send('GET', `v1/videos/${taskId}`)
      const isRead = sent.status < 500 && sent.status !== 429 && !isAccountRefusal(sent.status)
      const answer = isRead ? readResponse(sent.body) : null
      if (!answer) return reportNoStatus(sent)
      return readStatus(answer, taskId.split(BY_JOB)[1] ?? null)
    },

    ...(webhook && { readWebhook: (message: Webhook) => readWebhook(message, webhook.secret) }),
  })
}

/** Returns the authorization header. A key pair signs a token for each request. A newer API key is sent unchanged. */
export async function createKlingAuthorization(
  { apiKey, apiSecret }: KlingKeys,
  now: Date,
): Promise<Record<string, string>> {
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = { iss: apiKey, nbf: seconds - CLOCK_SECONDS, exp: seconds + TOKEN_SECONDS }
  return { authorization: `Bearer ${apiSecret ? await sign(claims, apiSecret, 'HS256') : apiKey}` }
}

async function readWebhook(webhook: Webhook, secret: string): Promise<string | null> {
  const path = Object.values(PATHS).find((one) => one === webhook.query.get('path'))
  if (!path || !(await isStandardWebhook(webhook, secret))) return null
  const taskId = message.safeParse(fromJson(webhook.body)).data?.task_id
  return taskId ? getTaskPath(path, taskId) : null
}

function getTaskPath(path: string, taskId: string): string {
  return `${path}/${encodeURIComponent(taskId)}`
}

function buildBody(
  { jobId, prompt, image, lastImage }: CreateRequest,
  input: ListedInput,
  webhook: WebhookOptions | null,
): Record<string, unknown> {
  const { aspectRatio, negativePrompt, generateAudio } = input.listed
  return {
    // Kling ignores `model`, and would use its oldest model.
    model_name: input.path,
    prompt,
    negative_prompt: negativePrompt,
    duration: String(input.durationSeconds),
    aspect_ratio: aspectRatio,
    ...(generateAudio === undefined ? {} : { sound: generateAudio ? 'on' : 'off' }),
    external_task_id: jobId,
    ...(webhook && { callback_url: `${getCallbackUrl(webhook, jobId)}&path=${PATHS[image ? 'image' : 'text']}` }),
    ...(image && { image: getBareReference(image) }),
    ...(lastImage && { image_tail: getBareReference(lastImage) }),
    ...input.fixed,
  }
}

/** Returns the URL of an image, or its base64 without the data URI prefix. */
function getBareReference(image: StoredImage): string {
  return getInputReference(image).replace(/^data:[^,]*,/, '')
}

/** Kling's codes as HTTP statuses. Kling's own status is 429 for an empty account too. */
const REFUSALS: Readonly<Record<number, number>> = {
  1000: 401,
  1001: 401,
  1002: 401,
  1003: 401,
  1004: 401,
  1100: 402,
  1101: 402,
  1102: 402,
  1103: 403,
  1200: 400,
  1201: 400,
  1202: 404,
  1203: 404,
  1300: 400,
  1301: 400,
  1302: 429,
  1303: 429,
  1304: 403,
  5000: 500,
  5001: 503,
}

function readCreate(path: string, received: ProviderResponse): CreateOutcome {
  const { status, retryAfter, body } = received
  const answer = readResponse(body)
  if (!answer) return reportUnreadableCreate(received)
  const taskId = readTaskId(answer)
  if (taskId) return { kind: 'created', taskId: getTaskPath(path, taskId) }
  const refused = REFUSALS[answer.code]
  // Kling accepted the request without an ID, or timed out internally. The task is found by our job ID.
  if (!refused) return { kind: 'unknown', cause: new Error(`create returned HTTP ${status}, code ${answer.code}`) }
  const cause = `${status} ${answer.code} ${answer.message}`
  if (isContentRefusal(answer.code)) return reportRefusedContent(findRefusedContent(answer.message), cause)
  return reportRefusedCreate(refused, answer.message, cause, retryAfter)
}
