import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { getPath } from 'hono/utils/url'
import { REFUSALS } from '../_shared/contract/refusals.ts'
import type { ApiVariables } from './context.ts'
import type { Env } from './env.ts'
import { RequestError } from './errors.ts'
import { forbidStoring } from './middleware/forbid-storing.ts'
import { handleError } from './middleware/handle-error.ts'
import { logRequests } from './middleware/request-log.ts'
import { type ApiDeps, createParts, type Parts } from './parts.ts'
import { createAccountRoutes } from './routes/account.ts'
import { createAdminRoutes } from './routes/admin.ts'
import { createAdminCreditsRoutes } from './routes/admin-credits.ts'
import { createAdminNumbersRoutes } from './routes/admin-numbers.ts'
import { createAdminPeopleRoutes } from './routes/admin-people.ts'
import { createCapabilitiesRoutes } from './routes/capabilities.ts'
import { createCastRoutes } from './routes/cast.ts'
import { createCreditsRoutes, createTestCreditsRoutes } from './routes/credits.ts'
import { createDevicesRoutes } from './routes/devices.ts'
import { createGenerationRoutes } from './routes/generation.ts'
import { createHealthRoutes } from './routes/health.ts'
import { createImagesRoutes } from './routes/images.ts'
import { createJobsRoutes } from './routes/jobs.ts'
import { createKeysRoutes } from './routes/keys.ts'
import { createMcpRoutes } from './routes/mcp.ts'
import { createOpenApiRoutes } from './routes/openapi.ts'
import { createOutgoingWebhookRoutes } from './routes/outgoing-webhooks.ts'
import { createShareReportRoutes, createShareRoutes } from './routes/shares.ts'
import { createSweepRoutes } from './routes/sweep.ts'
import { createWebhookRoutes } from './routes/webhook.ts'
import { createAlerts } from './services/alerts.ts'
import { findInnerPath } from './v1/routes.ts'

export function createApi(settings: Record<string, string | undefined>, deps: ApiDeps = {}) {
  const parts = createParts(settings, deps)
  const { env, log, now, offers, providers } = parts
  warnOfWhatIsOff(parts)
  void offers.refresh()

  const app = new Hono<{ Variables: ApiVariables }>({ getPath: findPath })
  if (env.ALERT_WEBHOOK_URL) app.use(sendAlerts(parts, env.ALERT_WEBHOOK_URL))
  app.use(logRequests(log, now))
  app.use(forbidStoring)
  app.use(allowOrigins(env))

  app.route('/', createHealthRoutes(parts))
  app.route('/', createOpenApiRoutes(parts))
  app.route('/', createCapabilitiesRoutes(parts))
  app.route('/', createAdminRoutes(parts))
  app.route('/', createAdminCreditsRoutes(parts))
  app.route('/', createAdminNumbersRoutes(parts))
  app.route('/', createAdminPeopleRoutes(parts))
  app.route('/', createShareReportRoutes(parts))
  app.route('/', createCreditsRoutes(parts))
  if (env.ENABLE_TEST_CREDITS) app.route('/', createTestCreditsRoutes(parts))
  app.route('/', createAccountRoutes(parts))
  app.route('/', createKeysRoutes(parts))
  app.route('/', createCastRoutes(parts))
  app.route('/', createOutgoingWebhookRoutes(parts))
  app.route('/', createDevicesRoutes(parts))
  app.route('/', createJobsRoutes(parts))
  app.route('/', createShareRoutes(parts))
  app.route('/', createImagesRoutes(parts))
  if (providers.all.length > 0) {
    // The provider webhook matches the path pattern of the model routes, so it must be first.
    app.route('/', createWebhookRoutes(parts))
    app.route('/', createGenerationRoutes(parts))
  }
  app.route('/', createSweepRoutes(parts))
  app.route(
    '/',
    createMcpRoutes(parts, (path, init) => app.request(path, init)),
  )
  app.notFound(() => {
    throw new RequestError(REFUSALS.noAddress())
  })
  app.onError(handleError)
  return app
}

function warnOfWhatIsOff({ env, log }: Parts): void {
  if (env.ALLOWED_ORIGINS.length === 0)
    log({ level: 'warn', message: 'cross-origin requests are blocked', cause: 'ALLOWED_ORIGINS is not set' })
  if (!env.SWEEP_SECRET)
    log({
      level: 'warn',
      message: 'the sweep is off, so held credits are not returned',
      cause: 'SWEEP_SECRET is not set',
    })
}

/** Maps a path below `/v1` to the route with the same name. */
const findPath = (request: Request) => findInnerPath(request.method, getPath(request))

/** Checks for alerts after every response. A sweep that stopped running can't report its own failure. */
function sendAlerts({ env, call, fetch, now, log, background }: Parts, url: string) {
  const project = new URL(env.PUBLIC_API_URL ?? env.SUPABASE_URL).host
  const send = createAlerts({ call, url, project, isSweepOn: env.SWEEP_SECRET !== '', fetch, now, log })
  return createMiddleware(async (_, next) => {
    await next()
    background(send())
  })
}

function allowOrigins(env: Env) {
  return cors({
    origin: (origin) => (env.ALLOWED_ORIGINS.includes(origin) ? origin : null),
    credentials: true,
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-quoted-credits'],
    exposeHeaders: ['x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy'],
    maxAge: 600,
  })
}
