import { Hono } from 'hono'
import { z } from 'zod'
import { actionsQuery } from '../../_shared/contract/admin.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { authenticateAdmin } from '../middleware/authenticate-admin.ts'
import type { Parts } from '../parts.ts'
import { actionSortKey, parseQuery, readCursor, writeCursor } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { refuseAdmin } from './admin.ts'

const ACTIONS_PER_PAGE = 25

const PATHS = {
  actions: '/api/admin/actions',
  restore: '/api/admin/videos/:id/restore',
} as const

/** Creates the routes that list the administrator's actions and undo a take-down. */
export function createAdminPeopleRoutes({ adminGuard: guard, people, shares }: Parts) {
  const app = new Hono<{ Variables: ApiVariables }>()
  if (!guard) {
    return app.get(PATHS.actions, refuseAdmin).post(PATHS.restore, refuseAdmin)
  }
  const asAdmin = authenticateAdmin(guard)
  const { username: admin } = guard.account
  return app
    .get(PATHS.actions, asAdmin, async (c) => {
      const before = readCursor(actionSortKey, parseQuery(actionsQuery, c.req.query()).cursor)
      // One more than a page tells whether another page follows.
      const found = await people.actions(before?.id ?? null, ACTIONS_PER_PAGE + 1)
      const actions = found.slice(0, ACTIONS_PER_PAGE)
      const last = found.length > ACTIONS_PER_PAGE ? actions.at(-1) : undefined
      const data = { actions, nextCursor: last ? writeCursor({ id: last.id }) : null }
      return sendResponse(c, 'GET /api/admin/actions', { message: 'Actions read.', data })
    })
    .post(PATHS.restore, asAdmin, async (c) => {
      const id = z.uuid().safeParse(c.req.param('id'))
      if (!id.success || !(await shares.restore(id.data, admin))) throw new RequestError(REFUSALS.noJob())
      const data = { jobId: id.data.toLowerCase() }
      return sendResponse(c, 'POST /api/admin/videos/:id/restore', { message: 'The take-down is undone.', data })
    })
}
