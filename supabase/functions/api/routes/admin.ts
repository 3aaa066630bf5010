import { Hono } from 'hono'
import {
  adminLoginBody,
  type LoginLogsQuery,
  type LoginRecordPage,
  loginLogsQuery,
} from '../../_shared/contract/admin.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import { sendAnswer } from '../answer.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { type AdminGuard, authenticateAdmin, checkAdminPassword } from '../middleware/authenticate-admin.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody, parseQuery } from '../requests.ts'
import { describeAdmin } from '../services/admin/admin-account.ts'
import { issueAdminToken } from '../services/admin/admin-token.ts'
import type { DependencyReport } from '../services/dependencies.ts'
import { describeProviderRefusal, type ProviderRefusal } from '../services/jobs/provider-refusal.ts'
import type { Offers } from '../services/offers.ts'

export interface AdminOptions {
  guard: AdminGuard | null
  listLogs: (query: LoginLogsQuery) => Promise<Omit<LoginRecordPage, 'admin'>>
  checkDependencies: () => Promise<DependencyReport>
  settings: { videoProvider: string; testCredits: boolean }
  offers: Offers
  listProviderRefusals: () => Promise<ProviderRefusal[]>
}

export function refuseAdmin(): never {
  throw new RequestError(REFUSALS.adminOff())
}

export function createAdminRoutes({
  guard,
  listLogs,
  checkDependencies,
  settings,
  offers,
  listProviderRefusals,
}: AdminOptions) {
  const app = new Hono<{ Variables: ApiVariables }>()
  if (!guard) {
    return app
      .post('/api/auth/admin-login', refuseAdmin)
      .on(['GET', 'POST'], '/api/auth/login-logs', refuseAdmin)
      .get('/api/admin/test', refuseAdmin)
      .get('/api/admin/status', refuseAdmin)
  }

  const asAdmin = authenticateAdmin(guard)
  const admin = describeAdmin(guard.account)
  return (
    app
      .post('/api/auth/admin-login', async (c) => {
        await checkAdminPassword(c, guard, parseBody(adminLoginBody, await readJsonBody(c)))
        const token = await issueAdminToken(guard.account, guard.now())
        return sendAnswer(c, 'POST /api/auth/admin-login', { admin, token, message: 'Logged in.' })
      })
      // POST for clients that send the credentials in a body: our runtimes drop the body of a GET.
      .on(['GET', 'POST'], '/api/auth/login-logs', asAdmin, async (c) => {
        const query = parseQuery(loginLogsQuery, c.req.query())
        const { logs, total, page } = await listLogs(query)
        const message = total === 1 ? '1 login record.' : `${total} login records.`
        return sendAnswer(c, 'GET /api/auth/login-logs', { message, admin, logs, total, page })
      })
      // Open to everybody, so it tells nothing else.
      .get('/api/admin/test', (c) =>
        sendAnswer(c, 'GET /api/admin/test', {
          message: 'The admin API is responding.',
          data: { time: guard.now().toISOString() },
        }),
      )
      .get('/api/admin/status', asAdmin, async (c) => {
        const [{ status, dependencies, sweep, message, causes }, refusals] = await Promise.all([
          checkDependencies(),
          // A database that is down is reported as such.
          listProviderRefusals().catch(() => []),
          offers.refresh(),
        ])
        const faults = { ...offers.faults() }
        for (const refusal of refusals) {
          const found = faults[refusal.provider]
          faults[refusal.provider] = [...(found ? [found] : []), describeProviderRefusal(refusal)].join(' ')
        }
        if (causes.length > 0) c.set('errorCause', causes.join('; '))
        return sendAnswer(c, 'GET /api/admin/status', {
          message,
          data: { status, dependencies, sweep, time: guard.now().toISOString(), ...settings, faults },
        })
      })
  )
}
