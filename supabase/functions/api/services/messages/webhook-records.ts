// Reads and changes webhooks and their messages with the functions of supabase/migrations/*_create_webhooks.sql.
import { z } from 'zod'
import type { Call } from '../database.ts'
import { webhookEvent } from './message-records.ts'

const webhookRow = z.object({
  id: z.string(),
  url: z.string(),
  created_at: z.string(),
  disabled_at: z.string().nullable(),
  disabled_reason: z.enum(['gone']).nullable().catch(null),
})
export type WebhookRow = z.output<typeof webhookRow>

const deliveryRow = z.object({
  id: z.string(),
  event: webhookEvent,
  job_id: z.string().nullable(),
  tries: z.number(),
  last_status: z.number().nullable(),
  last_fault: z.string().nullable(),
  created_at: z.string(),
  due_at: z.string().nullable(),
  tried_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
})
export type WebhookDeliveryRow = z.output<typeof deliveryRow>

const createdWebhook = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), webhook: webhookRow }),
  z.object({ outcome: z.literal('exists') }),
  z.object({ outcome: z.literal('too_many') }),
])
const dueResponse = z.enum(['due', 'off', 'not_found'])

export function createWebhookRecords(call: Call) {
  return {
    create: (userId: string, url: string, secret: string, max: number) =>
      call('create_webhook', { p_user_id: userId, p_url: url, p_secret: secret, p_max: max }, createdWebhook),
    list: (userId: string) => call('list_webhooks', { p_user_id: userId }, z.array(webhookRow)),
    delete: (webhookId: string, userId: string) =>
      call('delete_webhook', { p_webhook_id: webhookId, p_user_id: userId }, z.boolean()),
    /** Returns null if the user has no such webhook. */
    listDeliveries: (webhookId: string, userId: string, limit: number) =>
      call(
        'list_webhook_deliveries',
        { p_webhook_id: webhookId, p_user_id: userId, p_limit: limit },
        z.array(deliveryRow).nullable(),
      ),
    repeat: (deliveryId: string, webhookId: string, userId: string) =>
      call(
        'repeat_webhook_delivery',
        { p_delivery_id: deliveryId, p_webhook_id: webhookId, p_user_id: userId },
        dueResponse,
      ),
    test: (webhookId: string, userId: string) =>
      call('test_webhook', { p_webhook_id: webhookId, p_user_id: userId }, dueResponse),
  }
}

export type WebhookRecords = ReturnType<typeof createWebhookRecords>
