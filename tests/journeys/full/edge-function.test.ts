import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { hashPassword } from '../../../supabase/functions/api/services/password-hash.ts'
import { freePort } from '../../support/free-port.ts'
import { newPerson, openBrowser, signIn, startJourney, takePlan } from '../../support/journeys/journey.ts'
import { storedSession } from '../../support/journeys/ledger.ts'

openBrowser()

// The hosted shape: the function on Deno, under the function's name, against the project's Data API and auth server.
let base: string
let stop: () => void
beforeAll(async () => {
  const keys = JSON.parse(await readFile(join(inject('dataDir'), 'keys.json'), 'utf8'))
  const port = await freePort()
  const entry = 'supabase/functions/api'
  const deno = spawn(
    'node_modules/.bin/deno',
    ['run', '--frozen', '--allow-net', '--allow-env', '--config', `${entry}/deno.json`, `${entry}/index.ts`],
    {
      env: {
        ...process.env,
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        SUPABASE_URL: inject('url'),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
        JWT_ISSUER: '',
        VIDEO_API_KEY: keys.videoApiKey,
        ALLOWED_ORIGINS: 'https://app.example',
        ADMIN_USERNAME: 'edge',
        ADMIN_PASSWORD_HASH: await hashPassword('a password of the edge'),
        ADMIN_JWT_SECRET: 'a-secret-of-the-edge-with-more-than-32-characters',
      },
    },
  )
  stop = () => deno.kill()
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
afterAll(() => stop?.())

it('answers health, refuses strangers, keeps test credits shut and holds credits for a signed-in person', async () => {
  const health = await fetch(`${base}/health`)
  expect({ status: health.status, body: await health.json() }).toMatchObject({
    status: 200,
    body: { success: true, status: 'ok' },
  })

  const journey = await startJourney()
  await signIn(journey, newPerson())
  await takePlan(journey, 'lite')
  await journey.page.getByText('已添加 600 积分').first().waitFor()
  const { access_token: token } = await storedSession(journey.page)
  const consume = (authorization: string) =>
    fetch(`${base}/api/credits/consume`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ amount: 20, type: 'video_generation', source: 'kling-1.6', description: 'Video' }),
    })
  expect((await consume('Bearer nobody')).status).toBe(401)
  expect(await (await consume(`Bearer ${token}`)).json()).toMatchObject({ success: true, data: { balance_after: 580 } })
  expect(
    (await fetch(`${base}/api/credits/test/balance`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(404)
})

it('lets its administrator in, counts tries by the address that the platform writes, and knows no published password', async () => {
  const login = (password: string, address: string) =>
    fetch(`${base}/api/auth/admin-login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // A client's own first, then the platform's.
        'x-forwarded-for': `192.0.2.${Math.floor(Math.random() * 250)}`,
        'cf-connecting-ip': address,
      },
      body: JSON.stringify({ username: 'edge', password }),
    })
  const answer = await login('a password of the edge', '203.0.113.1')
  expect(answer.status).toBe(200)
  const { token } = await answer.json()
  const logs = await fetch(`${base}/api/auth/login-logs`, { headers: { authorization: `Bearer ${token}` } })
  expect(await logs.json()).toMatchObject({ success: true, page: 1, logs: expect.any(Array) })
  expect((await login('soundreel-local', '203.0.113.2')).status).toBe(401)
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess++) statuses.push((await login(`wrong ${guess}`, '203.0.113.3')).status)
  expect(statuses).toContain(429)
  expect((await login('a password of the edge', '203.0.113.4')).status).toBe(200)
})
