// The file that is deployed, on the Deno version that the platform's runtime is based on, against a project's Data API,
// auth server and Storage, and a provider: everything over HTTP, as there.
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bundleFunction } from '../../build/function-bundle.ts'
import type { LocalSupabase } from '../../local/backend/supabase.ts'
import { hashPassword } from '../../supabase/functions/api/services/admin/password-hash.ts'
import { freePort } from '../support/free-port.ts'
import { ScriptedPollo } from '../support/server/api.ts'
import { books, createUser, KEYS, openTestSupabase } from '../support/server/database.ts'

const PASSWORD = 'a password of the edge'
const ORIGIN = 'https://app.example'
let base: string
let version: string
let supabase: LocalSupabase
let provider: ScriptedPollo
const stops: (() => unknown)[] = []

async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = serve({ fetch, hostname: '127.0.0.1', port: 0 })
  stops.push(() => server.close())
  await new Promise((listening) => server.once('listening', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-function-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const bundle = await bundleFunction()
  version = bundle.version
  await writeFile(join(folder, 'index.js'), bundle.code)
  const port = await freePort()
  // The platform chooses where the function listens, too.
  await writeFile(
    join(folder, 'platform.js'),
    `const { serve } = Deno
     Deno.serve = (handler) => serve({ hostname: '127.0.0.1', port: ${port} }, handler)
     await import('./index.js')`,
  )
  supabase = await openTestSupabase()
  stops.push(() => supabase.close())
  const providerUrl = await listen((request) => provider.fetch(request))
  provider = new ScriptedPollo(providerUrl)
  const deno = spawn(
    'node_modules/.bin/deno',
    // It has the network and its settings, and neither files nor packages.
    ['run', '--no-remote', '--no-npm', '--allow-net', '--allow-env', join(folder, 'platform.js')],
    {
      // A group of its own: what is stopped is a wrapper, and Deno with it.
      detached: true,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        SUPABASE_URL: await listen((request) => supabase.fetch(request)),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: KEYS.secretKey }),
        JWT_ISSUER: '',
        VIDEO_API_URL: `${providerUrl}/api/platform`,
        VIDEO_API_KEY: 'provider-key',
        VIDEO_FILE_ORIGINS: providerUrl,
        ALLOWED_ORIGINS: ORIGIN,
        SWEEP_SECRET: 'a-sweep-secret-of-the-edge-with-32-characters',
        ADMIN_USERNAME: 'edge',
        ADMIN_PASSWORD_HASH: await hashPassword(PASSWORD),
        ADMIN_JWT_SECRET: 'a-secret-of-the-edge-with-more-than-32-characters',
      },
    },
  )
  stops.push(() => process.kill(-Number(deno.pid)))
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      if (/Listening on/.test(printed)) resolve()
    }
    deno.stdout.on('data', read)
    deno.stderr.on('data', read)
    deno.once('exit', (code) => reject(new Error(`Deno ended with status ${code}:\n${printed}`)))
  })
  base = `http://127.0.0.1:${port}/api`
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
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

const INPUT = { prompt: 'Rain', negativePrompt: '', length: 5, aspectRatio: '16:9', seed: 7, generateAudio: true }

it('has types that hold on this version too', async () => {
  const check = ['check', '--quiet', '--node-modules-dir=manual', 'supabase/functions/api/index.ts']
  await promisify(execFile)('node_modules/.bin/deno', check, { env: { ...process.env, DENO_NO_UPDATE_CHECK: '1' } })
})

it('says which code it is, and that no sweep has come yet', async () => {
  expect(await ask('GET', '/health')).toMatchObject({
    status: 200,
    body: { success: true, status: 'degraded', version },
  })
  expect(version).toMatch(/^[0-9a-f]{12}$/)
})

it('makes a video: holds, calls the provider once, stores the file, and takes the credits', async () => {
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
  expect(await books(supabase, id)).toEqual({ available: 80, held: 20, captured: 0 })

  provider.succeed(`${provider.origin}/files/one.mp4`)
  await vi.waitUntil(
    async () => {
      await ask('GET', `/generation/${job}/status`, { token })
      return (await books(supabase, id)).captured === 20
    },
    { timeout: 30_000, interval: 250 },
  )
  const { body } = await ask('GET', '/api/jobs', { token })
  expect(JSON.stringify(body)).toContain(job)
  expect(await books(supabase, id)).toEqual({ available: 80, held: 0, captured: 20 })
})

it('refuses what is no token of this project, and has no test credits', async () => {
  const { token } = await createUser(supabase)
  expect((await ask('GET', '/api/jobs', { token: 'nobody' })).status).toBe(401)
  expect((await ask('GET', '/api/jobs', { token: `${token.slice(0, -4)}AAAA` })).status).toBe(401)
  expect((await ask('GET', '/api/credits/test/balance', { token })).status).toBe(404)
})

it('sweeps for who knows the secret', async () => {
  const sweep = (apikey: string) => ask('POST', '/api/jobs/sweep', { headers: { apikey }, body: {} })
  expect((await sweep('nobody')).status).toBe(401)
  expect(await sweep('a-sweep-secret-of-the-edge-with-32-characters')).toMatchObject({
    status: 200,
    body: { message: 'Swept.' },
  })
  expect((await ask('GET', '/health')).body).toMatchObject({ status: 'ok' })
})

it('lets its administrator in, counts tries by the address that the platform writes, and knows no published password', async () => {
  const login = (password: string, address: string) =>
    ask('POST', '/api/auth/admin-login', {
      // A client's own first, then the platform's.
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
  for (let guess = 0; guess < 6; guess++) statuses.push((await login(`wrong ${guess}`, '203.0.113.3')).status)
  expect(statuses).toContain(429)
  expect((await login(PASSWORD, '203.0.113.4')).status).toBe(200)
})
