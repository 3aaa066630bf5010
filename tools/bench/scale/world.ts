// Starts the environment of one design: its API in isolates on its database, with stand-ins for the Data API, Storage,
// and the provider.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { build } from 'vite'
import { openChannel } from './channel.ts'
import type { BenchDatabase } from './databases.ts'
import { startIsolates } from './isolates.ts'
import { VIDEO_BYTES } from './job-script.ts'
import type { FromDataApi, FromProvider, ToProvider, Webhook } from './messages.ts'

export const SWEEP_SECRET = 'sweep-secret'
const PROVIDER_CALLS_PER_SECOND = 400
/** The limit for status checks, in a design that has such a limit. */
const CHECKS_PER_SECOND = 350
const ISOLATES = 4
const RETRY_WEBHOOK_MS = 5000
/** The URL for webhooks. The benchmark passes them to an isolate, as the gateway does. */
const PUBLIC_URL = 'https://api.example'

export type World = Awaited<ReturnType<typeof openWorld>>

/** Starts the environment. `root` is the folder of the design. */
export async function openWorld(root: string, database: BenchDatabase) {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-scale-'))
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  const dataApi = forkProcess('data-api-process.ts', {
    SCALE_DATABASE: JSON.stringify(database.address),
    SCALE_TOKEN_KEYS: JSON.stringify({ keys: [key] }),
  })
  const provider = forkProcess('provider-process.ts', {
    SCALE_PROVIDER_CALLS: String(PROVIDER_CALLS_PER_SECOND),
    SCALE_VIDEO_BYTES: String(VIDEO_BYTES),
  })
  const [fromDataApi, fromProvider] = [openChannel<FromDataApi>(dataApi), openChannel<FromProvider>(provider)]
  const [{ url: supabaseUrl }, { url: providerUrl, falUrl }] = await Promise.all([
    fromDataApi.read('ready'),
    fromProvider.read('ready'),
  ])
  const isolates = await startIsolates(ISOLATES, {
    SCALE_API: await buildApi(root, folder),
    SCALE_FAL_KEYS: `${falUrl}/jwks.json`,
    SUPABASE_URL: supabaseUrl,
    SUPABASE_SECRET_KEY: 'sb_secret_bench',
    JWT_ISSUER: '',
    VIDEO_PROVIDER: 'pollo',
    VIDEO_API_URL: providerUrl,
    VIDEO_API_KEY: 'provider-key',
    VIDEO_FILE_ORIGINS: providerUrl,
    FAL_API_KEY: 'provider-key',
    FAL_API_URL: falUrl,
    FAL_FILE_ORIGINS: falUrl,
    PUBLIC_API_URL: PUBLIC_URL,
    ALLOWED_ORIGINS: 'https://app.example',
    SWEEP_SECRET,
    ADMIN_DEFAULT_PASSWORD: 'true',
    ADMIN_JWT_SECRET: randomBytes(32).toString('hex'),
    VIDEO_STATUS_CHECKS_PER_SECOND: String(CHECKS_PER_SECOND),
  })
  async function callBack(message: Webhook): Promise<void> {
    const { address, headers, body } = message
    const answer = await isolates
      .send({ method: 'POST', path: address.slice(PUBLIC_URL.length), headers, body })
      .catch(() => null)
    const isTaken = answer && answer.status < 500
    if (!isTaken && provider.connected) setTimeout(callBack, RETRY_WEBHOOK_MS, message)
  }
  provider.on('message', (message: FromProvider) => {
    if (message.type === 'webhook') void callBack(message)
  })
  return {
    database,
    isolates,
    signToken: (userId: string) =>
      new SignJWT({ sub: userId, aud: 'authenticated', role: 'authenticated', exp: 4e9 })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .sign(privateKey),
    readDataApi() {
      dataApi.send('report')
      return fromDataApi.read('report')
    },
    readProvider() {
      provider.send({ type: 'report' } satisfies ToProvider)
      return fromProvider.read('report')
    },
    tellProvider: (message: ToProvider) => provider.send(message),
    async close() {
      isolates.close()
      dataApi.kill()
      provider.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Bundles a design's API into one file, as in a deployment. An isolate that loads 200 files boots slowly. */
async function buildApi(root: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'supabase/functions/api/app.ts',
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'app.mjs' } },
    },
  })
  return join(folder, 'app.mjs')
}

function forkProcess(file: string, env: Record<string, string>): ChildProcess {
  return fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } })
}
