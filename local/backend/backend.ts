import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createApi } from '../../supabase/functions/api/app.ts'
import builtInModels from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { nameSettings, PROVIDER_NAMES } from '../../supabase/functions/api/catalogue/provider-settings.ts'
import { readWorkflows, WORKFLOWS } from '../../vite/read-workflows.ts'
import { getAvatarUrl } from '../google/accounts.ts'
import { startGoogle } from '../google/google.ts'
import { limitBodies } from '../limit-bodies.ts'
import { addModelEnds, readDurationSeed } from '../model-examples.ts'
import { usesStandInProvider } from '../page-settings.ts'
import { type LocalSettings, StartError } from '../settings.ts'
import { createVideoService } from '../video-service/service.ts'
import { openDataDir } from './data-dir.ts'
import { refuseForeignPages } from './foreign-pages.ts'
import { inspectVideoFile } from './inspect-video.ts'
import { linkTwin } from './link-twin.ts'
import { openLogFile } from './log-file.ts'
import { makeDatabase } from './make-database.ts'
import { drawPreviewOfFile } from './preview/draw-preview.ts'
import { type LocalSupabase, openSupabase } from './supabase.ts'
import { startSweepTimer } from './sweep-timer.ts'

const resolveHost = async (hostname: string) => (await lookup(hostname, { all: true })).map(({ address }) => address)

const GOOGLE_CLIENT_ID = 'soundreel-local'

/** The settings that you can set for the embedded API. The embedded parts own all other settings. */
export const SETTABLE_SETTINGS = [
  // Tests place a proxy in front of the embedded Supabase, to cut the connection.
  'SUPABASE_URL',
  'VIDEO_PROVIDER',
  'VIDEO_API_URL',
  'VIDEO_API_KEY',
  'VIDEO_API_SECRET',
  'VIDEO_FILE_ORIGINS',
  // No provider can call this machine, so webhook secrets are excluded.
  ...PROVIDER_NAMES.map(nameSettings).flatMap(({ key, url, files, secret }) => [
    ...(secret ? [secret] : []),
    key,
    url,
    files,
  ]),
  'VIDEO_QUEUE_STOP',
  'VIDEO_ESTIMATE_SECONDS',
  'VIDEO_STATUS_INTERVAL_SECONDS',
  'VIDEO_STATUS_CHECKS_PER_SECOND',
  'LONG_POLL_SECONDS',
  'ALLOWED_ORIGINS',
  'ENABLE_TEST_CREDITS',
  'KEEP_VIDEOS_DAYS',
  'MAX_OPEN_JOBS',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD_HASH',
  'ADMIN_JWT_SECRET',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
]

/**
 * The time that `settle` waits for deliveries. After the next start, the API resumes an unfinished delivery once its
 * claim has expired.
 */
const SETTLE_MS = 5000

/** The header with the client's address. The backend sets it on every request and ignores the browser's value. */
const ADDRESS_HEADER = 'x-client-address'

export interface Backend {
  /** The `VITE_SUPABASE_ANON_KEY` of a hosted project. */
  publishableKey: string
  /** The key that the API sends to Supabase. */
  secretKey: string
  owns(pathname: string): boolean
  /** Handles a request. `address` is the client's address, read from the socket. */
  fetch(request: Request, address: string): Promise<Response>
  /** Waits up to 5 s for background deliveries. The server must still be listening. */
  settle(): Promise<void>
  /** Starts the sweep timer. Call it once the server listens, because the API calls the auth server there. */
  startSweeping(): void
  close(): Promise<void>
}

type Mount = [prefix: string, answer: (request: Request) => Response | Promise<Response>]

interface PreparedBackend {
  publishableKey: string
  /** Whether the database doesn't exist yet. */
  isNew: boolean
  /** Creates the database in a separate process. */
  makeDatabase(): Promise<void>
  /** Opens the database. Creates the database first if it doesn't exist. */
  open(): Promise<Backend>
}

/** Checks all settings before the database is opened. Throws StartError for a fault that the user can fix. */
export async function prepareBackend(
  { origin, dataDir, models, modelEnds, frameRate }: LocalSettings,
  env: NodeJS.ProcessEnv,
): Promise<PreparedBackend> {
  const data = await openDataDir(dataDir)
  const { keys } = data
  const videoUrl = `${origin}/stand-ins/video`
  const isStandInFal = models === 'all' && !hasOwnFal(env)
  const storageDir = join(dataDir, 'storage')
  const options = {
    origin,
    databaseDir: join(dataDir, 'database'),
    storageDir,
    keys,
    googleClientId: GOOGLE_CLIENT_ID,
  }
  const google = await startGoogle(origin, {
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: keys.googleClientSecret,
    redirectUri: `${origin}/auth/v1/callback`,
  })
  const video = await toSentence(() =>
    createVideoService({
      imageOrigin: origin,
      baseUrl: videoUrl,
      dataDir: join(dataDir, 'video-service'),
      apiKey: keys.videoApiKey,
      frameRate,
    }),
  )
  const writeLog = openLogFile(join(dataDir, 'api.log'))
  const background = new Set<Promise<void>>()
  const api = await toSentence(async () =>
    createApi(
      {
        SUPABASE_URL: origin,
        SUPABASE_SECRET_KEY: keys.secretKey,
        // Supabase Lite's tokens have no issuer.
        JWT_ISSUER: '',
        ...(usesStandInProvider(env)
          ? {
              VIDEO_API_URL: `${videoUrl}/api/platform`,
              VIDEO_API_KEY: keys.videoApiKey,
              VIDEO_FILE_ORIGINS: origin,
              VIDEO_QUEUE_STOP: 'true',
              VIDEO_ESTIMATE_SECONDS: '30',
              VIDEO_STATUS_INTERVAL_SECONDS: '0',
            }
          : {}),
        ...(isStandInFal
          ? { FAL_API_URL: `${videoUrl}/fal`, FAL_API_KEY: keys.videoApiKey, FAL_FILE_ORIGINS: origin }
          : {}),
        ALLOWED_ORIGINS: origin,
        AVATAR_URL: getAvatarUrl(origin),
        ENABLE_TEST_CREDITS: 'true',
        SWEEP_SECRET: keys.sweepSecret,
        VAPID_PUBLIC_KEY: keys.vapid.publicKey,
        VAPID_PRIVATE_KEY: keys.vapid.privateKey,
        VAPID_SUBJECT: `mailto:${env.VITE_CONTACT_EMAIL || 'hello@soundreel.example'}`,
        ADMIN_DEFAULT_PASSWORD: 'true',
        ADMIN_JWT_SECRET: createHmac('sha256', keys.jwtSecret).update('admin tokens').digest('base64url'),
        CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
        ...readGiven(env),
      },
      {
        models: isStandInFal ? addModelEnds(builtInModels, modelEnds, new Date()) : builtInModels,
        workflows: await readWorkflows(WORKFLOWS),
        // While users try out webhooks, their receivers run on this machine.
        network: { resolve: resolveHost, isOwn: true },
        background: (work) => {
          background.add(work)
          void work.then(() => background.delete(work))
        },
        inspectVideo: async (path) => {
          const file = join(storageDir, 'videos', path)
          await linkTwin(file, video.clips)
          return inspectVideoFile(file)
        },
        drawPreview: (path) => drawPreviewOfFile(join(storageDir, 'videos', path)),
        log: (record) => {
          const line = JSON.stringify({ time: new Date().toISOString(), ...record })
          writeLog(line)
          if (record.level !== 'error') return
          const isOfJob = record.requestId ?? record.jobId
          console.error(isOfJob ? line : `Error: ${record.message}: ${record.cause}`)
        },
      },
    ),
  )
  const sweep = () => api.request('/api/jobs/sweep', { method: 'POST', headers: { apikey: keys.sweepSecret } })
  const guardBackend = (answer: Parameters<typeof limitBodies>[0]) =>
    refuseForeignPages(limitBodies(answer, keys.secretKey))
  const getMounts = (supabase: LocalSupabase): Mount[] => [
    ['/auth/v1', guardBackend(createAuth(supabase))],
    ['/rest/v1', guardBackend(supabase.fetch)],
    ['/storage/v1', guardBackend(supabase.fetch)],
    ['/health', (request) => api.fetch(request)],
    ['/api', (request) => api.fetch(request)],
    ['/generation', (request) => api.fetch(request)],
    ['/v1', (request) => api.fetch(request)],
    ['/mcp', (request) => api.fetch(request)],
    ['/stand-ins/google', guardBackend(google.fetch)],
    ['/stand-ins/video', video.fetch],
    ['/stand-ins/ip-lookup', () => Response.json({ ip: '127.0.0.1' })],
  ]

  const createAuth = (supabase: LocalSupabase) => async (request: Request) => {
    const response = await supabase.fetch(request)
    const location = response.headers.get('location')
    if (!location) return response
    const headers = new Headers(response.headers)
    headers.set('location', google.redirectHere(location))
    return new Response(null, { status: response.status, headers })
  }

  async function open(): Promise<Backend> {
    await makeDatabase(options)
    const supabase = await openSupabase(options)
    if (isStandInFal) await supabase.connection.driver.exec(await readDurationSeed())
    const mounts = getMounts(supabase)
    let stopSweeping = () => {}
    return {
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      owns: (pathname) => mounts.some(([prefix]) => isUnder(pathname, prefix)),
      async fetch(request, address) {
        request.headers.set(ADDRESS_HEADER, address)
        const { pathname } = new URL(request.url)
        const mount = mounts.find(([prefix]) => isUnder(pathname, prefix))
        return mount ? mount[1](request) : new Response(null, { status: 404 })
      },
      async settle() {
        await Promise.race([Promise.all(background), setTimeout(SETTLE_MS, undefined, { ref: false })])
      },
      startSweeping() {
        stopSweeping = startSweepTimer(sweep)
      },
      async close() {
        stopSweeping()
        google.close()
        await video.close()
        await supabase.close()
        data.release()
      },
    }
  }
  return {
    publishableKey: keys.publishableKey,
    isNew: !existsSync(options.databaseDir),
    makeDatabase: () => makeDatabase(options),
    open,
  }
}

/** Converts faults in the user's settings, catalogue, and workflows to errors whose message says how to fix them. */
async function toSentence<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    throw error instanceof Error && error.name === 'Error' ? new StartError(error.message, { cause: error }) : error
  }
}

function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}

/** Returns whether the user has set up fal. The API then uses fal's own models. */
function hasOwnFal(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.FAL_API_KEY || env.FAL_API_URL) || env.VIDEO_PROVIDER === 'fal'
}

function readGiven(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(SETTABLE_SETTINGS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
