import { Hono } from 'hono'
import { findUsersBody, grantCreditsBody } from '../../_shared/contract/admin.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { authenticateAdmin } from '../middleware/authenticate-admin.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody, readIdempotencyKey } from '../requests.ts'
import { sendResponse } from '../response.ts'
import type { AdminGrantResponse } from '../services/credits/ledger.ts'
import { refuseAdmin } from './admin.ts'

/**
 * Creates the routes that find users and grant credits. `find-users` uses POST to keep email addresses out of access
 * logs.
 */
export function createAdminCreditsRoutes({ adminGuard: guard, ledger, log }: Parts) {
  const app = new Hono<{ Variables: ApiVariables }>()
  const paths = { find: '/api/admin/credits/find-users', grant: '/api/admin/credits/grant' }
  if (!guard) return app.post(paths.find, refuseAdmin).post(paths.grant, refuseAdmin)

  const asAdmin = authenticateAdmin(guard)
  return app
    .post(paths.find, asAdmin, async (c) => {
      const { user } = parseBody(findUsersBody, await readJsonBody(c))
      const users = await ledger.findUsers(user)
      return sendResponse(c, 'POST /api/admin/credits/find-users', {
        message: `${users.length} found.`,
        data: { users },
      })
    })
    .post(paths.grant, asAdmin, async (c) => {
      const key = readIdempotencyKey(c.req.header('idempotency-key'))
      const { user_id: userId, amount, reason } = parseBody(grantCreditsBody, await readJsonBody(c))
      const granted = await ledger.grantByAdmin({ userId, amount, reason, admin: guard.account.username, key })
      if (!('user' in granted)) throw createGrantError(granted.outcome)
      c.set('userId', userId)
      if (granted.outcome === 'granted')
        log({
          level: 'info',
          message: `administrator granted ${amount} credits`,
          requestId: c.get('requestId'),
          userId,
        })
      return sendResponse(c, 'POST /api/admin/credits/grant', {
        message: `${amount} credits granted.`,
        data: { user: granted.user },
      })
    })
}

function createGrantError(outcome: Exclude<AdminGrantResponse['outcome'], 'granted' | 'exists'>): RequestError {
  switch (outcome) {
    case 'no_user':
      return new RequestError(REFUSALS.noUser())
    case 'key_mismatch':
      return new RequestError(REFUSALS.grantKeyMismatch())
    case 'balance_full':
      return new RequestError(REFUSALS.balanceFull())
    case 'bad_amount':
    case 'bad_reason':
      return new RequestError(REFUSALS.badGrant())
    default:
      return outcome satisfies never
  }
}
