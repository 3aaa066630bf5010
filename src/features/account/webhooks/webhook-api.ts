import {
  type CreateWebhookBody,
  deletedWebhookResponse,
  newWebhookResponse,
  type OutgoingWebhook,
  type WebhookDelivery,
  webhookDeliveriesResponse,
  webhookSentResponse,
  webhooksResponse,
} from '@contract/messages'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

/** Calls about the user's webhooks. Every method throws the errors of `Http.request`. */
export function createWebhookApi(http: Http) {
  const getPath = (webhookId: string) => `/api/webhooks/${encodeURIComponent(webhookId)}`
  return {
    async list(): Promise<OutgoingWebhook[]> {
      return readResponse(webhooksResponse, await http.request({ method: 'GET', path: '/api/webhooks' })).data.webhooks
    },
    /** Adds a webhook. The request is never retried, because the secret of a lost response can't be read again. */
    async add(url: string): Promise<{ webhook: OutgoingWebhook; secret: string }> {
      const body = { url } satisfies CreateWebhookBody
      const answer = await http.request({ method: 'POST', path: '/api/webhooks', body, retries: 0 })
      return readResponse(newWebhookResponse, answer).data
    },
    /** Removes a webhook. Safe to repeat. */
    async remove(webhookId: string): Promise<void> {
      await http.request({ method: 'DELETE', path: getPath(webhookId) }).then(
        (body) => readResponse(deletedWebhookResponse, body),
        (error: unknown) => {
          if (!isRefusedAs(error, 'not_found')) throw error
        },
      )
    },
    async test(webhookId: string): Promise<void> {
      const path = `${getPath(webhookId)}/test`
      readResponse(webhookSentResponse, await http.request({ method: 'POST', path, retries: 0 }))
    },
    async listDeliveries(webhookId: string): Promise<WebhookDelivery[]> {
      const path = `${getPath(webhookId)}/deliveries`
      return readResponse(webhookDeliveriesResponse, await http.request({ method: 'GET', path })).data.deliveries
    },
    async repeat(webhookId: string, deliveryId: string): Promise<void> {
      const path = `${getPath(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/repeat`
      readResponse(webhookSentResponse, await http.request({ method: 'POST', path, retries: 0 }))
    },
  }
}

export type WebhookApi = ReturnType<typeof createWebhookApi>
