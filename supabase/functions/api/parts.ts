import { type Catalogue, readCatalogue } from './catalogue/catalogue.ts'
import builtInModels from './catalogue/models.json' with { type: 'json' }
import { WORKFLOWS } from './catalogue/workflows.ts'
import { parseEnv } from './env.ts'
import { isFileOrigin } from './file-origins.ts'
import { cleanLines, type Log } from './log.ts'
import { authenticate } from './middleware/authenticate.ts'
import { createAdminGuard } from './middleware/authenticate-admin.ts'
import { createRateLimits } from './middleware/rates.ts'
import { createAccounts } from './services/account/accounts.ts'
import { createNumbers } from './services/admin/numbers.ts'
import { createPeople } from './services/admin/people.ts'
import { createAvailableModels } from './services/available-models.ts'
import { createCast } from './services/cast/cast.ts'
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
import { createLearnedDurations } from './services/jobs/learned-durations.ts'
import { createTaskNotes } from './services/jobs/task-notes.ts'
import { createKeys } from './services/keys/keys.ts'
import { createFetchAt } from './services/messages/fetch-at.ts'
import { createOutbox, notifyOnJobEnd } from './services/messages/outbox.ts'
import type { ReceiverNetwork } from './services/messages/receiver.ts'
import { createPreviews, type DrawPreview } from './services/previews/previews.ts'
import { createPriceList } from './services/price-list.ts'
import type { Background } from './services/progress/deliveries.ts'
import { createWaitPlanner, getFirstCheckSeconds } from './services/progress/plan-status-checks.ts'
import { createProgress, readProgressSettings } from './services/progress/progress.ts'
import { createProviders } from './services/providers/create-providers.ts'
import type { ConfiguredProvider } from './services/providers/provider.ts'
import { createShareRecords } from './services/shares/share-records.ts'
import { VERSION } from './version.ts'

export interface ApiDeps {
  fetch?: typeof globalThis.fetch
  now?: () => Date
  sleep?: (ms: number) => Promise<void>
  /** Calls `work` every `ms` milliseconds. Returns a function that ends the repetition. */
  every?: (ms: number, work: () => void) => () => void
  background?: Background
  /** The network that messages are sent through. Without it, no host resolves. */
  network?: Omit<ReceiverNetwork, 'at'> & Partial<ReceiverNetwork>
  /** Whether the user with this address may use this server. Without it, every user may. */
  admits?: ((email: string) => boolean) | undefined
  inspectVideo?: InspectVideo
  drawPreview?: DrawPreview
  log?: Log
  /** Default: the built-in models. */
  catalogue?: Catalogue
  workflows?: Record<string, unknown>
  /** The version that GET /health reports. Default: that of the bundle. */
  version?: string
}

/** The services that routes share. */
export type Parts = ReturnType<typeof createParts>

const NO_NETWORK = { resolve: async () => [], isOwn: false }

export function createParts(settings: Record<string, string | undefined>, deps: ApiDeps) {
  const env = parseEnv(settings)
  const catalogue = deps.catalogue ?? readCatalogue(builtInModels)
  const now = deps.now ?? (() => new Date())
  const fetch = deps.fetch ?? globalThis.fetch
  const print: Log = (record) => console.log(JSON.stringify({ time: now().toISOString(), ...record }))
  const log = cleanLines(deps.log ?? print)
  const sleep = deps.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  const { background = () => {}, inspectVideo, drawPreview } = deps
  const network: ReceiverNetwork = { at: createFetchAt, ...(deps.network ?? NO_NETWORK) }
  const { nameOf } = catalogue

  const supabase = createServiceClient(env.SUPABASE_URL, env.SUPABASE_SECRET_KEY, fetch)
  const call = createDatabaseCalls(supabase)
  const files = createFiles(supabase)
  const outbox = createOutbox({ call, catalogue, vapid: env.vapid, fetch, network, now, log, background })
  const jobs = notifyOnJobEnd(
    createJobRecords(call, env.MAX_OPEN_JOBS, getFirstCheckSeconds(env.VIDEO_STATUS_INTERVAL_SECONDS)),
    outbox.send,
  )
  const previews = createPreviews({ call, jobs, files, drawPreview, log })
  const keys = createKeys(call)
  const readDurations = createLearnedDurations({ jobs, now, log })
  const providers = createProviders(env, catalogue, { workflows: deps.workflows ?? WORKFLOWS, fetch, now })

  const progress = readProgressSettings(env)
  const refresh = {
    openFilesOf: (provider: ConfiguredProvider) =>
      createProviderFiles(
        (address) => isFileOrigin(provider.fileOrigins, address),
        fetch,
        (address) => provider.fileHeaders?.(address) ?? {},
      ),
    jobs,
    files,
    previews,
    providers,
    tasks: createTaskNotes({ jobs, sleep, now, log }),
    claims: createDeliveryClaims({ jobs, now, every: deps.every ?? repeat, log }),
    planWait: createWaitPlanner({ catalogue, providers, readDurations, ...progress }),
    videos: createVideoStore({ supabaseUrl: env.SUPABASE_URL, secretKey: env.SUPABASE_SECRET_KEY, fetch }),
    inspectVideo,
    nameOf,
    sleep,
    now,
    log,
  }

  return {
    ...refresh,
    ...createProgress({ ...refresh, ...progress, background }),
    env,
    catalogue,
    fetch,
    background,
    call,
    keys,
    accounts: createAccounts(call),
    adminGuard: createAdminGuard(env, call, now, log),
    announceExpiry: createExpiry(env.KEEP_VIDEOS_DAYS, { jobs, now, log }),
    cast: createCast(call, { files, log }),
    canCancel: (job: JobRow) => canCancel(job, providers),
    readDurations,
    checkDependencies: createDependencyChecks({
      supabase,
      auth: { url: `${env.SUPABASE_URL.replace(/\/$/, '')}/auth/v1/health`, apikey: env.SUPABASE_SECRET_KEY },
      fetch,
      now,
      isSweepOn: env.SWEEP_SECRET !== '',
    }),
    images: createImages(call, files, log),
    ledger: createLedger(call),
    numbers: createNumbers(call),
    outbox,
    people: createPeople(call),
    limits: createRateLimits(call, env),
    offers: createAvailableModels(catalogue, providers, now, log),
    shares: createShareRecords(call),
    signedIn: authenticate(supabase, keys, { issuer: env.JWT_ISSUER, admits: deps.admits ?? (() => true), now }),
    version: deps.version ?? VERSION,
    writePrices: createPriceList(call, catalogue, log),
  }
}

function repeat(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}
