// The webhooks that we send to a user's URLs when a job ends, and their administration. For the webhooks that providers
// send to us, see server.ts.
import { z } from 'zod'
import { addFallback, filled, wrapResponse } from './fields.ts'
import { serverJob } from './jobs.ts'

/** The limit of webhooks per user. */
export const MAX_WEBHOOKS = 5

export const MAX_WEBHOOK_CHARACTERS = 2000

const event = z.enum(['job.completed', 'job.failed', 'job.canceled', 'test'])
export type WebhookEvent = z.output<typeof event>

/**
 * The fields of a finished job that a webhook message contains.
 * URLs expire and a title can change, so retries would send different bodies. Read those fields from `GET
 * /api/jobs/:id`. Add a new job field here by name to send it.
 */
const messageJob = serverJob.pick({
  id: true,
  createdAt: true,
  status: true,
  mode: true,
  model: true,
  modelName: true,
  prompt: true,
  negativePrompt: true,
  length: true,
  aspectRatio: true,
  generateAudio: true,
  hasSound: true,
  seed: true,
  credits: true,
  settlement: true,
  failureCode: true,
  failureReason: true,
  elapsedSeconds: true,
  durationSeconds: true,
  videoMark: true,
  inputKind: true,
  resolution: true,
})

/** The body of a message. `timestamp`: when the job ended. */
export const webhookMessage = z.discriminatedUnion('type', [
  z.object({ type: event.exclude(['test']), timestamp: z.string(), data: messageJob }),
  z.object({ type: z.literal('test'), timestamp: z.string(), data: z.object({}) }),
])
export type WebhookMessage = z.output<typeof webhookMessage>

export const createWebhookBody = z.object({ url: z.string().max(MAX_WEBHOOK_CHARACTERS) })
export type CreateWebhookBody = z.input<typeof createWebhookBody>

export const outgoingWebhook = z.object({
  id: filled,
  url: filled,
  createdAt: z.string(),
  /** Null while the webhook is active. */
  disabledAt: addFallback(z.string().nullable(), null),
  /** `gone`: the receiver responded with 410. */
  disabledReason: addFallback(z.enum(['gone']).nullable(), null),
})
export type OutgoingWebhook = z.output<typeof outgoingWebhook>

/**
 * `status`: a response without a 2xx status. `redirect`: a redirect, which we don't follow. `refused_address`: a
 * private network address. `unknown_host`: the host name doesn't resolve. `no_answer`: no connection. `timeout`: no
 * response within 10 seconds.
 */
export const webhookFault = z.enum(['status', 'redirect', 'refused_address', 'unknown_host', 'no_answer', 'timeout'])
export type WebhookFault = z.output<typeof webhookFault>

export const webhookDelivery = z.object({
  /** The message ID, `msg_<UUID>`, which all attempts share. */
  id: filled,
  event,
  /** Null for a test. */
  jobId: addFallback(z.string().nullable(), null),
  /** `failed`: no further attempts. */
  state: z.enum(['pending', 'delivered', 'failed']),
  tries: z.int().min(0),
  /** The HTTP status and the error of the last attempt. Null for none. */
  lastStatus: addFallback(z.number().nullable(), null),
  lastFault: addFallback(webhookFault.nullable(), null),
  createdAt: z.string(),
  triedAt: addFallback(z.string().nullable(), null),
  /** Null unless the delivery is pending. */
  nextTryAt: addFallback(z.string().nullable(), null),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const webhooksResponse = wrapResponse(z.object({ webhooks: z.array(outgoingWebhook) }))
/** `secret`: the signing key, returned only once. */
export const newWebhookResponse = wrapResponse(z.object({ webhook: outgoingWebhook, secret: filled }))
export const deletedWebhookResponse = wrapResponse(z.object({ id: filled }))
export const webhookDeliveriesResponse = wrapResponse(z.object({ deliveries: z.array(webhookDelivery) }))
export const webhookSentResponse = wrapResponse(z.object({}))

export const outgoingWebhookRoutes = {
  'GET /api/webhooks': webhooksResponse,
  'POST /api/webhooks': newWebhookResponse,
  'DELETE /api/webhooks/:id': deletedWebhookResponse,
  'POST /api/webhooks/:id/test': webhookSentResponse,
  'GET /api/webhooks/:id/deliveries': webhookDeliveriesResponse,
  'POST /api/webhooks/:id/deliveries/:delivery/repeat': webhookSentResponse,
} as const
