// Tests the deployed file on the Deno version of the platform's runtime. Everything uses HTTP, as on the platform: the
// Data API, the auth server, Storage, and the provider.
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../local/backend/supabase.ts'
import { pollo } from '../../local/video-service/scripted/pollo.ts'
import { listen } from '../../local/video-service/scripted/response.ts'
import { ScriptedService } from '../../local/video-service/scripted/service.ts'
import { hashPassword } from '../../supabase/functions/api/services/admin/password-hash.ts'
import { startFunction } from '../../tools/deploy/start-function.ts'
import { bundleFunction, type FunctionBundle } from '../../vite/function-bundle.ts'
import { VIDEO } from '../harness/api.ts'
import { createUser, KEYS, openTestSupabase, readBooks, readRows } from '../harness/database.ts'
import { makeFolder } from '../support/make-folder.ts'
import { VAPID } from '../support/messages/push-service.ts'
import { runProgram } from '../support/run-program.ts'
import { connectAgent } from '../support/server/agent.ts'

const PASSWORD = 'a password of the edge'
const ORIGIN = 'https://app.example'
let current: FunctionBundle
let base: string
let supabase: LocalSupabase
const provider = new ScriptedService(pollo, { video: VIDEO, begins: 'running' })
const stops: (() => unknown)[] = []

async function start(): Promise<void> {
  supabase = await openTestSupabase()
  stops.push(() => supabase.close())
  await readRows(
    supabase,
    `insert into private.alerts (name, is_firing, since, due_at)
     values ('sweep_silent', false, now() - interval '1 hour', now())`,
  )
  await provider.open()
  stops.push(() => provider.close())
  const { url, close } = await listen((request) => supabase.fetch(request))
  stops.push(close)
  const started = await startFunction(current.code, {
    SUPABASE_URL: url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: KEYS.secretKey }),
    JWT_ISSUER: '',
    VIDEO_API_URL: provider.url,
    VIDEO_API_KEY: 'provider-key',
    VIDEO_FILE_ORIGINS: provider.url,
    VIDEO_STATUS_INTERVAL_SECONDS: '0',
    ALLOWED_ORIGINS: ORIGIN,
    // No server listens at this URL.
    ALERT_WEBHOOK_URL: 'https://127.0.0.1:9/of-the-operator',
    SWEEP_SECRET: 'a-sweep-secret-of-the-edge-with-32-characters',
    ...VAPID,
    ADMIN_USERNAME: 'edge',
    ADMIN_PASSWORD_HASH: await hashPassword(PASSWORD),
    ADMIN_JWT_SECRET: 'a-secret-of-the-edge-with-more-than-32-characters',
  })
  stops.push(started.stop)
  base = started.url
}

beforeAll(async () => {
  current = await bundleFunction()
  await start()
})
afterAll(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function ask(method: string, path: string, { token = '', headers = {}, body = undefined as unknown } = {}) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

/** Returns the paths of all fields of a JSON value. The entries of a list count once. */
function listKeys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value) ? [['', value[0]] as const] : Object.entries(value)
  return entries.flatMap(([key, one]) => listKeys(one, `${path}.${key}`))
}

/** Returns the XMP that exiftool finds in a video. */
async function readXmp(file: Uint8Array): Promise<unknown> {
  const path = join(await makeFolder(), 'video.mp4')
  await writeFile(path, file)
  const { printed, said } = await runProgram('exiftool', ['-json', '-n', '-XMP:all', path])
  expect(said).toBe('')
  const [{ SourceFile, ...found }] = JSON.parse(printed)
  return found
}

const INPUT = { prompt: 'Rain', negativePrompt: '', length: 5, aspectRatio: '16:9', seed: 7, generateAudio: true }

it('finds every database function that the deployed function calls, with its parameters', async () => {
  const calls = [...current.code.matchAll(/[`"'](\w+)[`"'],\s*\{((?:\s*p_\w+:[^{}]*)+)\}/g)]
  expect(calls.length).toBeGreaterThan(30)
  const known = await readRows<{ name: string; takes: string[]; needs: string[] }>(
    supabase,
    `select proname as name, coalesce(proargnames, '{}') as takes,
       (coalesce(proargnames, '{}'))[:pronargs - pronargdefaults] as needs
     from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const missing = calls.flatMap(([, called, passed = '']) => {
    const parameters = [...passed.matchAll(/\b(p_\w+):/g)].map(([, parameter = '']) => parameter)
    const isThere = known.some(
      (one) =>
        one.name === called &&
        parameters.every((parameter) => one.takes.includes(parameter)) &&
        one.needs.every((parameter) => parameters.includes(parameter)),
    )
    return isThere ? [] : [`${called}(${parameters.join(', ')})`]
  })
  expect(missing).toEqual([])
})

it('reports the version of the code, and that no sweep has run yet', async () => {
  expect(await ask('GET', '/health')).toMatchObject({
    status: 200,
    body: { success: true, status: 'degraded', version: current.version },
  })
})

it('tells pages the key for notifications, after it has compared both keys', async () => {
  const { body } = await ask('GET', '/api/capabilities')
  expect(body.data.pushKey).toBe(VAPID.VAPID_PUBLIC_KEY)
})

it('checks for alerts after a response, which succeeds even if the alert webhook is down', async () => {
  const read = () =>
    readRows(supabase, `select is_firing, is_announced, tries from private.alerts where name = 'sweep_silent'`)
  await expect.poll(read).toEqual([{ is_firing: true, is_announced: false, tries: 1 }])
  expect((await ask('GET', '/health')).status).toBe(200)
})

it('generates a video: holds credits, calls the provider once, stores the file, and charges the credits', async () => {
  const { id, token } = await createUser(supabase, 100)
  const job = randomUUID()
  const create = () =>
    ask('POST', '/generation/kling-ai/kling-v1-6', {
      token,
      headers: { 'idempotency-key': job, 'x-quoted-credits': '20' },
      body: { input: INPUT },
    })
  expect((await ask('POST', '/generation/kling-ai/kling-v1-6', { body: { input: INPUT } })).status).toBe(401)
  expect((await create()).status).toBe(200)
  expect((await create()).status).toBe(200)
  expect(provider.creates).toHaveLength(1)
  expect(await readBooks(supabase, id)).toEqual({ available: 80, held: 20, captured: 0 })

  // The provider refuses the first download. The function fetches the file once, and again after a pause.
  provider.intercept.file = () => new Response(null, { status: 503 })
  provider.finish()
  const poll = () => ask('GET', `/generation/${job}/status`, { token })
  await poll()
  await expect
    .poll(() =>
      readRows(supabase, 'select delivery_failures as failures from private.provider_tasks where job_id = $1', [job]),
    )
    .toEqual([{ failures: 1 }])
  const { body: said } = await poll()
  expect(said).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
  expect(said.job.deliveryEndsInSeconds).toBeGreaterThan(3500)
  expect(provider.fetches).toHaveLength(1)
  provider.intercept = {}
  await readRows(supabase, `update private.provider_tasks set delivery_failed_at = now() - interval '1 minute'`)
  await vi.waitUntil(
    async () => {
      await poll()
      return (await readBooks(supabase, id)).captured === 20
    },
    { timeout: 30_000, interval: 250 },
  )
  const { body } = await ask('GET', '/api/jobs', { token })
  expect(JSON.stringify(body)).toContain(job)
  const [shown] = body.data.jobs
  const served = await supabase.fetch(new Request(shown.videoUrl))
  expect(await readXmp(new Uint8Array(await served.arrayBuffer()))).toEqual({
    DigitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    CreatorTool: 'Kling 1.6',
    AISystemUsed: 'Kling 1.6',
    CreateDate: `${shown.createdAt.slice(0, 19).replaceAll('-', ':').replace('T', ' ')}Z`,
  })
  expect(await readBooks(supabase, id)).toEqual({ available: 80, held: 0, captured: 20 })
})

it('serves agents with the MCP code that the function loads at the first call', async () => {
  const { id, token } = await createUser(supabase, 100)
  const { use } = await connectAgent(new URL(`${base}/mcp`), { token })
  const job = randomUUID()
  const given = { idempotencyKey: job, model: 'kling-1.6', credits: 20, prompt: 'Rain' }
  expect((await use('create_video', given)).data).toMatchObject({ jobId: job, credits: 20 })
  expect((await use('get_job', { jobId: job })).data).toMatchObject({ isFinished: false, job: { prompt: 'Rain' } })
  expect(await readBooks(supabase, id)).toEqual({ available: 80, held: 20, captured: 0 })
  await expect(connectAgent(new URL(`${base}/mcp`), { token: 'nobody' })).rejects.toThrow()
})

it('refuses tokens of other projects, and has no test credits', async () => {
  const { token } = await createUser(supabase)
  expect((await ask('GET', '/api/jobs', { token: 'nobody' })).status).toBe(401)
  expect((await ask('GET', '/api/jobs', { token: `${token.slice(0, -4)}AAAA` })).status).toBe(401)
  expect((await ask('GET', '/api/credits/test/balance', { token })).status).toBe(404)
})

it('runs the sweep only for a caller with the secret', async () => {
  const sweep = (apikey: string) => ask('POST', '/api/jobs/sweep', { headers: { apikey }, body: {} })
  expect((await sweep('nobody')).status).toBe(401)
  expect(await sweep('a-sweep-secret-of-the-edge-with-32-characters')).toMatchObject({
    status: 200,
    body: { message: 'Swept.' },
  })
  const { body } = await ask('GET', '/health')
  expect(body).toMatchObject({ status: 'ok' })
  const [documented = ''] = /^\{"success":true,.*"sweep".*\}$/m.exec(await readFile('docs/deploy.md', 'utf8')) ?? []
  expect(listKeys(JSON.parse(documented))).toEqual(listKeys(body))
})

it('logs its administrator in, limits tries by client address, and refuses the published password', async () => {
  const login = (password: string, address: string) =>
    ask('POST', '/api/auth/admin-login', {
      // The client's own header comes first, then the platform's.
      headers: { 'x-forwarded-for': `192.0.2.${Math.floor(Math.random() * 250)}`, 'cf-connecting-ip': address },
      body: { username: 'edge', password },
    })
  const { status, body } = await login(PASSWORD, '203.0.113.1')
  expect(status).toBe(200)
  expect((await ask('GET', '/api/auth/login-logs', { token: body.token })).body).toMatchObject({
    success: true,
    page: 1,
    logs: expect.any(Array),
  })
  expect((await login('soundreel-local', '203.0.113.2')).status).toBe(401)
  const statuses: number[] = []
  // A slow machine outlasts the first waits. The eighth guess locks the address for 15 minutes.
  for (let guess = 0; guess < 9; guess++) statuses.push((await login(`wrong ${guess}`, '203.0.113.3')).status)
  expect(statuses).toContain(429)
  expect((await login(PASSWORD, '203.0.113.4')).status).toBe(200)
})
