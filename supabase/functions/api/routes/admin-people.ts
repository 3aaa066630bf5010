import { Hono } from 'hono'
import { z } from 'zod'
import { actionsQuery, findUsersBody, refusedWordsBody, suspensionBody } from '../../_shared/contract/admin.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { authenticateAdmin } from '../middleware/authenticate-admin.ts'
import type { Parts } from '../parts.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'
import { actionSortKey, parseBody, parseQuery, readCursor, writeCursor } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { refuseAdmin } from './admin.ts'

const ACTIONS_PER_PAGE = 25

/** 500 words of 100 characters, at 6 bytes each, and their quotes. */
const WORDS_BODY: BodyLimit = { maxBytes: 320 * 1024, tooLarge: REFUSALS.bodyTooLarge }

const PATHS = {
  find: '/api/admin/people/find',
  suspension: '/api/admin/people/suspension',
  words: '/api/admin/refused-words',
  actions: '/api/admin/actions',
  restore: '/api/admin/videos/:id/restore',
} as const

/**
 * Creates the routes that find and suspend people, keep the refused words, list all actions, and undo a take-down. `find` uses
 * POST to keep email addresses out of access logs.
 */
export function createAdminPeopleRoutes({ adminGuard: guard, people, shares, nameOf, log }: Parts) {
  const app = new Hono<{ Variables: ApiVariables }>()
  if (!guard) {
    return app
      .on('POST', [PATHS.find, PATHS.suspension, PATHS.words, PATHS.restore], refuseAdmin)
      .on('GET', [PATHS.words, PATHS.actions], refuseAdmin)
  }
  const asAdmin = authenticateAdmin(guard)
  const { username: admin } = guard.account
  return app
    .post(PATHS.find, asAdmin, async (c) => {
      const { user } = parseBody(findUsersBody, await readJsonBody(c))
      const found = await people.find(user, nameOf)
      return sendResponse(c, 'POST /api/admin/people/find', {
        message: `${found.length} found.`,
        data: { people: found },
      })
    })
    .post(PATHS.suspension, asAdmin, async (c) => {
      const { user_id: userId, suspended: isSuspended, reason } = parseBody(suspensionBody, await readJsonBody(c))
      const person = await people.suspend({ userId, isSuspended, reason, admin }, nameOf)
      c.set('userId', userId)
      const message = isSuspended ? 'User suspended.' : 'Suspension lifted.'
      log({ level: 'info', message: `administrator: ${message}`, requestId: c.get('requestId'), userId })
      return sendResponse(c, 'POST /api/admin/people/suspension', { message, data: { person } })
    })
    .get(PATHS.words, asAdmin, async (c) =>
      sendResponse(c, 'GET /api/admin/refused-words', {
        message: 'Words read.',
        data: { words: await people.words() },
      }),
    )
    .post(PATHS.words, asAdmin, async (c) => {
      const { words } = parseBody(refusedWordsBody, await readJsonBody(c, WORDS_BODY))
      const data = { words: await people.setWords(words, admin) }
      return sendResponse(c, 'POST /api/admin/refused-words', { message: 'Words saved.', data })
    })
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
