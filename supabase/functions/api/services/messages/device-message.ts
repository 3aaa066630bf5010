// Writes a message to a device: encrypted for its browser (RFC 8291), and signed for its push service (RFC 8292).
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { type PushMessage, pushMessage } from '../../../_shared/contract/messages.ts'
import { VIDEO_FAILED, VIDEO_READY } from '../../../_shared/contract/sentences.ts'
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
  const { job, url, secret, public_key } = message
  if (!job || !vapid) throw new Error(job ? 'the server has no VAPID keys' : 'a message to a device without a job')
  const { headers, body } = await buildPushPayload(
    {
      data: describe(message, job, nameOf),
      // A later message about the same job replaces one that waits. A topic has at most 32 characters.
      options: { ttl: TTL_SECONDS, urgency: 'high', topic: job.id.replaceAll('-', '') },
    },
    { endpoint: url, expirationTime: null, keys: { p256dh: public_key, auth: secret } },
    vapid,
  )
  return { headers, body: new Uint8Array(body) }
}

function describe(
  { event, shows_prompt }: DeviceMessage,
  { id, model, title, prompt }: NonNullable<DeviceMessage['job']>,
  nameOf: (model: string) => string,
): PushMessage {
  const text = title || (shows_prompt && prompt) || nameOf(model)
  const characters = [...text]
  const body = characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : text
  return pushMessage.parse({ id, title: event === 'job.completed' ? VIDEO_READY : VIDEO_FAILED, body })
}
