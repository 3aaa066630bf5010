import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiVariables } from '../context.ts'
import type { LoginRecordPage } from '../contract.ts'
import { RequestError } from '../errors.ts'
import { type AdminGuard, authenticateAdmin, checkAdminPassword } from '../middleware/authenticate-admin.ts'
import { readJsonBody } from '../read-json-body.ts'
import { adminLoginBody, loginLogsQuery, parseBody, parseQuery } from '../requests.ts'
import { adminProfile } from '../services/admin/admin-account.ts'
import { issueAdminToken } from '../services/admin/admin-token.ts'
import type { LoginLogQuery } from '../services/admin/login-logs.ts'
import type { DependencyReport } from '../services/dependencies.ts'
import type { Offers } from '../services/offers.ts'

export interface AdminOptions {
  guard: AdminGuard | null
  listLogs: (query: LoginLogQuery) => Promise<Omit<LoginRecordPage, 'admin'>>
  checkDependencies: () => Promise<DependencyReport>
  settings: { videoProvider: string; testCredits: boolean }
  offers: Offers
}

/** The specification puts the fields beside `success`, not under `data`. */
type Specified<T> = T & { success: true; message: string }

const noStore = createMiddleware(async (c, next) => {
  c.header('cache-control', 'no-store')
  await next()
})

export function refuseAdmin(): never {
  throw new RequestError('admin_off', 'Admin access is not set up on this server. Its log says what is missing.')
}

export function adminRoutes({ guard, listLogs, checkDependencies, settings, offers }: AdminOptions) {
  const app = new Hono<{ Variables: ApiVariables }>()
  app.use('/api/auth/*', noStore)
  app.use('/api/admin/*', noStore)
  if (!guard) {
    return app
      .post('/api/auth/admin-login', refuseAdmin)
      .on(['GET', 'POST'], '/api/auth/login-logs', refuseAdmin)
      .get('/api/admin/test', refuseAdmin)
      .get('/api/admin/status', refuseAdmin)
  }

  const asAdmin = authenticateAdmin(guard)
  const admin = adminProfile(guard.account)
  return (
    app
      .post('/api/auth/admin-login', async (c) => {
        await checkAdminPassword(c, guard, parseBody(adminLoginBody, await readJsonBody(c)))
        const token = await issueAdminToken(guard.account, guard.now())
        return c.json({ success: true, admin, token, message: 'Logged in.' })
      })
      // POST for clients that send the credentials in a body: our runtimes drop the body of a GET.
      .on(['GET', 'POST'], '/api/auth/login-logs', asAdmin, async (c) => {
        const query = parseQuery(loginLogsQuery, c.req.query())
        const { logs, total, page } = await listLogs(query)
        const message = total === 1 ? '1 login record.' : `${total} login records.`
        return c.json({ success: true, message, admin, logs, total, page } satisfies Specified<LoginRecordPage>)
      })
      // Open to everybody, so it tells nothing else.
      .get('/api/admin/test', (c) =>
        c.json({ success: true, message: 'The admin API answers.', data: { time: guard.now().toISOString() } }),
      )
      .get('/api/admin/status', asAdmin, async (c) => {
        const [{ status, dependencies, sweep, message, causes }] = await Promise.all([
          checkDependencies(),
          offers.refresh(),
        ])
        if (causes.length > 0) c.set('errorCause', causes.join('; '))
        return c.json({
          success: true,
          message,
          data: { status, dependencies, sweep, time: guard.now().toISOString(), ...settings, faults: offers.faults() },
        })
      })
  )
}
