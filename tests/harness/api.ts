import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalSupabase } from '../../local/backend/supabase.ts'
import { pollo } from '../../local/video-service/scripted/pollo.ts'
import { sendJson } from '../../local/video-service/scripted/response.ts'
import { ScriptedService } from '../../local/video-service/scripted/service.ts'
import { createApi } from '../../supabase/functions/api/app.ts'
import { readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import builtInModels from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import type { LogRecord } from '../../supabase/functions/api/log.ts'
import type { ApiDeps } from '../../supabase/functions/api/parts.ts'
import type { ReceiverNetwork } from '../../supabase/functions/api/services/messages/receiver.ts'
import { DELIVERY_GRACE_MS } from '../../supabase/functions/api/services/progress/deliveries.ts'
import { checkResponses } from './check-responses.ts'
import { CLOCK_HEADER } from './clock.ts'
import { KEYS, ORIGIN, type TestUser } from './database.ts'

export const SWEEP_SECRET = 'sweep-secret'
export const ADMIN_SECRET = 'an-admin-secret-of-more-than-thirty-two-characters'
/** The header that carries the client's address in tests. */
export const ADDRESS_HEADER = 'x-test-address'
const FILES = 'http://files.test'
/** Read once, because reading it takes most of the time in which an API starts. */
const BUILT_IN = readCatalogue(builtInModels)
export const VIDEO = readFileSync(join(import.meta.dirname, 'five-seconds.mp4'))

/** Intercepts every request that the server sends. May inspect a request, delay it, or leave it without a response. */
export type Interceptor = (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>

interface ApiParts extends Pick<ApiDeps, 'workflows' | 'drawPreview'> {
  models?: unknown
  network?: Omit<ReceiverNetwork, 'at'>
}

/** Starts the API on a real database, with a scripted provider and a clock that a test can move. */
export function startApi(
  supabase: Pick<LocalSupabase, 'fetch'>,
  settings: Record<string, string> = {},
  intercept: Interceptor = (request, send) => send(request),
  { network: receivers, models, ...over }: ApiParts = {},
) {
  // The provider treats an unknown task, for example of another server, like one of its own.
  const provider = new ScriptedService(pollo, { video: VIDEO, files: FILES, begins: 'running', foreign: {} })
  const log: Omit<LogRecord, 'time'>[] = []
  /** Work that continues after the response was sent. */
  const background = new Set<Promise<void>>()
  const waitUntilIdle = async () => {
    while (background.size > 0) await Promise.all(background)
  }
  const clock = {
    now: Date.now(),
    sleep: async (_ms: number) => {},
    /** Lets a poll wait until the delivery that it started ends. */
    grace: waitUntilIdle,
  }
  /** The server's periodic checks. A test runs them by hand. */
  const timers = new Set<() => unknown>()
  /** Supabase Storage refuses every request while `isDown` is true. */
  const storage = { isDown: false }
  /** Requests to addresses that match `lost` fail with a connection reset. */
  const network: { lost: RegExp | null } = { lost: null }
  const deps: ApiDeps = {
    ...over,
    catalogue: models ? readCatalogue(models) : BUILT_IN,
    fetch: (input, init) =>
      intercept(new Request(input, init), async (request) => {
        const { origin, hostname, pathname } = new URL(request.url)
        if (network.lost?.test(request.url)) throw new TypeError('reset')
        if (storage.isDown && pathname.startsWith('/storage/')) return sendJson({ error: 'down', message: 'down' }, 503)
        // A test opened this provider on a local port.
        if (hostname === '127.0.0.1') return fetch(request)
        if (origin !== ORIGIN) return provider.fetch(request)
        request.headers.set(CLOCK_HEADER, new Date(clock.now).toISOString())
        return supabase.fetch(request)
      }),
    now: () => new Date(clock.now),
    sleep: (ms) => (ms === DELIVERY_GRACE_MS ? clock.grace() : clock.sleep(ms)),
    background: (work) => {
      background.add(work)
      void work.then(() => background.delete(work))
    },
    every: (_ms, work) => {
      timers.add(work)
      return () => timers.delete(work)
    },
    log: (record) => log.push(record),
  }
  const given: Record<string, string> = {
    SUPABASE_URL: ORIGIN,
    SUPABASE_SECRET_KEY: KEYS.secretKey,
    JWT_ISSUER: '',
    VIDEO_API_URL: provider.url,
    VIDEO_API_KEY: 'provider-key',
    VIDEO_FILE_ORIGINS: FILES,
    ALLOWED_ORIGINS: 'https://app.example',
    ENABLE_TEST_CREDITS: 'true',
    // Every poll asks the provider. A test of the intervals overrides these settings.
    VIDEO_STATUS_INTERVAL_SECONDS: '0',
    VIDEO_STATUS_CHECKS_PER_SECOND: '1000000',
    SWEEP_SECRET,
    ADMIN_DEFAULT_PASSWORD: 'true',
    ADMIN_JWT_SECRET: ADMIN_SECRET,
    CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
    ...settings,
  }
  // The addresses of this network lead nowhere, so its messages go the way of all other requests.
  if (receivers) deps.network = { ...receivers, at: () => deps.fetch ?? fetch }
  const app = checkResponses(createApi(given, deps))

  interface Call {
    key?: string
    quoted?: number | string
    headers?: Record<string, string>
  }
  /** Sends `body` as JSON. Returns the status and the parsed body. */
  async function request(method: string, path: string, user: TestUser | null, body?: unknown, call: Call = {}) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await app.request(path, {
      method,
      headers: {
        ...(user ? { authorization: `Bearer ${user.token}` } : {}),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...(call.key ? { 'idempotency-key': call.key } : {}),
        ...(call.quoted === undefined ? {} : { 'x-quoted-credits': String(call.quoted) }),
        ...call.headers,
      },
      ...(text === undefined ? {} : { body: text }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status: response.status, headers: response.headers, body: (await response.json()) as any }
  }

  return {
    app,
    settings: given,
    provider,
    log,
    clock,
    timers,
    storage,
    network,
    waitUntilIdle,
    request,
    consume: (user: TestUser | null, key: string, over: Record<string, unknown> = {}) =>
      request(
        'POST',
        '/api/credits/consume',
        user,
        { amount: 20, type: 'video_generation', source: 'kling-1.6', description: 'Video', ...over },
        { key },
      ),
    create: (
      user: TestUser | null,
      key: string,
      over: Record<string, unknown> = {},
      call: Call & { path?: string } = {},
    ) =>
      request(
        'POST',
        call.path ?? '/generation/kling-ai/kling-v1-6',
        user,
        { input: { ...INPUT, ...over } },
        { key, quoted: 20, ...call },
      ),
    status: (user: TestUser | null, jobId: string) => request('GET', `/generation/${jobId}/status`, user),
    sweep: (secret = SWEEP_SECRET) =>
      request('POST', '/api/jobs/sweep', null, undefined, { headers: { apikey: secret } }),
  }
}

const INPUT = {
  prompt: 'Rain on a window',
  negativePrompt: '',
  length: 5,
  aspectRatio: '16:9',
  seed: 7,
  generateAudio: true,
}
