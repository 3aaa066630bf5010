// Generates videos with OpenRouter. The shapes follow the types of @openrouter/sdk 1.3.19 and
// openrouter.ai/docs/api_reference/videos.
import { z } from 'zod'
import type { RefusedContent } from '../../../_shared/contract/errors.ts'
import { getInputReference } from '../image/input-reference.ts'
import { readEnd } from './failures/end-words.ts'
import { findRefusedContent, readRefusedContent } from './failures/refused-content.ts'
import { getListedInput, type ListedInput } from './listed-input.ts'
import type { CreateOutcome, CreateRequest, StatusOutcome, StoredImage, VideoProvider } from './provider.ts'
import { createSender, type ProviderOptions, type ProviderResponse } from './provider-http.ts'
import {
  catchProviderErrors,
  reportCreateWithoutTask,
  reportMissingModel,
  reportNoStatus,
  reportRefusedContent,
  reportRefusedCreate,
  reportUnreadableCreate,
  toCost,
} from './provider-response.ts'
import {
  encodeUtf8,
  fromHex,
  fromJson,
  getCallbackUrl,
  isHmacSha256,
  isRecent,
  type Webhook,
  type WebhookOptions,
} from './webhook.ts'

const accepted = z.looseObject({ id: z.string().min(1) })
const job = z.looseObject({
  status: z.string(),
  error: z.union([z.string(), z.looseObject({ message: z.string() }).transform(({ message }) => message)]).catch(''),
  unsigned_urls: z.array(z.unknown()).nullish().catch(null),
  usage: z.looseObject({ cost: z.unknown().optional() }).nullish().catch(null),
})
const message = z.looseObject({ data: accepted })
const refusal = z.looseObject({
  error: z.looseObject({
    message: z.string().min(1),
    code: z.unknown().optional(),
    /** Present if moderation flagged the prompt. */
    metadata: z
      .looseObject({ reasons: z.array(z.string()) })
      .nullish()
      .catch(null),
  }),
})

export function createOpenRouterProvider(options: ProviderOptions): VideoProvider {
  const authorization = { authorization: `Bearer ${options.apiKey}` }
  const send = createSender(options, authorization)
  const webhook = options.webhook?.secret ? options.webhook : null

  return catchProviderErrors({
    name: 'openrouter',
    models: options.models,
    fileHeaders: (address) => (address.origin === new URL(options.baseUrl).origin ? authorization : {}),

    async create(request): Promise<CreateOutcome> {
      const input = getListedInput(options.models, request)
      if (!input) return reportMissingModel('OpenRouter', request.model)
      return readCreate(await send('POST', 'videos', buildBody(request, input, webhook)))
    },

    async status(taskId): Promise<StatusOutcome> {
      const path = `videos/${encodeURIComponent(taskId)}`
      const answer = await send('GET', path)
      const parsed = answer.status < 300 ? job.safeParse(answer.body).data : undefined
      if (!parsed) return readErrorBody(answer)
      // The response also has a signed URL, but its host belongs to the model's maker. So we use OpenRouter's own URL.
      return readState(parsed, `${options.baseUrl}/${path}/content?index=0`)
    },

    ...(webhook && { readWebhook: (message: Webhook) => readWebhook(message, webhook.secret) }),
  })
}

/** Verifies a webhook. The header is X-OpenRouter-Signature: t=<seconds>,v1=<hexadecimal HMAC of "{t},{body}">. */
async function readWebhook({ headers, body, now }: Webhook, secret: string): Promise<string | null> {
  const { t, v1 } = Object.fromEntries(
    (headers.get('x-openrouter-signature') ?? '').split(',').map((part) => part.trim().split('=')),
  )
  if (!isRecent(t, now) || !(await isHmacSha256(encodeUtf8(secret), `${t},${body}`, fromHex(v1)))) return null
  return message.safeParse(fromJson(body)).data?.data.id ?? null
}

function buildBody(
  { jobId, prompt, image, lastImage, references }: CreateRequest,
  input: ListedInput,
  webhook: WebhookOptions | null,
): Record<string, unknown> {
  const { aspectRatio, seed, generateAudio, resolution } = input.listed
  return {
    model: input.path,
    prompt,
    duration: input.durationSeconds,
    aspect_ratio: aspectRatio,
    seed,
    generate_audio: generateAudio,
    resolution,
    ...(webhook && { callback_url: getCallbackUrl(webhook, jobId) }),
    ...(image && {
      frame_images: [
        { ...wrapImage(image), frame_type: 'first_frame' },
        ...(lastImage ? [{ ...wrapImage(lastImage), frame_type: 'last_frame' }] : []),
      ],
    }),
    ...(references.length > 0 && { input_references: references.map(wrapImage) }),
    ...input.fixed,
  }
}

function wrapImage(image: StoredImage) {
  return { type: 'image_url', image_url: { url: getInputReference(image) } }
}

function readCreate(answer: ProviderResponse): CreateOutcome {
  const { status, retryAfter, body } = answer
  if (status < 300) {
    const taskId = accepted.safeParse(body).data?.id
    return taskId ? { kind: 'created', taskId } : reportCreateWithoutTask(answer)
  }
  const error = refusal.safeParse(body).data?.error
  if (!error) return reportUnreadableCreate(answer)
  const cause = `${status} ${error.message}`
  const reasons = error.metadata?.reasons.join(', ')
  if (reasons) return reportRefusedContent(findFlagged(error.message), `${cause}: ${reasons}`)
  return reportRefusedCreate(status, error.message, cause, retryAfter)
}

/** Returns the flagged content, which is the prompt unless the message names something else. */
function findFlagged(message: string): RefusedContent {
  const said = findRefusedContent(message)
  return said === 'request' ? 'prompt' : said
}

/**
 * Codes of errors about the job, sent with a success status. Other codes concern our key, our rate, or an internal
 * fault.
 */
const ENDED_CODES: readonly unknown[] = [400, 410, 422]

function readErrorBody(answer: ProviderResponse): StatusOutcome {
  const error = answer.status < 300 ? refusal.safeParse(answer.body).data?.error : undefined
  if (error?.metadata?.reasons.length) {
    const cause = `${error.message}: ${error.metadata.reasons.join(', ')}`
    return { kind: 'failed', message: error.message, refused: findFlagged(error.message), cause }
  }
  if (error && (ENDED_CODES.includes(error.code) || readRefusedContent(error.message)))
    return { kind: 'failed', message: error.message }
  return reportNoStatus(answer)
}

function readState(
  { status, error, unsigned_urls: urls, usage }: z.output<typeof job>,
  content: string,
): StatusOutcome {
  const cost = toCost(usage?.cost, 'usd')
  const end = readEnd(status, 'at OpenRouter')
  if (end !== null) return { kind: 'failed', message: error || end, ...cost }
  switch (status.toLowerCase()) {
    case 'pending':
      return { kind: 'running', phase: 'waiting' }
    case 'in_progress':
      return { kind: 'running', phase: 'processing' }
    case 'completed':
      return { kind: 'succeeded', url: urls?.length === 0 ? null : content, ...cost }
    default:
      return { kind: 'running', phase: 'processing', unknownWord: status }
  }
}
