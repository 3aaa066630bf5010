// Attacks with an API key: every route is called with every kind of key.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { startApi } from '../../../harness/api.ts'
import { createUser, type TestUser } from '../../../harness/database.ts'
import { createKey, UNKNOWN_KEY } from '../../../support/server/key.ts'
import { getCall, ROUTES } from '../../../support/server/routes.ts'
import { setUp, supabase } from '../../../support/server/suite.ts'

const OWN_REFUSALS = ['unauthorized', 'scope_too_small']

let callers: Record<'read' | 'create', TestUser>
let broken: [name: string, caller: TestUser, sentence: string][]
let owner: TestUser
beforeAll(async () => {
  const api = await setUp()
  owner = api.user
  const keyOf = async (scope: string) => (await createKey(api, owner, { scope, days: 365 })).caller
  callers = { read: await keyOf('read'), create: await keyOf('create') }
  const revoked = await createKey(api, owner)
  await api.request('DELETE', `/api/keys/${revoked.id}`, owner)
  api.clock.now -= 31 * 24 * 3600 * 1000
  const expired = await createKey(api, owner, { days: 30 })
  api.clock.now = Date.now()
  const deleted = await createUser(supabase)
  const ofDeleted = await createKey(api, deleted)
  await api.request('POST', '/api/account/delete', deleted, { email: deleted.email })
  const gone = "doesn't exist, or it was revoked"
  const sent = (token: string): TestUser => ({ ...owner, token })
  broken = [
    ['an expired key', expired.caller, 'has expired'],
    ['a revoked key', revoked.caller, gone],
    ['a key of a deleted account', ofDeleted.caller, gone],
    ['an unknown key', sent(UNKNOWN_KEY), gone],
    ['the prefix alone', sent('sr_'), gone],
    ['a key with a character more', sent(`${callers.create.token}A`), gone],
    ['a key with a character less', sent(callers.create.token.slice(0, -1)), gone],
    ['garbage behind the prefix', sent(`sr_${'%'.repeat(43)}`), gone],
    ["a session's token behind the prefix", sent(`sr_${owner.token}`), gone],
  ]
})

type Call = [method: string, path: string]

/** Returns the call of a route under /api and under /v1. */
function getCalls(route: string): [Call, Call] {
  const [method, path] = getCall(route, randomUUID())
  return [
    [method, path],
    [method, path.startsWith('/v1') ? path : `/v1${path.replace(/^\/api/, '')}`],
  ]
}

const isOfUser = (route: string) => ROUTES[route]?.access === 'person'
const isUnderV1 = (route: string) => (isOfUser(route) ? !!ROUTES[route]?.keys : /capabilities|openapi/.test(route))
/** Returns the expected outcome for a key with this scope. */
function getOutcome(route: string, scope: 'read' | 'create') {
  const keys = ROUTES[route]?.keys
  return keys === 'reads' || (keys === 'creates' && scope === 'create') ? 'works' : 'scope_too_small'
}
const list = (isWanted: (route: string) => boolean) => Object.keys(ROUTES).filter(isWanted)

it.each(list(isOfUser))('accepts keys with the right scope, and a session always, at %s', async (route) => {
  const { request } = startApi(supabase)
  for (const call of isUnderV1(route) ? getCalls(route) : getCalls(route).slice(0, 1)) {
    for (const scope of ['read', 'create'] as const) {
      const { status, body } = await request(...call, callers[scope])
      const found = OWN_REFUSALS.includes(body.code) ? body.code : 'works'
      expect([call[1], scope, found]).toEqual([call[1], scope, getOutcome(route, scope)])
      if (found === 'scope_too_small') expect(status).toBe(403)
    }
    expect(OWN_REFUSALS).not.toContain((await request(...call, owner)).body.code)
  }
})

it.each(list(isOfUser))('refuses invalid API keys, with the reason, at %s', async (route) => {
  const { request } = startApi(supabase)
  const [call] = getCalls(route)
  for (const [name, caller, sentence] of broken) {
    const { status, body } = await request(...call, caller)
    const said = expect.stringContaining(sentence)
    expect([name, status, body.code, body.message]).toEqual([name, 401, 'unauthorized', said])
  }
})

it.each([
  ['no credential', () => null, 'Bearer'],
  ['an invalid token', () => ({ ...owner, token: 'x.y.z' }), 'Bearer error="invalid_token"'],
])('explains the credential to a program with %s, but not to the page', async (_, getCaller, challenge) => {
  const { request } = startApi(supabase)
  for (const [path, message, header] of [
    ['/v1/jobs', 'Send a valid API key in the Authorization header: Bearer sr_…', challenge],
    ['/api/jobs', 'Please login before generating a video', null],
  ] as const) {
    const { status, body, headers } = await request('GET', path, getCaller())
    expect([path, status, body.message, headers.get('www-authenticate')]).toEqual([path, 401, message, header])
  }
  vi.mocked(console.error).mockClear()
})

it.each(list(isOfUser))('accepts no API key in the URL, a cookie, or another header at %s', async (route) => {
  const { request } = startApi(supabase)
  const [[method, path]] = getCalls(route)
  const { token } = callers.create
  for (const name of ['key', 'api_key', 'access_token', 'token', 'authorization']) {
    const { status, body } = await request(method, `${path}?${name}=${token}`, null)
    expect([name, status, body.code]).toEqual([name, 401, 'unauthorized'])
  }
  for (const [name, value] of [
    ['cookie', `key=${token}`],
    ['x-api-key', token],
    ['apikey', token],
    ['authorization', token],
  ] as const) {
    const { status } = await request(method, path, null, undefined, { headers: { [name]: value } })
    expect([name, status]).toEqual([name, 401])
  }
})

it.each(list((route) => !isUnderV1(route)))('returns 404 under /v1 for %s', async (route) => {
  const { request } = startApi(supabase)
  const [, call] = getCalls(route)
  for (const caller of [owner, callers.create, null]) {
    expect(await request(...call, caller)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
})

it.each(list((route) => /admin|sweep|login/.test(route)))('gives an API key no extra access to %s', async (route) => {
  const { request } = startApi(supabase)
  const ask = async (caller: TestUser | null) => {
    const { status, body } = await request(...getCalls(route)[0], caller)
    return [status, body.code]
  }
  expect(await ask(callers.create)).toEqual(await ask(null))
})

it('accepts a HEAD request with an API key like a GET request, with the same scope', async () => {
  const { app } = startApi(supabase)
  const ask = async (path: string, { token }: TestUser) =>
    (await app.request(path, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask('/v1/jobs', callers.read)).toBe(200)
  expect(await ask('/api/account', callers.create)).toBe(403)
})

it('writes no API key into the log', async () => {
  const { request, log } = startApi(supabase)
  const { token } = callers.create
  await request('GET', `/v1/jobs/${token}?key=${token}`, callers.create)
  await request('GET', `/${token}`, callers.create)
  await request('GET', `/generation/${token}/status`, callers.create)
  expect(log.length).toBeGreaterThan(2)
  expect(log.map(({ path }) => path)).toContain('/v1/jobs/sr_***')
  // The log identifies a key by its ID.
  expect(log[0]).toMatchObject({ userId: owner.id, apiKeyId: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(JSON.stringify(log)).not.toContain(token.slice(3, 30))
})

it('counts the requests of all keys toward one rate, apart from those of the owner, and returns the remainder', async () => {
  const api = await setUp()
  const { request, user } = api
  const [{ caller }, other] = [await createKey(api, user), await createKey(api, user)]
  const ask = async (path: string, who: TestUser) => {
    const { headers } = await request('GET', path, who)
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  }
  const policy = '"library";q=120;w=60'
  expect(await ask('/api/jobs', user)).toEqual([policy, '"library";r=119;t=60'])
  api.clock.now += 20_000
  expect(await ask('/v1/jobs', caller)).toEqual([policy, '"library";r=119;t=60'])
  expect(await ask('/v1/credits/statement', other.caller)).toEqual([policy, '"library";r=118;t=60'])
  expect(await ask('/v1/jobs', user)).toEqual([policy, '"library";r=118;t=40'])
  const polled = ['"status";q=240;w=60', '"status";r=239;t=60']
  for (const who of [user, caller]) expect(await ask(`/generation/${api.job}/status`, who)).toEqual(polled)
})

it("exposes the rate limit headers to the site's pages", async () => {
  const { app } = startApi(supabase)
  const { headers } = await app.request('/v1/capabilities', { headers: { origin: 'https://app.example' } })
  const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(',')
  expect(exposed).toEqual(expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'retry-after']))
})

it('returns 401 to a key that is revoked during a status request', async () => {
  const { request, clock, ...api } = startApi(supabase)
  const user = await createUser(supabase, 100)
  const { id, caller } = await createKey({ request }, user)
  const job = randomUUID()
  expect((await api.create(caller, job)).status).toBe(200)
  api.provider.intercept.status = async () => {
    await request('DELETE', `/api/keys/${id}`, user)
    clock.now += 5000
    return undefined
  }
  expect(await api.status(caller, job)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
})

it('revokes a key for its owner even if the key has used up the rate', async () => {
  const { request } = startApi(supabase)
  const user = await createUser(supabase)
  const { id, caller } = await createKey({ request }, user, { scope: 'read' })
  const statuses = new Set<number>()
  for (let call = 0; call <= 120; call += 1) statuses.add((await request('GET', '/api/jobs', caller)).status)
  expect([...statuses]).toEqual([200, 429])
  expect((await request('DELETE', `/api/keys/${id}`, user)).status).toBe(200)
})
