import { Webhook } from 'standardwebhooks'
import { type WebhookMessage, webhookMessage } from '../../../_shared/contract/messages.ts'
import { type JobViewDeps, viewJob } from '../jobs/job-view.ts'
import type { ClaimedMessage } from './message-records.ts'

export interface WebhookMessageDeps extends Pick<JobViewDeps, 'catalogue' | 'log'> {
  now: () => Date
}

const NOTHING = async () => new Map<string, string>()
const NO_FILES = { urls: NOTHING }

/** Writes a message to a webhook, signed with its secret. */
export async function writeWebhookMessage(
  message: ClaimedMessage,
  deps: WebhookMessageDeps,
): Promise<{ headers: Record<string, string>; body: string }> {
  const body = JSON.stringify(await describe(message, deps))
  const id = getMessageId(message.id)
  const at = deps.now()
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Soundreel-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(message.secret).sign(id, at, body),
    },
    body,
  }
}

export function getMessageId(id: string): string {
  return `msg_${id}`
}

async function describe({ event, created_at, job }: ClaimedMessage, deps: WebhookMessageDeps): Promise<WebhookMessage> {
  if (!job) return webhookMessage.parse({ type: 'test', timestamp: created_at, data: {} })
  const data = await viewJob(job, { ...deps, files: NO_FILES, canCancel: () => false, announceExpiry: NOTHING })
  // Removes the URLs, and the fields that can change later.
  return webhookMessage.parse({ type: event, timestamp: created_at, data })
}
