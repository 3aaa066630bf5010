import { type OutgoingWebhook, type WebhookDelivery, webhookFault } from '../../../_shared/contract/messages.ts'
import { getMessageId } from './webhook-message.ts'
import type { WebhookDeliveryRow, WebhookRow } from './webhook-records.ts'

export function viewWebhook({ id, url, created_at, disabled_at, disabled_reason }: WebhookRow): OutgoingWebhook {
  return { id, url, createdAt: created_at, disabledAt: disabled_at, disabledReason: disabled_reason }
}

export function viewDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const state = row.delivered_at ? 'delivered' : row.due_at ? 'pending' : 'failed'
  return {
    id: getMessageId(row.id),
    event: row.event,
    jobId: row.job_id,
    state,
    tries: row.tries,
    lastStatus: row.last_status,
    lastFault: webhookFault.nullable().catch(null).parse(row.last_fault),
    createdAt: row.created_at,
    triedAt: row.tried_at,
    nextTryAt: row.due_at,
  }
}
