import { Webhook } from 'standardwebhooks'
import { type WebhookFault, type WebhookMessage, webhookMessage } from '../../../_shared/contract/outgoing-webhooks.ts'
import { type JobViewDeps, viewJob } from '../jobs/job-view.ts'
import { checkReceiver, type ReceiverNetwork } from './receiver.ts'
import type { ClaimedDelivery } from './webhook-records.ts'

const TIMEOUT_MS = 10_000

export interface MessageDeps extends Pick<JobViewDeps, 'catalogue' | 'log'> {
  fetch: typeof globalThis.fetch
  network: ReceiverNetwork
  now: () => Date
  /** The time limit of a response in milliseconds. Default: 10 seconds. */
  timeoutMs?: number
}

export interface SendResult {
  /** The HTTP status of the response. Null without a response. */
  status: number | null
  /** Null if the message was delivered. */
  fault: WebhookFault | null
}

const NOTHING = async () => new Map<string, string>()
const NO_FILES = { urls: NOTHING }

/** Sends a signed message once, and reads only the status of the response. Doesn't follow redirects. */
export async function sendMessage(delivery: ClaimedDelivery, deps: MessageDeps): Promise<SendResult> {
  const { fetch, network, now, timeoutMs = TIMEOUT_MS } = deps
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const refused = await checkReceiver(delivery.url, network)
    if (refused) return { status: null, fault: refused === 'unknown_host' ? 'unknown_host' : 'refused_address' }
    const body = JSON.stringify(await writeMessage(delivery, deps))
    const id = getMessageId(delivery.id)
    const at = now()
    const response = await fetch(delivery.url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Soundreel-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(delivery.secret).sign(id, at, body),
      },
      body,
    })
    const { status, ok } = response
    // Cancels the body, because a response can be endless.
    void response.body?.cancel().catch(() => undefined)
    if (ok) return { status, fault: null }
    return { status, fault: status >= 300 && status < 400 ? 'redirect' : 'status' }
  } catch {
    return { status: null, fault: signal.aborted ? 'timeout' : 'no_answer' }
  }
}

export function getMessageId(deliveryId: string): string {
  return `msg_${deliveryId}`
}

async function writeMessage({ event, created_at, job }: ClaimedDelivery, deps: MessageDeps): Promise<WebhookMessage> {
  if (!job) return webhookMessage.parse({ type: 'test', timestamp: created_at, data: {} })
  const data = await viewJob(job, { ...deps, files: NO_FILES, canCancel: () => false, announceExpiry: NOTHING })
  // Removes the URLs, and the fields that can change later.
  return webhookMessage.parse({ type: event, timestamp: created_at, data })
}
