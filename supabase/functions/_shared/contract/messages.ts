// The messages to webhooks and devices when a user's job ends, and the administration of both. For the webhooks that
// providers send to us, see server.ts.
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

/** The limit of devices per user. Devices get notifications by Web Push (RFC 8030). */
export const MAX_DEVICES = 20

export const MAX_ENDPOINT_CHARACTERS = 2000

/** A subscription as a browser's `PushSubscription.toJSON()` returns it. */
export const saveDeviceBody = z.object({
  /** The address that the browser's push service gave to this browser. */
  endpoint: z.string().max(MAX_ENDPOINT_CHARACTERS),
  keys: z.object({
    /** An uncompressed point of P-256 in base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/, 'use an uncompressed P-256 key in base64url'),
    auth: z.string().regex(/^[\w-]{22}$/, 'use 16 bytes in base64url'),
  }),
  /** Whether notifications about a video without a title contain its prompt. */
  showsPrompt: z.boolean().default(false),
})
export type SaveDeviceBody = z.input<typeof saveDeviceBody>

/** A device as its owner sees it. Nobody reads its address and keys. */
export const device = z.object({
  id: filled,
  /** Null if the browser sent none. */
  userAgent: addFallback(z.string().nullable(), null),
  /** Whether the request's session saved the device. */
  isOwn: z.boolean(),
  showsPrompt: z.boolean(),
  createdAt: z.string(),
  /** The time of the last delivery to the push service. Null if there was none. */
  sentAt: addFallback(z.string().nullable(), null),
})
export type Device = z.output<typeof device>

export const devicesResponse = wrapResponse(z.object({ devices: z.array(device) }))
export const savedDeviceResponse = wrapResponse(z.object({ device }))
export const deletedDeviceResponse = wrapResponse(z.object({ id: filled }))

export const deviceRoutes = {
  'GET /api/devices': devicesResponse,
  'POST /api/devices': savedDeviceResponse,
  'DELETE /api/devices/:id': deletedDeviceResponse,
} as const

/** The decrypted message to a device, which public/push-worker.js shows. A later message with the same `id` replaces it. A click opens `path`. */
export const pushMessage = z.object({ id: filled, path: filled, title: filled, body: filled })
export type PushMessage = z.output<typeof pushMessage>
