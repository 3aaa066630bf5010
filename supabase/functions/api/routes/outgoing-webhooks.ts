import { Hono } from 'hono'
import { z } from 'zod'
import { createWebhookBody, MAX_WEBHOOK_CHARACTERS, MAX_WEBHOOKS } from '../../_shared/contract/messages.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { findReceiver } from '../services/messages/receiver.ts'
import { viewDelivery, viewWebhook } from '../services/messages/webhook-view.ts'

const LATEST_DELIVERIES = 50
/** Standard Webhooks recommends 24 to 64 bytes. */
const SECRET_BYTES = 32

const ADDRESS_FAULTS = {
  invalid: 'use an https address without a username or password',
  refused_address: 'use an address on the internet',
  unknown_host: "we can't find this host",
  too_long: `use at most ${MAX_WEBHOOK_CHARACTERS.toLocaleString('en')} characters, counted in the encoded address`,
}

export function createOutgoingWebhookRoutes({ limits, outbox, signedIn }: Parts) {
  const { webhooks, network, send } = outbox
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/webhooks', signedIn, limits.manage, async (c) => {
      const rows = await webhooks.list(c.get('userId'))
      return sendResponse(c, 'GET /api/webhooks', {
        message: 'Webhooks read.',
        data: { webhooks: rows.map(viewWebhook) },
      })
    })
    .post('/api/webhooks', signedIn, limits.webhooks, async (c) => {
      const { url } = parseBody(createWebhookBody, await readJsonBody(c))
      const address = URL.parse(url.trim())
      if (!address) throw new RequestError(REFUSALS.field('url', ADDRESS_FAULTS.invalid))
      // The fragment is never sent, so it can't distinguish two URLs.
      address.hash = ''
      const fault =
        address.href.length > MAX_WEBHOOK_CHARACTERS ? 'too_long' : (await findReceiver(address.href, network)).fault
      if (fault) throw new RequestError(REFUSALS.field('url', ADDRESS_FAULTS[fault]))
      const secret = createSecret()
      const created = await webhooks.create(c.get('userId'), address.href, secret, MAX_WEBHOOKS)
      if (created.outcome === 'exists') throw new RequestError(REFUSALS.webhookExists())
      if (created.outcome === 'too_many') throw new RequestError(REFUSALS.tooManyWebhooks(MAX_WEBHOOKS))
      const data = { webhook: viewWebhook(created.webhook), secret }
      return sendResponse(c, 'POST /api/webhooks', { message: 'Webhook added.', data })
    })
    .delete('/api/webhooks/:id', signedIn, limits.manage, async (c) => {
      const id = readId(c.req.param('id'))
      if (!(await webhooks.delete(id, c.get('userId')))) throw new RequestError(REFUSALS.noWebhook())
      return sendResponse(c, 'DELETE /api/webhooks/:id', { message: 'Webhook removed.', data: { id } })
    })
    .post('/api/webhooks/:id/test', signedIn, limits.webhooks, async (c) => {
      const outcome = await webhooks.test(readId(c.req.param('id')), c.get('userId'))
      if (outcome === 'not_found') throw new RequestError(REFUSALS.noWebhook())
      if (outcome === 'off') throw new RequestError(REFUSALS.webhookOff())
      send(c.get('userId'))
      return sendResponse(c, 'POST /api/webhooks/:id/test', { message: 'Test sent.', data: {} })
    })
    .get('/api/webhooks/:id/deliveries', signedIn, limits.manage, async (c) => {
      const rows = await webhooks.listDeliveries(readId(c.req.param('id')), c.get('userId'), LATEST_DELIVERIES)
      if (!rows) throw new RequestError(REFUSALS.noWebhook())
      return sendResponse(c, 'GET /api/webhooks/:id/deliveries', {
        message: 'Messages read.',
        data: { deliveries: rows.map(viewDelivery) },
      })
    })
    .post('/api/webhooks/:id/deliveries/:delivery/repeat', signedIn, limits.webhooks, async (c) => {
      const delivery = z.uuid().safeParse(c.req.param('delivery').replace(/^msg_/, ''))
      const id = readId(c.req.param('id'))
      const outcome = delivery.success ? await webhooks.repeat(delivery.data, id, c.get('userId')) : 'not_found'
      if (outcome === 'not_found') throw new RequestError(REFUSALS.noWebhookDelivery())
      if (outcome === 'off') throw new RequestError(REFUSALS.webhookOff())
      send(c.get('userId'))
      return sendResponse(c, 'POST /api/webhooks/:id/deliveries/:delivery/repeat', {
        message: 'Message sent again.',
        data: {},
      })
    })
}

function readId(id: string): string {
  const parsed = z.uuid().safeParse(id)
  if (!parsed.success) throw new RequestError(REFUSALS.noWebhook())
  return parsed.data.toLowerCase()
}

function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
