import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { getPath } from 'hono/utils/url'
import { REFUSALS } from '../_shared/contract/refusals.ts'
import { readCatalogue } from './catalogue/catalogue.ts'
import builtInModels from './catalogue/models.json' with { type: 'json' }
import { WORKFLOWS } from './catalogue/workflows.ts'
import type { ApiVariables } from './context.ts'
import type { Env } from './env.ts'
import { parseEnv } from './env.ts'
import { RequestError } from './errors.ts'
import { isFileOrigin } from './file-origins.ts'
import { cleanLines, describeCause, type Log } from './log.ts'
import { answerError } from './middleware/answer-error.ts'
import { authenticate } from './middleware/authenticate.ts'
import { createAdminGuard } from './middleware/authenticate-admin.ts'
import { forbidStoring } from './middleware/forbid-storing.ts'
import { createRateLimits } from './middleware/rates.ts'
import { logRequests } from './middleware/request-log.ts'
import { createAccountRoutes } from './routes/account.ts'
import { createAdminRoutes } from './routes/admin.ts'
import { createAdminCostsRoutes } from './routes/admin-costs.ts'
import { createAdminCreditsRoutes } from './routes/admin-credits.ts'
import { createCapabilitiesRoutes } from './routes/capabilities.ts'
import { createCreditsRoutes, createTestCreditsRoutes } from './routes/credits.ts'
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
import { createAccounts } from './services/account/accounts.ts'
import { eraseDeleted } from './services/account/erase-deleted.ts'
import { listLoginLogs } from './services/admin/login-logs.ts'
import { createAlerts } from './services/alerts.ts'
import { describeCapabilities } from './services/capabilities.ts'
import { createLedger } from './services/credits/ledger.ts'
import { createDatabaseCalls, createServiceClient } from './services/database.ts'
import type { InspectVideo } from './services/delivery/copy-video.ts'
import { createDeliveryClaims } from './services/delivery/delivery-claims.ts'
import { createProviderFiles } from './services/delivery/provider-file.ts'
import { createVideoStore } from './services/delivery/video-store.ts'
import { createDependencyChecks } from './services/dependencies.ts'
import { createFiles } from './services/files.ts'
import { createImages } from './services/inputs/images.ts'
import { canCancel } from './services/jobs/cancel-job.ts'
import { createExpiry } from './services/jobs/expiry.ts'
import type { JobRow } from './services/jobs/job-row.ts'
import { createJobRecords } from './services/jobs/jobs.ts'
import { createTaskNotes } from './services/jobs/task-notes.ts'
import { createKeys } from './services/keys/keys.ts'
import { createOffers } from './services/offers.ts'
import type { ReceiverNetwork } from './services/outgoing-webhooks/receiver.ts'
import { createOutgoingWebhooks, tellEnds } from './services/outgoing-webhooks/send-webhooks.ts'
import { createPriceList } from './services/price-list.ts'
import type { Background } from './services/progress/deliveries.ts'
import { getFirstCheckSeconds } from './services/progress/plan-status-checks.ts'
import { createProgress, readProgressSettings } from './services/progress/progress.ts'
import { sweep } from './services/progress/sweep.ts'
import { createProviders } from './services/providers/create-providers.ts'
import type { ConfiguredProvider } from './services/providers/provider.ts'
import { createShareRecords } from './services/shares/share-records.ts'
import { createShareShell } from './services/shares/share-shell.ts'
import { findInnerPath } from './v1/routes.ts'

export interface ApiDeps {
  fetch?: typeof globalThis.fetch
  now?: () => Date
  sleep?: (ms: number) => Promise<void>
  /** Calls `work` every `ms`. Returns a function that stops it. */
  every?: (ms: number, work: () => void) => () => void
  background?: Background
  /** The network of webhooks. Without it no host is found. */
  network?: ReceiverNetwork
  inspectVideo?: InspectVideo
  log?: Log
  models?: unknown
  workflows?: Record<string, unknown>
}

const NO_NETWORK: ReceiverNetwork = { resolve: async () => [], isOwn: false }

/** So long a deletion works behind its answer. The sweep does the rest. */
const ERASE_MS = 20_000

export function createApi(settings: Record<string, string | undefined>, deps: ApiDeps = {}) {
  const env = parseEnv(settings)
  const catalogue = readCatalogue(deps.models ?? builtInModels)
  const now = deps.now ?? (() => new Date())
  const fetch = deps.fetch ?? globalThis.fetch
  const print: Log = (record) => console.log(JSON.stringify({ time: now().toISOString(), ...record }))
  const log = cleanLines(deps.log ?? print)
  const sleep = deps.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))

  warnOfWhatIsOff(env, log)
  const supabase = createServiceClient(env.SUPABASE_URL, env.SUPABASE_SECRET_KEY, fetch)
  const call = createDatabaseCalls(supabase)
  const ledger = createLedger(call)
  const background = deps.background ?? (() => {})
  const network = deps.network ?? NO_NETWORK
  const hooks = createOutgoingWebhooks({ call, catalogue, fetch, network, now, log, background })
  const jobs = tellEnds(
    createJobRecords(call, env.MAX_OPEN_JOBS, getFirstCheckSeconds(env.VIDEO_STATUS_INTERVAL_SECONDS)),
    hooks.send,
  )
  const keys = createKeys(call)
  const signedIn = authenticate(supabase, keys, env.JWT_ISSUER, now)
  const limits = createRateLimits(call, env)
  const files = createFiles(supabase)
  const writePrices = createPriceList(call, catalogue, log)

  const app = new Hono<{ Variables: ApiVariables }>({ getPath: findPath })
  if (env.ALERT_WEBHOOK_URL) {
    const { ALERT_WEBHOOK_URL: url, SWEEP_SECRET, PUBLIC_API_URL, SUPABASE_URL } = env
    const project = new URL(PUBLIC_API_URL ?? SUPABASE_URL).host
    const sendAlerts = createAlerts({ call, url, project, isSweepOn: SWEEP_SECRET !== '', fetch, now, log })
    // Behind every answer: the sweep that has gone silent cannot tell of it itself.
    app.use(async (_, next) => {
      await next()
      background(sendAlerts())
    })
  }
  app.use(logRequests(log, now))
  app.use(forbidStoring)
  app.use(allowOrigins(env))

  const checkDependencies = createDependencyChecks({
    supabase,
    auth: { url: `${env.SUPABASE_URL.replace(/\/$/, '')}/auth/v1/health`, apikey: env.SUPABASE_SECRET_KEY },
    fetch,
    now,
    isSweepOn: env.SWEEP_SECRET !== '',
  })
  const providers = createProviders(env, catalogue, { workflows: deps.workflows ?? WORKFLOWS, fetch, now })
  const offers = createOffers(catalogue, providers, now, log)
  app.route('/', createHealthRoutes(checkDependencies, offers.states, env))
  void offers.refresh()
  const guard = createAdminGuard(env, call, now, log)
  app.route(
    '/',
    createAdminRoutes({
      guard,
      listLogs: (query) => listLoginLogs(call, query, env.AVATAR_URL),
      checkDependencies,
      settings: {
        videoProvider: providers.all.map(({ name }) => name).join(', ') || 'none',
        testCredits: env.ENABLE_TEST_CREDITS,
      },
      offers,
      listProviderRefusals: jobs.listProviderRefusals,
    }),
  )
  app.route('/', createAdminCreditsRoutes({ guard, ledger, log }))
  app.route('/', createAdminCostsRoutes({ guard, listCosts: jobs.listCosts, nameOf: catalogue.nameOf }))
  app.route(
    '/',
    createCreditsRoutes({
      ledger,
      signedIn,
      limitCredits: limits.credits,
      limitLibrary: limits.library,
      captureAtOnce: providers.all.length === 0,
      writePrices,
      nameOf: catalogue.nameOf,
    }),
  )
  app.route(
    '/',
    createCapabilitiesRoutes(async () => {
      await offers.refresh()
      return describeCapabilities(catalogue, offers.list, env.MAX_OPEN_JOBS)
    }),
  )
  const announceExpiry = createExpiry(env.KEEP_VIDEOS_DAYS, { jobs, now, log })
  const view = { files, catalogue, canCancel: (job: JobRow) => canCancel(job, providers), announceExpiry, log }
  app.route('/', createJobsRoutes({ ...view, jobs, providers, sleep }, { signedIn, limitLibrary: limits.library }))
  const images = createImages(call, files, log)
  const { library: limitLibrary, account: limitAccount } = limits
  app.route('/', createKeysRoutes(keys, { signedIn, limitManage: limits.manage, limitAccount, limitLibrary }))
  app.route('/', createOpenApiRoutes(env.PUBLIC_API_URL))
  const erase = { accounts: createAccounts(call), images, jobs, files, log }
  app.route(
    '/',
    createAccountRoutes(
      {
        ...view,
        ...erase,
        ledger,
        keys,
        webhooks: hooks.webhooks,
        eraseDeleted() {
          const end = now().getTime() + ERASE_MS
          const work = eraseDeleted(erase, () => now().getTime() >= end)
          background(
            work.catch((cause: unknown) =>
              log({ level: 'error', message: 'deleted account not erased yet', cause: describeCause(cause) }),
            ),
          )
        },
      },
      { signedIn, limitLibrary, limitAccount },
    ),
  )
  const shares = createShareRecords(call)
  const [siteUrl = ''] = env.ALLOWED_ORIGINS
  const shareDeps = { shares, jobs, files, catalogue, log }
  app.route(
    '/',
    createShareRoutes(shareDeps, {
      signedIn,
      limitLibrary: limits.library,
      limitShares: limits.shares,
      limitViews: limits.views,
      limitReports: limits.reports,
      page: { readShell: createShareShell({ siteUrl, fetch, log }), siteUrl, apiUrl: env.PUBLIC_API_URL },
    }),
  )
  app.route('/', createShareReportRoutes(guard, shareDeps))
  app.route(
    '/',
    createOutgoingWebhookRoutes(hooks, {
      signedIn,
      limitManage: limits.manage,
      limitWebhooks: limits.webhooks,
    }),
  )
  app.route('/', createImagesRoutes(images, { signedIn, limitImages: limits.images }))
  if (env.ENABLE_TEST_CREDITS)
    app.route('/', createTestCreditsRoutes({ ledger, signedIn, limitCredits: limits.credits }))
  const videos = createVideoStore({ supabaseUrl: env.SUPABASE_URL, secretKey: env.SUPABASE_SECRET_KEY, fetch })
  const tasks = createTaskNotes({ jobs, sleep, now, log })
  const claims = createDeliveryClaims({ jobs, now, every: deps.every ?? repeat, log })
  const { inspectVideo } = deps
  const openFilesOf = (provider: ConfiguredProvider) =>
    createProviderFiles(
      (address) => isFileOrigin(provider.fileOrigins, address),
      fetch,
      (address) => provider.fileHeaders?.(address) ?? {},
    )
  const refresh = {
    openFilesOf,
    jobs,
    files,
    providers,
    tasks,
    claims,
    videos,
    inspectVideo,
    nameOf: catalogue.nameOf,
    sleep,
    now,
    log,
  }
  const progress = createProgress({ ...refresh, ...readProgressSettings(env), catalogue, background })
  if (providers.all.length > 0) {
    // Before the models, whose addresses have the same form.
    app.route('/', createWebhookRoutes({ ...refresh, ...progress }))
    app.route(
      '/',
      createGenerationRoutes(
        { ...refresh, ...progress, catalogue, offers, writePrices },
        { signedIn, limitCreate: limits.create },
      ),
    )
  }
  app.route(
    '/',
    createSweepRoutes(env.SWEEP_SECRET, () =>
      sweep({ ledger, hooks }, { ...refresh, ...erase, ...progress, keepVideosDays: env.KEEP_VIDEOS_DAYS }),
    ),
  )

  const request = (path: string, init: RequestInit) => app.request(path, init)
  const agents = { signedIn, limitMcp: limits.mcp, request, origins: env.ALLOWED_ORIGINS, now, sleep, log }
  app.route('/', createMcpRoutes(agents))

  app.notFound(() => {
    throw new RequestError(REFUSALS.noAddress())
  })
  app.onError(answerError)
  return app
}

function warnOfWhatIsOff(env: Env, log: Log): void {
  if (env.ALLOWED_ORIGINS.length === 0)
    log({ level: 'warn', message: 'cross-origin requests are blocked', cause: 'ALLOWED_ORIGINS is not set' })
  if (!env.SWEEP_SECRET)
    log({
      level: 'warn',
      message: 'the sweep is off, so held credits are not returned',
      cause: 'SWEEP_SECRET is not set',
    })
}

/** Routes a call of /v1 as the route of the same name. */
const findPath = (request: Request) => findInnerPath(request.method, getPath(request))

function repeat(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

function allowOrigins(env: Env) {
  return cors({
    origin: (origin) => (env.ALLOWED_ORIGINS.includes(origin) ? origin : null),
    credentials: true,
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-quoted-credits'],
    exposeHeaders: ['x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy'],
    maxAge: 600,
  })
}
