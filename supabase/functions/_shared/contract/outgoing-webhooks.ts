// Messages that we send to addresses of a user when a job ends, and their administration. Messages that providers send to us:
// server.ts.
import { z } from 'zod'
import { addFallback, filled, wrapResponse } from './fields.ts'
import { serverJob } from './jobs.ts'

/** The addresses of one user. */
export const MAX_WEBHOOKS = 5

export const MAX_WEBHOOK_CHARACTERS = 2000

const event = z.enum(['job.completed', 'job.failed', 'job.canceled', 'test'])
export type WebhookEvent = z.output<typeof event>

/**
 * The fields of a finished job that leave in a message. Addresses expire, and the title and others change after the end, so that
 * tries would have different bodies: `GET /api/jobs/:id` has them. A new field of a job stays here until it is named.
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
  /** Null while messages are sent to it. */
  disabledAt: addFallback(z.string().nullable(), null),
  /** `gone`: the address answered 410. */
  disabledReason: addFallback(z.enum(['gone']).nullable(), null),
})
export type OutgoingWebhook = z.output<typeof outgoingWebhook>

/**
 * `status`: an answer without a 2xx status. `redirect`: an answer that leads elsewhere, where nothing is sent. `refused_address`: an
 * address of a private network. `unknown_host`: no such name. `no_answer`: no connection. `timeout`: no answer within 10 seconds.
 */
export const webhookFault = z.enum(['status', 'redirect', 'refused_address', 'unknown_host', 'no_answer', 'timeout'])
export type WebhookFault = z.output<typeof webhookFault>

export const webhookDelivery = z.object({
  /** The message's ID, the same over all tries: `msg_<UUID>`. */
  id: filled,
  event,
  /** Null for a test. */
  jobId: addFallback(z.string().nullable(), null),
  /** `failed`: it is not sent any more. */
  state: z.enum(['pending', 'delivered', 'failed']),
  tries: z.int().min(0),
  /** The HTTP status of the last answer, and what was wrong with the last try. Null for none. */
  lastStatus: addFallback(z.number().nullable(), null),
  lastFault: addFallback(webhookFault.nullable(), null),
  createdAt: z.string(),
  triedAt: addFallback(z.string().nullable(), null),
  /** Null unless it is pending. */
  nextTryAt: addFallback(z.string().nullable(), null),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const webhooksResponse = wrapResponse(z.object({ webhooks: z.array(outgoingWebhook) }))
/** `secret`: the key of the signatures, shown once. */
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
