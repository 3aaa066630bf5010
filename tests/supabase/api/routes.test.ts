// Who may call what, how often, and from which page.
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
/** Everybody passes where anyone may; beside that: */
const CALLERS: [name: string, passes: Access | null, headers: () => Promise<Record<string, string>>][] = [
  ['nobody', null, async () => ({})],
  ['the publishable key', null, async () => ({ apikey: KEYS.publishableKey, ...bearer(KEYS.publishableKey) })],
  ['the secret key', null, async () => ({ apikey: KEYS.secretKey, ...bearer(KEYS.secretKey) })],
  ['an anonymous token', null, async () => bearer(await signToken({ sub: user.id, role: 'anon' }))],
  ['a service token', null, async () => bearer(await signToken({ sub: user.id, role: 'service_role' }))],
  ['who guesses the sweep’s secret', null, async () => ({ apikey: 'wrong' })],
  ['a person', 'person', async () => bearer(user.token)],
  ['an administrator', 'admin', () => startAdminApi(supabase).asAdmin()],
  ['the scheduler', 'scheduler', async () => ({ apikey: SWEEP_SECRET })],
]

describe('every route', () => {
  it('has a declared access level, rate and answer', () => {
    const { app } = startApi(supabase)
    const routes = new Set(app.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])))
    expect([...routes].sort()).toEqual(Object.keys(ROUTES).sort())
    expect(Object.keys(RESPONSES).sort()).toEqual(Object.keys(ROUTES).sort())
  })

  it.each(CALLERS)('lets %s pass where declared and nowhere else', async (_name, passes, headers) => {
    for (const [route, { access }] of Object.entries(ROUTES)) {
      const [method, path] = getCall(route)
      // Whoever passes is stopped by the missing input only: 400, 404 or 422, or answered.
      const { status } = await startApi(supabase).app.request(path, { method, headers: await headers() })
      expect([route, status === 401]).toEqual([route, access !== 'anyone' && access !== passes])
    }
    vi.mocked(console.error).mockClear()
  })

  it.each(CALLERS)('lets no cache keep what %s is answered, but for what is the same for anyone', async (...row) => {
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
    'refuses a user over the rate at $route, before it does or reads anything',
    async ({ route, name, limit }) => {
      const asked: unknown[] = []
      const { request } = startApi(supabase, {}, async (call, send) => {
        const { pathname } = new URL(call.url)
        if (!pathname.startsWith('/rest/')) return send(call)
        asked.push(pathname, await call.json())
        return sendJson({ wait: 42, left: 0, reset: 42, ...(pathname.endsWith('/poll_job') ? { job: null } : {}) })
      })
      const answer = await request(...getCall(route), user)
      // Only where this call could have cost something: an earlier one may have started a job.
      const charge = name === 'create' || name === 'credits' ? " You weren't charged." : ''
      const message = `Too many requests.${charge} Try again in 42 seconds.`
      expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests', message } })
      expect(answer.headers.get('retry-after')).toBe('42')
      expect(answer.headers.get('ratelimit-policy')).toBe(`"${name}";q=${limit};w=60`)
      expect(answer.headers.get('ratelimit')).toBe(`"${name}";r=0;t=42`)
      // A poll is counted in the call that reads its job.
      const counted = { p_user_id: user.id, ...(name === 'status' ? {} : { p_name: name }) }
      expect(asked).toEqual([
        `/rest/v1/rpc/${name === 'status' ? 'poll_job' : 'count_user_request'}`,
        expect.objectContaining({ ...counted, p_limit: limit, p_window_seconds: 60 }),
      ])
    },
  )
})

describe('tokens', () => {
  const HOUR = 3600
  const seconds = () => Math.floor(Date.now() / 1000)
  const claims = () => ({ sub: user.id, aud: 'authenticated', role: 'authenticated' })

  it.each<[string, () => Promise<string> | string]>([
    ['no token', () => ''],
    ['text', () => 'hello'],
    ['alg none', () => new UnsecuredJWT({ ...claims(), exp: seconds() + HOUR }).encode()],
    ['another secret', () => signToken({ sub: user.id }, 'quite-another-secret-of-thirty-two-characters')],
    ['an expired one', () => signToken({ sub: user.id, exp: seconds() - 10 })],
    ['another audience', () => signToken({ sub: user.id, aud: 'admin' })],
    ['another issuer', () => signToken({ sub: user.id, iss: 'https://other.supabase.co/auth/v1' })],
    ['no subject', () => signToken({})],
    ['an unknown subject', () => signToken({ sub: randomUUID() })],
    [
      'no expiry',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(KEYS.jwtSecret)),
    ],
  ])('answers %s with 401', async (_name, make) => {
    expect(await startApi(supabase).consume({ ...user, token: await make() }, randomUUID())).toMatchObject({
      status: 401,
      body: { success: false, code: 'unauthorized', message: 'Please login before generating a video' },
    })
    vi.mocked(console.error).mockClear()
  })

  it('accepts the expected issuer, and refuses a token without one there', async () => {
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

describe('origins', () => {
  const preflight = (origin: string) =>
    startApi(supabase).app.request('/api/credits/consume', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' },
    })

  it('lets a named one call with credentials', async () => {
    const { headers } = await preflight('https://app.example')
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-headers')?.split(',')).toEqual(
      expect.arrayContaining(['authorization', 'idempotency-key', 'prefer']),
    )
    expect(headers.get('access-control-allow-methods')?.split(',')).toEqual(['GET', 'POST', 'DELETE'])
  })

  it('gives a foreign one no permission', async () => {
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('errors', () => {
  it('answers an unknown path in the one shape, with its request id', async () => {
    const { status, body, headers } = await startApi(supabase).request('GET', '/api/nowhere', null)
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      code: 'not_found',
      message: 'Not found.',
      requestId: headers.get('x-request-id'),
    })
  })

  it('says nothing of the inside of a fault of ours, and logs it', async () => {
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

  it('keeps every log line short, whatever was asked or answered', async () => {
    const { request, log } = startApi(supabase)
    await request('GET', `/${'a'.repeat(9000)}`, null)
    expect(log.at(-1)?.path).toBe(`/${'a'.repeat(1999)}…`)
  })

  it('keeps tokens and prompts out of every log line', async () => {
    const { consume, create, log } = startApi(supabase)
    await consume(user, randomUUID())
    await create(user, randomUUID(), { prompt: 'a very private prompt' })
    const lines = JSON.stringify(log)
    expect(log.length).toBe(2)
    expect(lines).not.toContain(user.token)
    expect(lines).not.toContain('private prompt')
  })
})
