import { Hono } from 'hono'
import { adminLoginBody, loginLogsQuery } from '../../_shared/contract/admin.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { authenticateAdmin, checkAdminPassword } from '../middleware/authenticate-admin.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody, parseQuery } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { describeAdmin } from '../services/admin/admin-account.ts'
import { issueAdminToken } from '../services/admin/admin-token.ts'
import { describeEndedModels } from '../services/admin/ended-models.ts'
import { listLoginLogs } from '../services/admin/login-logs.ts'
import { describeProviderRefusal } from '../services/jobs/provider-refusal.ts'

export function refuseAdmin(): never {
  throw new RequestError(REFUSALS.adminOff())
}

export function createAdminRoutes({
  adminGuard: guard,
  call,
  catalogue,
  checkDependencies,
  env,
  jobs,
  offers,
  providers,
}: Parts) {
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
  const settings = {
    videoProvider: providers.all.map(({ name }) => name).join(', ') || 'none',
    testCredits: env.ENABLE_TEST_CREDITS,
  }
  return (
    app
      .post('/api/auth/admin-login', async (c) => {
        await checkAdminPassword(c, guard, parseBody(adminLoginBody, await readJsonBody(c)))
        const token = await issueAdminToken(guard.account, guard.now())
        return sendResponse(c, 'POST /api/auth/admin-login', { admin, token, message: 'Logged in.' })
      })
      // POST is for clients that send the credentials in a body. Our runtimes drop the body of a GET.
      .on(['GET', 'POST'], '/api/auth/login-logs', asAdmin, async (c) => {
        const query = parseQuery(loginLogsQuery, c.req.query())
        const { logs, total, page } = await listLoginLogs(call, query, env.AVATAR_URL)
        const message = total === 1 ? '1 login record.' : `${total} login records.`
        return sendResponse(c, 'GET /api/auth/login-logs', { message, admin, logs, total, page })
      })
      // Anyone can call this route, so its response reveals nothing else.
      .get('/api/admin/test', (c) =>
        sendResponse(c, 'GET /api/admin/test', {
          message: 'The admin API is responding.',
          data: { time: guard.now().toISOString() },
        }),
      )
      .get('/api/admin/status', asAdmin, async (c) => {
        const [{ status, dependencies, sweep, message, causes }, refusals] = await Promise.all([
          checkDependencies(),
          // If the database is down, `checkDependencies` reports the outage.
          jobs.listProviderRefusals().catch(() => []),
          offers.refresh(),
        ])
        const faults = { ...offers.faults() }
        for (const refusal of refusals) {
          const found = faults[refusal.provider]
          faults[refusal.provider] = [...(found ? [found] : []), describeProviderRefusal(refusal)].join(' ')
        }
        if (causes.length > 0) c.set('errorCause', causes.join('; '))
        return sendResponse(c, 'GET /api/admin/status', {
          message,
          data: {
            status,
            dependencies,
            sweep,
            time: guard.now().toISOString(),
            ...settings,
            faults,
            endedModels: describeEndedModels(catalogue.models, offers.list),
          },
        })
      })
  )
}
