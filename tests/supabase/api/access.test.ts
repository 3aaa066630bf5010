import { randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { createApi } from '../../../supabase/functions/api/app.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { SWEEP_SECRET, startApi } from '../../support/server/api.ts'
import { createUser, KEYS, openTestSupabase, rows, signToken, type TestUser } from '../../support/server/database.ts'

let supabase: LocalSupabase
let user: TestUser
beforeAll(async () => {
  supabase = await openTestSupabase()
  user = await createUser(supabase, 100)
})
afterAll(() => supabase.close())

const HOUR = 3600
const seconds = () => Math.floor(Date.now() / 1000)

describe('tokens', () => {
  it.each<[string, () => Promise<string> | string]>([
    ['no token', () => ''],
    ['text', () => 'hello'],
    ['the publishable key', () => KEYS.publishableKey],
    ['the secret key', () => KEYS.secretKey],
    [
      'alg none',
      () =>
        new UnsecuredJWT({ sub: user.id, aud: 'authenticated', role: 'authenticated', exp: seconds() + HOUR }).encode(),
    ],
    ['another secret', () => signToken({ sub: user.id }, 'quite-another-secret-of-thirty-two-characters')],
    ['an expired one', () => signToken({ sub: user.id, exp: seconds() - 10 })],
    ['another audience', () => signToken({ sub: user.id, aud: 'admin' })],
    ['another issuer', () => signToken({ sub: user.id, iss: 'https://other.supabase.co/auth/v1' })],
    ['the anonymous role', () => signToken({ sub: user.id, role: 'anon' })],
    ['the service role', () => signToken({ sub: user.id, role: 'service_role' })],
    ['no subject', () => signToken({})],
    ['an unknown subject', () => signToken({ sub: randomUUID() })],
    [
      'no expiry',
      () =>
        new SignJWT({ sub: user.id, aud: 'authenticated', role: 'authenticated' })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(KEYS.jwtSecret)),
    ],
  ])('%s: 401', async (_name, make) => {
    const { consume, request } = startApi(supabase)
    const caller = { ...user, token: await make() }
    const answers = [
      await consume(caller, randomUUID()),
      await request('GET', '/api/jobs', caller),
      await request('GET', '/api/credits/statement', caller),
      await request('DELETE', `/api/jobs/${randomUUID()}`, caller),
      await request('POST', `/api/jobs/${randomUUID()}/cancel`, caller),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 401,
        body: { success: false, code: 'unauthorized', message: 'Please login before generating a video' },
      })
    }
    vi.mocked(console.error).mockClear()
  })

  it('a real one passes', async () => {
    const { consume } = startApi(supabase)
    expect(await consume(user, randomUUID())).toMatchObject({ status: 200 })
  })

  it('one whose issuer is the expected one passes, one without fails there', async () => {
    const { consume } = startApi(supabase, { JWT_ISSUER: 'https://ref.supabase.co/auth/v1' })
    const token = await signToken({ sub: user.id, iss: 'https://ref.supabase.co/auth/v1' })
    expect(await consume({ ...user, token }, randomUUID())).toMatchObject({ status: 200 })
    expect(await consume(user, randomUUID())).toMatchObject({ status: 401 })
  })

  it('an auth server that is down is no reason to sign anybody out', async () => {
    const app = createApi(
      { SUPABASE_URL: 'http://localhost:5173', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' },
      { fetch: () => Promise.reject(new TypeError('down')), log: () => {} },
    )
    const response = await app.request('/api/credits/consume', {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(response.status).toBe(503)
  })
})

describe('every route', () => {
  /** Who may pass. A route that is not listed here fails, so that none is added without a decision. */
  const ACCESS: Record<string, 'anyone' | 'person' | 'scheduler' | 'admin'> = {
    'GET /health': 'anyone',
    'GET /api/capabilities': 'anyone',
    'POST /api/credits/consume': 'person',
    'GET /api/credits/test/balance': 'person',
    'POST /api/credits/test/validate': 'person',
    'POST /api/credits/test/add': 'person',
    'GET /generation/:taskId/status': 'person',
    'POST /generation/:brand/:model': 'person',
    'GET /api/credits/statement': 'person',
    'GET /api/jobs': 'person',
    'GET /api/jobs/:id': 'person',
    'DELETE /api/jobs/:id': 'person',
    'POST /api/jobs/:id/cancel': 'person',
    'POST /api/jobs/sweep': 'scheduler',
    'GET /api/admin/test': 'anyone',
    'GET /api/admin/status': 'admin',
    'POST /api/admin/credits/find-users': 'admin',
    'POST /api/admin/credits/grant': 'admin',
    // The way in: who sends no credentials is told what is missing.
    'POST /api/auth/admin-login': 'anyone',
    'GET /api/auth/login-logs': 'admin',
    'POST /api/auth/login-logs': 'admin',
  }
  const CALLERS: Record<string, { passes: string[]; headers: () => Promise<Record<string, string>> }> = {
    nobody: { passes: ['anyone'], headers: async () => ({}) },
    'the publishable key': {
      passes: ['anyone'],
      headers: async () => ({ apikey: KEYS.publishableKey, authorization: `Bearer ${KEYS.publishableKey}` }),
    },
    'the secret key': {
      passes: ['anyone'],
      headers: async () => ({ apikey: KEYS.secretKey, authorization: `Bearer ${KEYS.secretKey}` }),
    },
    'an anonymous token': {
      passes: ['anyone'],
      headers: async () => ({ authorization: `Bearer ${await signToken({ sub: user.id, role: 'anon' })}` }),
    },
    'a service token': {
      passes: ['anyone'],
      headers: async () => ({ authorization: `Bearer ${await signToken({ sub: user.id, role: 'service_role' })}` }),
    },
    'a person': { passes: ['anyone', 'person'], headers: async () => ({ authorization: `Bearer ${user.token}` }) },
    'an administrator': {
      passes: ['anyone', 'admin'],
      headers: () => startAdminApi(supabase).asAdmin(),
    },
    'the scheduler': { passes: ['anyone', 'scheduler'], headers: async () => ({ apikey: SWEEP_SECRET }) },
  }

  it('has a declared access level', () => {
    const { app } = startApi(supabase)
    const routes = new Set(
      app.routes.filter((route) => route.method !== 'ALL').map((route) => `${route.method} ${route.path}`),
    )
    expect([...routes].sort()).toEqual(Object.keys(ACCESS).sort())
  })

  it.each(Object.keys(CALLERS))('lets %s pass where declared and nowhere else', async (name) => {
    const caller = CALLERS[name]
    for (const [route, level] of Object.entries(ACCESS)) {
      const [method = '', path = ''] = route.split(' ')
      const headers = (await caller?.headers()) ?? {}
      // Whoever passes is stopped by the missing input only: 400, 404 or 422, or answered.
      const { status } = await startApi(supabase).app.request(path.replace(/:\w+/g, 'x'), { method, headers })
      expect([route, status === 401]).toEqual([route, !caller?.passes.includes(level)])
    }
    vi.mocked(console.error).mockClear()
  })
})

describe('origins', () => {
  const preflight = (origin: string) =>
    startApi(supabase).app.request('/api/credits/consume', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' },
    })

  it('a named one may call with credentials', async () => {
    const { headers } = await preflight('https://app.example')
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-headers')).toContain('idempotency-key')
    expect(headers.get('access-control-allow-methods')?.split(',')).toEqual(['GET', 'POST', 'DELETE'])
  })

  it('a foreign one gets no permission', async () => {
    const { headers } = await preflight('https://evil.example')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('errors', () => {
  it('an unknown path answers in the one shape, with its request id', async () => {
    const { request } = startApi(supabase)
    const { status, body, headers } = await request('GET', '/api/nowhere', null)
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      code: 'not_found',
      message: 'There is nothing at this address.',
      requestId: headers.get('x-request-id'),
    })
  })

  it('a fault of ours says nothing of its inside, and the log has it', async () => {
    const log: { cause?: string; requestId?: string }[] = []
    const app = createApi(
      { SUPABASE_URL: 'http://localhost:5173', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' },
      {
        fetch: () => Promise.reject(new TypeError('database password is hunter2')),
        log: (record) => log.push(record),
      },
    )
    const response = await app.request('/health')
    expect(response.status).toBe(503)
    const text = await response.text()
    expect(text).not.toContain('hunter2')
    const request = log.find(({ requestId }) => requestId)
    expect(request?.cause).toContain('hunter2')
    expect(text).toContain(request?.requestId)
  })

  it('no log line holds a token or a prompt', async () => {
    const { consume, create, log } = startApi(supabase)
    await consume(user, randomUUID())
    await create(user, randomUUID(), { prompt: 'a very private prompt' })
    const lines = JSON.stringify(log)
    expect(log.length).toBe(2)
    expect(lines).not.toContain(user.token)
    expect(lines).not.toContain('private prompt')
  })
})

describe('settings', () => {
  it.each(['https://app.example/', ' https://APP.example/login , https://other.example', 'https://app.example:443'])(
    'ALLOWED_ORIGINS=%s lets that origin in',
    async (ALLOWED_ORIGINS) => {
      const { app } = startApi(supabase, { ALLOWED_ORIGINS })
      const { headers } = await app.request('/api/nowhere', { headers: { origin: 'https://app.example' } })
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
    },
  )

  it.each(['*', 'app.example', 'null', 'data:text/html,x'])(
    'ALLOWED_ORIGINS=%s is refused at start',
    (ALLOWED_ORIGINS) => {
      expect(() => startApi(supabase, { ALLOWED_ORIGINS })).toThrow(/ALLOWED_ORIGINS: .* is not an address like/)
    },
  )

  it('that leave pages or the sweep shut out are named in the log at start', () => {
    expect(startApi(supabase).log).toEqual([])
    expect(startApi(supabase, { ALLOWED_ORIGINS: '', SWEEP_SECRET: '' }).log.map(({ cause }) => cause)).toEqual([
      'ALLOWED_ORIGINS is not set',
      'SWEEP_SECRET is not set',
    ])
  })

  it('lists every fault at once', () => {
    expect(() => createApi({ SUPABASE_URL: 'nonsense' })).toThrow(/SUPABASE_URL[\s\S]*SUPABASE_SECRET_KEY/)
    expect(() => createApi({ SUPABASE_URL: 'https://ref.supabase.co', SUPABASE_SECRET_KEY: 'k' })).toThrow(
      /VIDEO_API_KEY/,
    )
  })
})

describe('GET /health', () => {
  it('answers ok when everything answers', async () => {
    const { request, sweep } = startApi(supabase)
    await sweep()
    expect(await request('GET', '/health', null)).toMatchObject({
      status: 200,
      body: {
        success: true,
        status: 'ok',
        message: 'Everything answers.',
        dependencies: { database: 'ok', auth: 'ok', storage: 'ok' },
        sweep: { secondsSinceLast: 0, backlog: 0 },
      },
    })
  })

  it('is degraded, and says so, three minutes after the last sweep, or when there was none', async () => {
    const { request, sweep, clock } = startApi(supabase)
    const look = async () => (await request('GET', '/health', null)).body
    await sweep()
    clock.now += 180_000
    expect(await look()).toMatchObject({ status: 'ok', sweep: { secondsSinceLast: 180 } })
    clock.now += 180_000
    expect(await look()).toMatchObject({
      success: true,
      status: 'degraded',
      message:
        'The sweep has not run for 6 minutes: credits of jobs that nobody watches do not come back. Check the schedule that calls it.',
    })
    await rows(supabase, 'delete from private.last_sweep')
    expect(await look()).toMatchObject({
      status: 'degraded',
      message: expect.stringContaining('The sweep has never run: '),
      sweep: { secondsSinceLast: null },
    })
    // Nobody calls it: the log said so at start.
    const off = startApi(supabase, { SWEEP_SECRET: '' })
    expect((await off.request('GET', '/health', null)).body).toMatchObject({ status: 'ok' })
  })

  it('counts the jobs and holds that wait for a sweep', async () => {
    const { request, sweep, create, consume, clock } = startApi(supabase)
    const backlog = async () => (await request('GET', '/health', null)).body.sweep.backlog
    const somebody = await createUser(supabase, 100)
    await create(somebody, randomUUID())
    await consume(somebody, randomUUID())
    expect(await backlog()).toBe(0)
    clock.now += 60_000
    const jobs = await backlog()
    expect(jobs).toBeGreaterThanOrEqual(1)
    clock.now += 15 * 60_000
    expect(await backlog()).toBeGreaterThan(jobs)
    await sweep()
    expect(await backlog()).toBe(0)
  })

  it.each(['database', 'auth', 'storage'])('names %s when it is down', async (name) => {
    const path = { database: '/rest/', auth: '/auth/', storage: '/storage/' }[name] ?? ''
    const { request, log } = startApi(supabase, {}, (call, send) =>
      new URL(call.url).pathname.startsWith(path) ? Promise.reject(new TypeError('unreachable')) : send(call),
    )
    const { status, body } = await request('GET', '/health', null)
    expect(status).toBe(503)
    expect(body).toMatchObject({
      success: false,
      code: 'unhealthy',
      message: `Not everything works right now: ${name}.`,
    })
    expect(body.dependencies).toEqual({ database: 'ok', auth: 'ok', storage: 'ok', [name]: 'down' })
    expect(body.sweep === null).toBe(name === 'database')
    expect(log.at(-1)?.cause).toContain('unreachable')
  })
})
