// Who may call what, how often, and from which page.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sendJson } from '../../../local/video-service/scripted/answer.ts'
import { ERROR_STATUS } from '../../../supabase/functions/_shared/contract/errors.ts'
import { ANSWERS } from '../../../supabase/functions/_shared/contract/routes.ts'
import { createApi } from '../../../supabase/functions/api/app.ts'
import { SWEEP_SECRET, startApi } from '../../harness/api.ts'
import { createUser, KEYS, signToken, type TestUser } from '../../harness/database.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { supabase } from '../../support/server/suite.ts'

let user: TestUser
beforeAll(async () => {
  user = await createUser(supabase, 100)
})

type Access = 'anyone' | 'person' | 'scheduler' | 'admin'
/**
 * The callers that each route admits, and its rate limit per user and minute. No user is counted on routes that read nothing for
 * anyone, or that a secret or the administrator's tries protect.
 */
const ROUTES: Record<string, [access: Access, rate?: string, limit?: number]> = {
  'GET /health': ['anyone'],
  'GET /api/capabilities': ['anyone'],
  'POST /api/credits/consume': ['person', 'credits', 60],
  'GET /api/credits/test/balance': ['person', 'credits', 60],
  'POST /api/credits/test/validate': ['person', 'credits', 60],
  'POST /api/credits/test/add': ['person', 'credits', 60],
  'GET /generation/:taskId/status': ['person', 'status', 240],
  'POST /generation/:brand/:model': ['person', 'create', 20],
  // Believed by its signature: webhook.test.ts.
  'POST /generation/webhook/:provider': ['anyone'],
  'GET /api/credits/statement': ['person', 'library', 120],
  'GET /api/jobs': ['person', 'library', 120],
  'GET /api/jobs/:id': ['person', 'library', 120],
  'DELETE /api/jobs/:id': ['person', 'library', 120],
  'POST /api/jobs/:id/cancel': ['person', 'library', 120],
  'POST /api/jobs/:id/label': ['person', 'library', 120],
  'POST /api/jobs/sweep': ['scheduler'],
  'GET /api/account': ['person', 'library', 120],
  'GET /api/account/export': ['person', 'library', 120],
  'POST /api/account/delete': ['person', 'account', 10],
  'GET /api/keys': ['person', 'manage', 60],
  'POST /api/keys': ['person', 'account', 10],
  'DELETE /api/keys/:id': ['person', 'manage', 60],
  'GET /api/key': ['person', 'library', 120],
  'GET /v1/openapi.json': ['anyone'],
  'POST /api/images': ['person', 'images', 30],
  'GET /api/jobs/:id/shares': ['person', 'library', 120],
  'POST /api/jobs/:id/shares': ['person', 'shares', 30],
  'DELETE /api/shares/:id': ['person', 'library', 120],
  'GET /api/webhooks': ['person', 'manage', 60],
  'POST /api/webhooks': ['person', 'webhooks', 20],
  'DELETE /api/webhooks/:id': ['person', 'manage', 60],
  'POST /api/webhooks/:id/test': ['person', 'webhooks', 20],
  'GET /api/webhooks/:id/deliveries': ['person', 'manage', 60],
  'POST /api/webhooks/:id/deliveries/:delivery/repeat': ['person', 'webhooks', 20],
  // Counted by the visitor's address: share-reports.test.ts.
  'GET /api/shared/:token': ['anyone'],
  'GET /api/shared/:token/poster': ['anyone'],
  'GET /api/shared/:token/video': ['anyone'],
  'GET /api/shared/:token/page': ['anyone'],
  'POST /api/shared/:token/report': ['anyone'],
  // Other methods are answered by one handler with 405: mcp/refusals.test.ts.
  'POST /mcp': ['person', 'mcp', 240],
  'GET /api/admin/share-reports': ['admin'],
  'POST /api/admin/share-reports/:id': ['admin'],
  'GET /api/admin/test': ['anyone'],
  'GET /api/admin/status': ['admin'],
  'GET /api/admin/costs': ['admin'],
  'POST /api/admin/credits/find-users': ['admin'],
  'POST /api/admin/credits/grant': ['admin'],
  // The way in: a request without credentials learns what is missing.
  'POST /api/auth/admin-login': ['anyone'],
  'GET /api/auth/login-logs': ['admin'],
  'POST /api/auth/login-logs': ['admin'],
}

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

/** The method, and the path with something in place of its parameters. */
function getCall(route: string): [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ')
  return [method, path.replace(/:\w+/g, 'x')]
}

const WHO: Record<Access, string> = {
  anyone: 'anyone',
  person: 'user',
  scheduler: 'scheduler',
  admin: 'administrator',
}

describe('the table of endpoints in docs/architecture.md', () => {
  const page = readFileSync('docs/architecture.md', 'utf8').split('## Endpoints')[1] ?? ''
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]+ \//.test(line))
  const cells = rows.map((row) => row.slice(2, -2).split(/ ?\| /))

  it('has each route once, with who may call it and how often', () => {
    const documented = cells.map(([route = '', who]) => [route.replaceAll('`', ''), who]).sort()
    const declared = Object.entries(ROUTES).map(([route, [access, , limit]]) => [
      route,
      [WHO[access], ...(limit ? [limit] : [])].join(', '),
    ])
    expect(documented).toEqual(declared.sort())
  })

  it('names refusals that the API has, with their status', () => {
    // Sent by /health alone, in a shape of its own.
    const statuses: Record<string, number> = { ...ERROR_STATUS, unhealthy: 503 }
    const named = cells.flatMap(([, , , , refusals = '']) =>
      refusals.split('; ').flatMap((group) => {
        const [status] = /\d{3}/.exec(group) ?? []
        return status ? [...group.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, Number(status)]) : []
      }),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named).toEqual(named.map(([code]) => [code, statuses[String(code)]]))
  })
})

describe('every route', () => {
  it('has a declared access level, rate and answer', () => {
    const { app } = startApi(supabase)
    const routes = new Set(app.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])))
    expect([...routes].sort()).toEqual(Object.keys(ROUTES).sort())
    expect(Object.keys(ANSWERS).sort()).toEqual(Object.keys(ROUTES).sort())
  })

  it.each(CALLERS)('lets %s pass where declared and nowhere else', async (_name, passes, headers) => {
    for (const [route, [access]] of Object.entries(ROUTES)) {
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

  it.each(Object.entries(ROUTES).flatMap(([route, [, name, limit]]) => (name ? [{ route, name, limit }] : [])))(
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
      expect.arrayContaining(['authorization', 'idempotency-key']),
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
