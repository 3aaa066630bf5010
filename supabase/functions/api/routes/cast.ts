import { Hono } from 'hono'
import { z } from 'zod'
import { changeCastMemberBody, createCastMemberBody } from '../../_shared/contract/cast.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody } from '../requests.ts'
import { sendResponse } from '../response.ts'

export function createCastRoutes({ cast, limits, signedIn }: Parts) {
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/cast', signedIn, limits.library, async (c) => {
      const members = await cast.list(c.get('userId'))
      return sendResponse(c, 'GET /api/cast', { message: 'Cast read.', data: { members } })
    })
    .post('/api/cast', signedIn, limits.library, async (c) => {
      const fields = parseBody(createCastMemberBody, await readJsonBody(c))
      const data = await cast.save(c.get('userId'), null, fields)
      return sendResponse(c, 'POST /api/cast', { message: 'Added to your cast.', data })
    })
    .patch('/api/cast/:id', signedIn, limits.library, async (c) => {
      const fields = parseBody(changeCastMemberBody, await readJsonBody(c))
      const data = await cast.save(c.get('userId'), readId(c.req.param('id')), fields)
      return sendResponse(c, 'PATCH /api/cast/:id', { message: 'Saved.', data })
    })
    .delete('/api/cast/:id', signedIn, limits.library, async (c) => {
      const id = readId(c.req.param('id'))
      if (!(await cast.delete(id, c.get('userId')))) throw new RequestError(REFUSALS.noCastMember())
      return sendResponse(c, 'DELETE /api/cast/:id', { message: 'Deleted.', data: { id } })
    })
}

function readId(given: string): string {
  const id = z.uuid().safeParse(given)
  if (!id.success) throw new RequestError(REFUSALS.noCastMember())
  return id.data.toLowerCase()
}
