// Who may call which route, how often, and from which page.
import { randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { RESPONSES } from '../../../supabase/functions/_shared/contract/routes.ts'
import { createApi } from '../../../supabase/functions/api/app.ts'
import { SWEEP_SECRET, startApi } from '../../harness/api.ts'
import { createUser, KEYS, signToken, type TestUser } from '../../harness/database.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { type Access, getCall, ROUTES } from '../../support/server/routes.ts'
import { supabase } from '../../support/server/suite.ts'

let user: TestUser
beforeAll(async () => {
  user = await createUser(supabase, 100)
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** The callers, each with the access level that they pass. Routes for anyone accept all of them. */
const CALLERS: [name: string, passes: Access | null, headers: () => Promise<Record<string, string>>][] = [
  ['a caller without credentials', null, async () => ({})],
  ['the publishable key', null, async () => ({ apikey: KEYS.publishableKey, ...bearer(KEYS.publishableKey) })],
  ['the secret key', null, async () => ({ apikey: KEYS.secretKey, ...bearer(KEYS.secretKey) })],
  ['an anonymous token', null, async () => bearer(await signToken({ sub: user.id, role: 'anon' }))],
  ['a service token', null, async () => bearer(await signToken({ sub: user.id, role: 'service_role' }))],
  ['a caller with a wrong sweep secret', null, async () => ({ apikey: 'wrong' })],
  ['a person', 'person', async () => bearer(user.token)],
  ['an administrator', 'admin', () => startAdminApi(supabase).asAdmin()],
  ['the scheduler', 'scheduler', async () => ({ apikey: SWEEP_SECRET })],
]

describe('every route', () => {
  it('declares an access level, a rate, and a response for every route', () => {
    const { app } = startApi(supabase)
    const routes = new Set(app.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])))
    expect([...routes].sort()).toEqual(Object.keys(ROUTES).sort())
    expect(Object.keys(RESPONSES).sort()).toEqual(Object.keys(ROUTES).sort())
  })

  it.each(CALLERS)('lets %s call only the routes declared for their access level', async (_name, passes, headers) => {
    for (const [route, { access }] of Object.entries(ROUTES)) {
      const [method, path] = getCall(route)
      // A caller with access gets a response, or an error about missing input (400, 404, or 422).
      const { status } = await startApi(supabase).app.request(path, { method, headers: await headers() })
      expect([route, status === 401]).toEqual([route, access !== 'anyone' && access !== passes])
    }
    vi.mocked(console.error).mockClear()
  })

  it.each(CALLERS)('forbids caches to store the responses to %s, except public ones', async (...row) => {
    const [, , headers] = row
    for (const route of Object.keys(ROUTES)) {
      const [method, path] = getCall(route)
      const answer = await startApi(supabase).app.request(path, { method, headers: await headers() })
      const rule =
        { 'GET /api/capabilities': 'max-age=60', 'GET /v1/openapi.json': 'max-age=3600' }[route] ?? 'no-store'
      expect([route, answer.headers.get('cache-control')]).toEqual([route, rule])
    }
    vi.mocked(console.error).mockClear()
  })

  it.each(Object.entries(ROUTES).flatMap(([route, { rate }]) => (rate ? [{ route, ...rate }] : [])))(
    'refuses a user over the rate at $route, before it reads or changes anything',
    async ({ route, name, limit }) => {
      const asked: unknown[] = []
      const { request } = startApi(supabase, {}, async (call, send) => {
        const { pathname } = new URL(call.url)
        if (!pathname.startsWith('/rest/')) return send(call)
        asked.push(pathname, await call.json())
        return sendJson({ wait: 42, left: 0, reset: 42, ...(pathname.endsWith('/poll_job') ? { job: null } : {}) })
      })
      const answer = await request(...getCall(route), user)
      // Only calls that could have cost credits get this sentence. An earlier call may have started the job, so it speaks of this one.
      const charge = name === 'create' || name === 'credits' ? ' This request cost nothing.' : ''
      const message = `Too many requests.${charge} Try again in 42 seconds.`
      expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests', message } })
      expect(answer.headers.get('retry-after')).toBe('42')
      expect(answer.headers.get('ratelimit-policy')).toBe(`"${name}";q=${limit};w=60`)
      expect(answer.headers.get('ratelimit')).toBe(`"${name}";r=0;t=42`)
      // A poll is counted in the same database call that reads its job.
      expect(asked).toEqual([
        `/rest/v1/rpc/${name === 'status' ? 'poll_job' : 'count_user_request'}`,
        expect.objectContaining({ p_user_id: user.id, p_name: name, p_limit: limit, p_window_seconds: 60 }),
      ])
    },
  )
})

describe('user tokens', () => {
  const HOUR = 3600
  const seconds = () => Math.floor(Date.now() / 1000)
  const claims = () => ({ sub: user.id, aud: 'authenticated', role: 'authenticated' })

  it.each<[string, () => Promise<string> | string]>([
    ['no token', () => ''],
    ['text as its token', () => 'hello'],
    ['an unsigned token', () => new UnsecuredJWT({ ...claims(), exp: seconds() + HOUR }).encode()],
    [
      'a token signed with another secret',
      () => signToken({ sub: user.id }, 'quite-another-secret-of-thirty-two-characters'),
    ],
    ['an expired token', () => signToken({ sub: user.id, exp: seconds() - 10 })],
    ['a token for another audience', () => signToken({ sub: user.id, aud: 'admin' })],
    ['a token of another issuer', () => signToken({ sub: user.id, iss: 'https://other.supabase.co/auth/v1' })],
    ['a token without a subject', () => signToken({})],
    ['a token of an unknown user', () => signToken({ sub: randomUUID() })],
    [
      'a token without an expiry',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(KEYS.jwtSecret)),
    ],
  ])('returns 401 for a request with %s', async (_name, make) => {
    expect(await startApi(supabase).consume({ ...user, token: await make() }, randomUUID())).toMatchObject({
      status: 401,
      body: { success: false, code: 'unauthorized', message: 'Please login before generating a video' },
    })
    vi.mocked(console.error).mockClear()
  })

  it('accepts tokens of the configured issuer, and refuses tokens without an issuer', async () => {
    const { consume } = startApi(supabase, { JWT_ISSUER: 'https://ref.supabase.co/auth/v1' })
    const token = await signToken({ sub: user.id, iss: 'https://ref.supabase.co/auth/v1' })
    expect(await consume({ ...user, token }, randomUUID())).toMatchObject({ status: 200 })
    expect(await consume(user, randomUUID())).toMatchObject({ status: 401 })
  })

  it('signs nobody out if the auth server is down', async () => {
    const { request, network } = startApi(supabase)
    network.lost = /\/auth\//
    expect(await request('GET', '/api/jobs', user)).toMatchObject({ status: 503, body: { code: 'auth_unavailable' } })
  })
})

describe('CORS', () => {
  const preflight = (origin: string) =>
    startApi(supabase).app.request('/api/credits/consume', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' },
    })

  it('lets an allowed origin call with credentials', async () => {
    const { headers } = await preflight('https://app.example')
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-headers')?.split(',')).toEqual(
      expect.arrayContaining(['authorization', 'idempotency-key', 'prefer']),
    )
    expect(headers.get('access-control-allow-methods')?.split(',')).toEqual(['GET', 'POST', 'PATCH', 'DELETE'])
  })

  it('gives another origin no CORS permission', async () => {
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('error responses', () => {
  it('returns the standard error, with its request ID, for an unknown path', async () => {
    const { status, body, headers } = await startApi(supabase).request('GET', '/api/nowhere', null)
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      code: 'not_found',
      message: 'Not found.',
      requestId: headers.get('x-request-id'),
    })
  })

  it('hides the cause of an internal error from the caller, and logs the cause', async () => {
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

  it('shortens long values in every log line', async () => {
    const { request, log } = startApi(supabase)
    await request('GET', `/${'a'.repeat(9000)}`, null)
    expect(log.at(-1)?.path).toBe(`/${'a'.repeat(1999)}…`)
  })

  it('writes no tokens and no prompts into the log', async () => {
    const { consume, create, log } = startApi(supabase)
    await consume(user, randomUUID())
    await create(user, randomUUID(), { prompt: 'a very private prompt' })
    const lines = JSON.stringify(log)
    expect(log.length).toBe(2)
    expect(lines).not.toContain(user.token)
    expect(lines).not.toContain('private prompt')
  })
})
