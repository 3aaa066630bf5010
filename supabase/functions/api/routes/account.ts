import { Hono, type MiddlewareHandler } from 'hono'
import { deleteAccountBody, exportQuery } from '../../_shared/contract/account.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import { sendAnswer } from '../answer.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody, parseQuery, readCursor, writeCursor } from '../requests.ts'
import { type ExportDeps, exportPlace, readExportPage } from '../services/account/export-page.ts'

type Guard = MiddlewareHandler<{ Variables: ApiVariables }>

interface AccountDeps extends ExportDeps {
  /** Goes on with what is left of deleted accounts, behind the answer. */
  eraseDeleted: () => void
}

export function createAccountRoutes(
  deps: AccountDeps,
  { signedIn, limitLibrary, limitAccount }: { signedIn: Guard; limitLibrary: Guard; limitAccount: Guard },
) {
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/account', signedIn, limitLibrary, async (c) => {
      const account = await deps.accounts.find(c.get('userId'))
      if (!account) throw new RequestError(REFUSALS.noAccount())
      const { name, email, created_at, available, videos, images } = account
      const sessions = account.sessions.map(({ id, started_at, used_at, user_agent }) => ({
        id,
        startedAt: started_at,
        usedAt: used_at,
        userAgent: user_agent,
      }))
      return sendAnswer(c, 'GET /api/account', {
        message: 'Account read.',
        data: { name, email, createdAt: created_at, credits: available, videos, images, sessions },
      })
    })
    .get('/api/account/export', signedIn, limitLibrary, async (c) => {
      const { cursor } = parseQuery(exportQuery, c.req.query())
      const place = readCursor(exportPlace, cursor) ?? { list: 'jobs' as const, after: null }
      const { page, next } = await readExportPage(c.get('userId'), place, deps)
      return sendAnswer(c, 'GET /api/account/export', {
        message: 'Page read.',
        data: { ...page, nextCursor: next && writeCursor(next) },
      })
    })
    .post('/api/account/delete', signedIn, limitAccount, async (c) => {
      const { email } = parseBody(deleteAccountBody, await readJsonBody(c))
      const answer = await deps.accounts.delete(c.get('userId'), email)
      if (answer.outcome === 'wrong_email') throw new RequestError(REFUSALS.wrongEmail())
      if (answer.outcome === 'open') throw new RequestError(REFUSALS.accountBusy())
      deps.eraseDeleted()
      return sendAnswer(c, 'POST /api/account/delete', { message: 'Your account is deleted.', data: {} })
    })
}
