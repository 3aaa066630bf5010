import { Hono } from 'hono'
import { z } from 'zod'
import { createKeyBody } from '../../_shared/contract/keys.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody } from '../requests.ts'
import { sendResponse } from '../response.ts'

/**
 * Creates the routes where a user manages API keys, and the route where a key reads itself. API keys can't call the
 * management routes.
 */
export function createKeysRoutes({ keys, limits, outbox, signedIn }: Parts) {
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/keys', signedIn, limits.manage, async (c) =>
      sendResponse(c, 'GET /api/keys', { message: 'Keys read.', data: { keys: await keys.list(c.get('userId')) } }),
    )
    .post('/api/keys', signedIn, limits.account, async (c) => {
      const body = parseBody(createKeyBody, await readJsonBody(c))
      const data = await keys.create(c.get('userId'), body)
      outbox.send(c.get('userId'))
      return sendResponse(c, 'POST /api/keys', { message: 'Key created. Copy it now: it is shown once.', data })
    })
    .delete('/api/keys/:id', signedIn, limits.manage, async (c) => {
      const id = z.uuid().safeParse(c.req.param('id'))
      if (!id.success || !(await keys.revoke(id.data, c.get('userId')))) throw new RequestError(REFUSALS.noKey())
      return sendResponse(c, 'DELETE /api/keys/:id', { message: 'Key revoked.', data: { id: id.data.toLowerCase() } })
    })
    .get('/api/key', signedIn, limits.library, async (c) => {
      const apiKey = c.get('apiKey')
      const key = apiKey ? await keys.find(apiKey.id, c.get('userId')) : null
      return sendResponse(c, 'GET /api/key', { message: 'Key read.', data: { key } })
    })
}
