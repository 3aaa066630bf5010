// Writes a message to a device: encrypted for its browser (RFC 8291), and signed for its push service (RFC 8292).
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { type PushMessage, pushMessage } from '../../../_shared/contract/messages.ts'
import { KEY_CREATED, KEY_CREATED_HINT, VIDEO_FAILED, VIDEO_READY } from '../../../_shared/contract/sentences.ts'
import type { Vapid } from '../../vapid.ts'
import type { ClaimedMessage } from './message-records.ts'

/** A push service drops the message if the device stays away longer. */
const TTL_SECONDS = 12 * 3600
/** The longest text of a notification in characters. Browsers show less. */
const MAX_CHARACTERS = 200

type DeviceMessage = Extract<ClaimedMessage, { kind: 'device' }>

export async function writeDeviceMessage(
  message: DeviceMessage,
  { vapid, nameOf }: { vapid: Vapid | null; nameOf: (model: string) => string },
): Promise<{ headers: Record<string, string>; body: BodyInit }> {
  const { url, secret, public_key } = message
  if (!vapid) throw new Error('the server has no VAPID keys')
  const data = describe(message, nameOf)
  const { headers, body } = await buildPushPayload(
    // A later message about the same job replaces one that waits. A topic has at most 32 characters.
    { data, options: { ttl: TTL_SECONDS, urgency: 'high', topic: data.id.replaceAll('-', '') } },
    { endpoint: url, expirationTime: null, keys: { p256dh: public_key, auth: secret } },
    vapid,
  )
  return { headers, body: new Uint8Array(body) }
}

function describe(
  { id: messageId, event, shows_prompt, job }: DeviceMessage,
  nameOf: (model: string) => string,
): PushMessage {
  if (event === 'key.created')
    return { id: messageId, path: '/account#keys', title: KEY_CREATED, body: KEY_CREATED_HINT }
  if (!job) throw new Error(`a message to a device about ${event} without a job`)
  const { id, model, title, prompt } = job
  const text = title || (shows_prompt && prompt) || nameOf(model)
  const characters = [...text]
  const body = characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : text
  return pushMessage.parse({
    id,
    path: `/videos/${id}`,
    title: event === 'job.completed' ? VIDEO_READY : VIDEO_FAILED,
    body,
  })
}
