// Implements `npm run bench:api`. It measures two figures. The first is the time that the gateway adds to a provider
// call. The goal is 20 ms at the median. The second is the response time while 200 users poll every 5 s. The goal is
// 200 ms for 95% of the polls. The API runs in a separate process on a real PostgreSQL, all on this machine. Every
// database call is a transaction, so everything is measured a second time without waiting for the disk. The benchmark
// prints tables, checks no limits, and takes about 2 minutes.
import { fork } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { pollo } from '../../local/video-service/scripted/pollo.ts'
import { listen } from '../../local/video-service/scripted/response.ts'
import { ScriptedService } from '../../local/video-service/scripted/service.ts'
import { createDataApi } from '../../tests/harness/data-api.ts'
import { signUp } from '../../tests/harness/ledger/users.ts'
import { openPostgres } from '../../tests/harness/postgres.ts'
import { countLoads, type Figure, getQuantile, report, rounds } from './figures.ts'

const ROUNDS = rounds(200)
const MOST_ADDED_MS = 20
const MOST_POLL_MS = 200
const WARM_UP = 20
const CONNECTIONS = 20
const POLLERS = 200
const POLL_INTERVAL_MS = 5000
const POLLS_EACH = 6
const MODEL = 'kling-ai/kling-v1-6'
const INPUT = { prompt: 'Rain', negativePrompt: '', length: 5, aspectRatio: '16:9', seed: 7, generateAudio: true }

interface User {
  token: string
  /** The user's personal API key. */
  key: string
  jobId: string
}

const { privateKey, publicKey } = await generateKeyPair('ES256')
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig', key_ops: ['verify'] }] }
const postgres = await openPostgres()
const database = await postgres.createDatabase({ clock: 'real' })
let clients = database.clients(CONNECTIONS)
let databaseCalls = 0
const dataApi = createDataApi((statement, values) => {
  databaseCalls += 1
  return clients.sql(statement, values)
})
const provider = new ScriptedService(pollo, { begins: 'running', foreign: {} })
await provider.open()
const figures: Figure[] = []
const supabase = await listen((request) =>
  request.url.endsWith('/jwks.json') ? Response.json(keys) : dataApi.fetch(request),
)
const api = fork('tools/bench/api-process.ts', {
  env: {
    ...process.env,
    SUPABASE_URL: supabase.url,
    SUPABASE_SECRET_KEY: 'sb_secret_bench',
    JWT_ISSUER: '',
    VIDEO_API_URL: provider.url,
    VIDEO_API_KEY: 'provider-key',
    // With an interval of zero, each poll queries the provider.
    VIDEO_STATUS_INTERVAL_SECONDS: '0',
    VIDEO_STATUS_CHECKS_PER_SECOND: '1000000',
    ALLOWED_ORIGINS: 'https://app.example',
  },
})

try {
  const [port] = await once(api, 'message')
  const address = `http://127.0.0.1:${port}`
  for (const waits of [true, false]) {
    clients = waits ? database.clients(CONNECTIONS) : await runImpatientClients()
    const how = waits ? '' : ', without waiting for the disk'
    console.log(`\nAs it is${how}`)
    await measureCalls(address, how)
    await measurePolls(address, how)
    await clients.close()
  }
  report(figures)
} finally {
  api.kill()
  await Promise.all([provider.close(), supabase.close()])
  await postgres.remove()
}

/** Turns off synchronous commits. Only new connections use the setting. */
async function runImpatientClients() {
  await database.sql(
    `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
  )
  return database.clients(CONNECTIONS)
}

/** Measures the same request to the provider directly and through the gateway, alternating. */
async function measureCalls(address: string, how: string): Promise<void> {
  const key = { 'x-api-key': 'key' }
  let user = await createUser()
  const steps: Record<string, () => Promise<number>> = {
    'call of the database': takeRate,
    hold: () => hold(address, user),
    'create, direct': () => time(`${provider.url}/generation/${MODEL}`, 'POST', key, { input: INPUT }),
    'create, gateway': () => create(address, user),
    'status, direct': () => time(`${provider.url}/generation/task-1/status`, 'GET', key),
    'status, gateway': () => poll(address, user),
    // The first use of a key in a minute writes to the database.
    'status again, token': () => poll(address, user),
    'status again, key, first': () => poll(address, { ...user, token: user.key }),
    'status again, key': () => poll(address, { ...user, token: user.key }),
  }
  const times = new Map(Object.keys(steps).map((name) => [name, [] as number[]]))
  const calls = new Map<string, number>()
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    user = await createUser()
    for (const [name, step] of Object.entries(steps)) {
      const before = databaseCalls
      const ms = await step()
      calls.set(name, databaseCalls - before)
      if (round >= 0) times.get(name)?.push(ms)
    }
  }
  const table = [...times].map(([name, list]) => [name, { ...getQuantiles(list), 'database calls': calls.get(name) }])
  console.log(`${ROUNDS} calls of each kind in turns, ms; load ${countLoads()}`)
  console.table(Object.fromEntries(table))
  for (const [what, name, way] of [
    ['create', 'create', 'create, gateway'],
    ['status', 'status', 'status, gateway'],
    ['status with a key', 'status', 'status again, key'],
  ]) {
    const [direct, gateway] = [`${name}, direct`, `${way}`].map((step) => getQuantile(times.get(step) ?? [], 0.5))
    const value = (gateway ?? Number.NaN) - (direct ?? Number.NaN)
    figures.push({ name: `the gateway adds to a ${what}${how}`, value, unit: 'ms', most: MOST_ADDED_MS })
  }
}

/** Measures the smallest database transaction, without the API and HTTP. */
async function takeRate(): Promise<number> {
  const started = performance.now()
  await clients.sql('select public.count_request($1, 1000000, 60)', [randomUUID()])
  return performance.now() - started
}

async function measurePolls(address: string, how: string): Promise<void> {
  const users = await Promise.all(Array.from({ length: POLLERS }, createUser))
  for (const user of users) {
    await hold(address, user)
    await create(address, user)
  }
  const times: number[] = []
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.all(
    users.map(async (user, index) => {
      await wait((index / POLLERS) * POLL_INTERVAL_MS)
      for (let count = 0; count < POLLS_EACH; count += 1) {
        const ms = await poll(address, user)
        times.push(ms)
        await wait(Math.max(0, POLL_INTERVAL_MS - ms))
      }
    }),
  )
  console.log(`${POLLERS} pollers at ${POLL_INTERVAL_MS / 1000} s, ${times.length} polls, ms; load ${countLoads()}`)
  console.table({ poll: getQuantiles(times) })
  const name = `poll of ${POLLERS} users, 95%${how}`
  figures.push({ name, value: getQuantile(times, 0.95), unit: 'ms', most: MOST_POLL_MS })
}

async function createUser(): Promise<User> {
  const id = await signUp(database.sql, 100)
  const token = await new SignJWT({ sub: id, aud: 'authenticated', role: 'authenticated', exp: 4e9 })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(privateKey)
  const key = `sr_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(key).digest('hex')
  await database.sql(`select public.create_key($1, $2, 'Bench', 'abcd', 'create', 1000, 7, 20)`, [id, hash])
  return { token, key, jobId: randomUUID() }
}

function asUser({ token, jobId }: User): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'idempotency-key': jobId }
}

function hold(address: string, user: User): Promise<number> {
  const job = { amount: 20, type: 'video_generation', source: 'kling-1.6', description: 'Video' }
  return time(`${address}/api/credits/consume`, 'POST', asUser(user), job)
}

function create(address: string, user: User): Promise<number> {
  const headers = { ...asUser(user), 'x-quoted-credits': '20' }
  return time(`${address}/generation/${MODEL}`, 'POST', headers, { input: INPUT })
}

function poll(address: string, user: User): Promise<number> {
  return time(`${address}/generation/${user.jobId}/status`, 'GET', asUser(user))
}

/**
 * Returns the milliseconds until the whole response has arrived. Throws for an error response, because refusals are
 * fast.
 */
async function time(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const said = await response.text()
  const ms = performance.now() - started
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${said}`)
  return ms
}

function getQuantiles(times: number[]): Record<string, string> {
  const pickAt = (share: number) => getQuantile(times, share).toFixed(1)
  return { median: pickAt(0.5), p95: pickAt(0.95), longest: pickAt(1) }
}
