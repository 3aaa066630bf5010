import { Hono } from 'hono'
import { z } from 'zod'
import { deleteAccountBody, exportQuery } from '../../_shared/contract/account.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { describeCause } from '../log.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody, parseQuery, readCursor, writeCursor } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { eraseDeleted } from '../services/account/erase-deleted.ts'
import { exportCursor, readExportPage } from '../services/account/export-page.ts'

/** The time that a deletion may continue after its response. The sweep completes the rest. */
const ERASE_MS = 20_000

export function createAccountRoutes(parts: Parts) {
  const { accounts, background, limits, log, now, outbox, signedIn } = parts

  function eraseInBackground(): void {
    const end = now().getTime() + ERASE_MS
    const work = eraseDeleted(parts, () => now().getTime() >= end)
    background(
      work.catch((cause: unknown) =>
        log({ level: 'error', message: 'deleted account not erased yet', cause: describeCause(cause) }),
      ),
    )
  }

  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/account', signedIn, limits.library, async (c) => {
      const account = await accounts.find(c.get('userId'))
      if (!account) throw new RequestError(REFUSALS.noAccount())
      const { name, email, created_at, available, videos, images, stored_bytes: storedBytes } = account
      const sessions = account.sessions.map(({ id, started_at, used_at, user_agent }) => ({
        id,
        startedAt: started_at,
        usedAt: used_at,
        userAgent: user_agent,
      }))
      return sendResponse(c, 'GET /api/account', {
        message: 'Account read.',
        data: { name, email, createdAt: created_at, credits: available, videos, images, storedBytes, sessions },
      })
    })
    .get('/api/account/export', signedIn, limits.library, async (c) => {
      const { cursor } = parseQuery(exportQuery, c.req.query())
      const place = readCursor(exportCursor, cursor) ?? { list: 'jobs' as const, after: null }
      const { page, next } = await readExportPage(c.get('userId'), place, { ...parts, ...outbox })
      return sendResponse(c, 'GET /api/account/export', {
        message: 'Page read.',
        data: { ...page, nextCursor: next && writeCursor(next) },
      })
    })
    .delete('/api/account/sessions/:id', signedIn, limits.manage, async (c) => {
      const id = z.uuid().safeParse(c.req.param('id'))
      if (!id.success || !(await accounts.endSession(c.get('userId'), id.data))) {
        throw new RequestError(REFUSALS.noSession())
      }
      return sendResponse(c, 'DELETE /api/account/sessions/:id', { message: 'Session ended.', data: { id: id.data } })
    })
    .post('/api/account/delete', signedIn, limits.account, async (c) => {
      const { email } = parseBody(deleteAccountBody, await readJsonBody(c))
      const answer = await accounts.delete(c.get('userId'), email)
      if (answer.outcome === 'wrong_email') throw new RequestError(REFUSALS.wrongEmail())
      if (answer.outcome === 'open') throw new RequestError(REFUSALS.accountBusy())
      eraseInBackground()
      return sendResponse(c, 'POST /api/account/delete', { message: 'Your account is deleted.', data: {} })
    })
}
