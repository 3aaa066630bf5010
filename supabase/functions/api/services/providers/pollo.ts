import { getListedInput } from './listed-input.ts'
import { readCancel, readError, readStatus, readTaskId } from './pollo-wire.ts'
import type { CancelOutcome, CreateOutcome, StatusOutcome, VideoProvider } from './provider.ts'
import { createSender, type ProviderOptions, type ProviderResponse } from './provider-http.ts'
import {
  catchProviderErrors,
  reportCreateWithoutTask,
  reportMissingModel,
  reportNoStatus,
  reportRefusedCreate,
  reportUnreadableCreate,
} from './provider-response.ts'
import { encodeUtf8, fromBase64, fromJson, getCallbackUrl, isHmacSha256, isRecent, type Webhook } from './webhook.ts'

interface PolloOptions extends ProviderOptions {
  hasQueueStop: boolean
}

export function createPolloProvider(options: PolloOptions): VideoProvider {
  const send = createSender(options, { 'x-api-key': options.apiKey })
  const webhook = options.webhook?.secret ? options.webhook : null

  return catchProviderErrors({
    name: 'pollo',
    models: options.models,

    async create(request): Promise<CreateOutcome> {
      const input = getListedInput(options.models, request)
      if (!input) return reportMissingModel('Pollo', request.model)
      const { prompt, image, lastImage } = request
      const answer = await send('POST', input.path, {
        // Pollo refuses base64, and fetches the image from its URL.
        input: {
          prompt,
          length: input.durationSeconds,
          ...input.listed,
          ...(image ? { image: image.url } : {}),
          ...(lastImage ? { imageTail: lastImage.url } : {}),
          ...input.fixed,
        },
        ...(webhook && { webhookUrl: getCallbackUrl(webhook, request.jobId) }),
      })
      return readCreate(answer)
    },

    async status(taskId): Promise<StatusOutcome> {
      const answer = await send('GET', `generation/${encodeURIComponent(taskId)}/status`)
      return answer.status >= 200 && answer.status < 300 ? readStatus(answer.body) : reportNoStatus(answer)
    },

    ...(options.hasQueueStop ? { cancel } : {}),
    ...(webhook && { readWebhook: (message: Webhook) => readWebhook(message, webhook.secret) }),
  })

  async function cancel(taskId: string): Promise<CancelOutcome> {
    const { status, body } = await send('PUT', `generation/${encodeURIComponent(taskId)}/cancel`)
    return readCancel(status, body)
  }
}

/**
 * Verifies a webhook. The secret is the key in base64. The signature is the HMAC of "{id}.{timestamp}.{body}" in
 * base64.
 */
async function readWebhook({ headers, body, now }: Webhook, secret: string): Promise<string | null> {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`x-webhook-${name}`))
  if (!isRecent(timestamp, now)) return null
  const isOwn = await isHmacSha256(
    fromBase64(secret) ?? encodeUtf8(secret),
    `${id}.${timestamp}.${body}`,
    fromBase64(signature),
  )
  return isOwn ? readTaskId(fromJson(body)) : null
}

function readCreate(answer: ProviderResponse): CreateOutcome {
  const { status, retryAfter, body } = answer
  if (status >= 200 && status < 300) {
    const taskId = readTaskId(body)
    return taskId ? { kind: 'created', taskId } : reportCreateWithoutTask(answer)
  }
  const error = readError(body)
  if (!error) return reportUnreadableCreate(answer)
  const cause = `${status} ${error.code} ${error.message} ${error.issues.join('; ')}`
  return reportRefusedCreate(status, error.issues[0] ?? error.message, cause, retryAfter)
}
