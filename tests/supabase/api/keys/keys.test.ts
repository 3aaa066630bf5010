// Users create, list, and revoke keys. Each secret is shown only once.
import { sha256 } from 'hono/utils/crypto'
import { describe, expect, it } from 'vitest'
import { createUser } from '../../../harness/database.ts'
import { createKey, UNKNOWN_KEY } from '../../../support/server/key.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BODY = { name: 'Laptop', scope: 'read', days: 7, dailyLimit: 200 }

describe('new API key', () => {
  it("shows a new key's secret once, and stores only its hash", async () => {
    const { request, user } = await setUp()
    const { status, headers, body } = await request('POST', '/api/keys', user, BODY)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const { key, secret } = body.data
    expect(secret).toMatch(/^sr_[\w-]{43}$/)
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Laptop',
      scope: 'read',
      lastFour: secret.slice(-4),
      dailyLimit: 200,
      spentToday: 0,
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      isExpired: false,
      lastUsedAt: null,
    })
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(7 * DAY_MS)
    const list = await request('GET', '/api/keys', user)
    expect(list.body.data.keys).toEqual([key])
    expect(JSON.stringify(list.body)).not.toContain(secret)
    const [row] = await sql<{ hash: string; text: string }>(
      'select secret_hash as hash, k::text as text from private.api_keys k where id = $1',
      [key.id],
    )
    expect(row?.hash).toBe(await sha256(secret))
    expect(row?.text).not.toContain(secret.slice(3, -4))
  })

  it('creates a key for 90 days and 500 credits per day by default', async () => {
    const { request, user } = await setUp()
    const { key } = (await request('POST', '/api/keys', user, { name: ' A \n\u202eb ', scope: 'create' })).body.data
    expect(key).toMatchObject({ name: 'A b', dailyLimit: 500 })
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(90 * DAY_MS)
  })

  it.each<[string, object, number]>([
    ['without a name', { name: undefined }, 400],
    ['with an empty name', { name: '' }, 400],
    ['with a name without visible characters', { name: ' \n\u202e ' }, 400],
    ['with a zero-width space as its name', { name: '\u200b' }, 400],
    ['with a name of filler characters', { name: '\u3164\u115f\u2800\ufe0f' }, 400],
    ['with a name of 61 characters', { name: 'x'.repeat(61) }, 400],
    ['with a name of 10,000 characters', { name: 'x'.repeat(10_000) }, 413],
    ['without a scope', { scope: undefined }, 400],
    ['with an unknown scope', { scope: 'admin' }, 400],
    ['with a limit of 0', { dailyLimit: 0 }, 400],
    ['with a limit below 0', { dailyLimit: -5 }, 400],
    ['with a limit of half a credit', { dailyLimit: 0.5 }, 400],
    ['with a huge limit', { dailyLimit: 1_000_001 }, 400],
    ['with a limit of 1e300', { dailyLimit: 1e300 }, 400],
    ['with a limit of null', { dailyLimit: null }, 400],
    ['that ended yesterday', { days: -1 }, 400],
    ['that ends at once', { days: 0 }, 400],
    ['that never ends', { days: null }, 400],
    ['that works for ten years', { days: 3650 }, 400],
  ])('refuses to create a key %s', async (_, change, status) => {
    const { request, user } = await setUp()
    expect((await request('POST', '/api/keys', user, { ...BODY, ...change })).status).toBe(status)
    expect((await request('GET', '/api/keys', user)).body.data.keys).toEqual([])
  })

  it("sets a key's expiry only from its number of days, whatever else is sent", async () => {
    const { request, user } = await setUp()
    const more = { expiresAt: '2099-01-01T00:00:00Z', userId: (await createUser(supabase)).id, secret: UNKNOWN_KEY }
    const { key, secret } = (await request('POST', '/api/keys', user, { ...BODY, ...more })).body.data
    expect(Date.parse(key.expiresAt)).toBeLessThan(Date.now() + 8 * DAY_MS)
    expect(secret).not.toBe(UNKNOWN_KEY)
  })

  it('refuses a 21st active key, without counting expired ones, and deletes a key that expired 30 days ago', async () => {
    const api = await setUp()
    const { request, user, clock } = api
    for (let made = 0; made < 20; made += 1) {
      // The rate limit allows ten new keys per minute.
      clock.now += 10_000
      await createKey(api, user)
    }
    clock.now += 10_000
    const refused = await request('POST', '/api/keys', user, BODY)
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_keys' } })
    const { keys } = (await request('GET', '/api/keys', user)).body.data
    const expire = (id: string, ago: string) =>
      sql('update private.api_keys set expires_at = now() - $2::interval where id = $1', [id, ago])
    await expire(keys[3].id, '29 days')
    await expire(keys[4].id, '30 days')
    for (const status of [200, 200, 409]) expect((await request('POST', '/api/keys', user, BODY)).status).toBe(status)
    const listed = (await request('GET', '/api/keys', user)).body.data.keys as { id: string; isExpired: boolean }[]
    expect(listed.filter(({ isExpired }) => isExpired).map(({ id }) => id)).toEqual([keys[3].id])
    expect(listed.map(({ id }) => id)).not.toContain(keys[4].id)
  })
})

it('revokes a key at once, and only for its owner', async () => {
  const api = await setUp()
  const { request, user } = api
  const { id, caller } = await createKey(api, user)
  const stranger = await createUser(supabase)
  for (const [who, what] of [
    [stranger, id],
    [user, 'no-such-key'],
    [user, stranger.id],
  ] as const) {
    const refused = await request('DELETE', `/api/keys/${what}`, who)
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
  expect((await request('GET', '/v1/jobs', caller)).status).toBe(200)
  expect(await request('DELETE', `/api/keys/${id.toUpperCase()}`, user)).toMatchObject({
    status: 200,
    body: { data: { id } },
  })
  expect(await request('GET', '/v1/jobs', caller)).toMatchObject({
    status: 401,
    body: { code: 'unauthorized', message: expect.stringContaining('revoked') },
  })
})

it('lists keys newest first, with the minute of their last use and the credits spent today', async () => {
  const api = await setUp()
  const { request, user, consume, job, clock } = api
  const { caller, id } = await createKey(api, user)
  clock.now += 1000
  const newer = await createKey(api, user)
  await consume(caller, job)
  const read = async () => (await request('GET', '/api/keys', user)).body.data.keys
  const [unused, key] = await read()
  expect(unused).toMatchObject({ id: newer.id, spentToday: 0, lastUsedAt: null })
  expect(key).toMatchObject({ id, spentToday: 20, lastUsedAt: expect.stringMatching(/Z$/) })
  for (const [seconds, later] of [
    [59, 0],
    [1, 60_000],
  ] as const) {
    clock.now += seconds * 1000
    await request('GET', '/v1/jobs', caller)
    expect(Date.parse((await read())[1].lastUsedAt) - Date.parse(key.lastUsedAt)).toBe(later)
  }
})

it('deletes every key with its account, and exports keys without their secrets', async () => {
  const api = await setUp()
  const { request, user } = api
  const { id, caller } = await createKey(api, user)
  let cursor: string | null = ''
  const keys: unknown[] = []
  while (cursor !== null) {
    const page: { keys: unknown[]; nextCursor: string | null } = (
      await request('GET', `/api/account/export?cursor=${cursor}`, user)
    ).body.data
    keys.push(...page.keys)
    cursor = page.nextCursor
  }
  expect(keys).toEqual([expect.objectContaining({ id, name: 'Laptop', lastFour: caller.token.slice(-4) })])
  expect(JSON.stringify(keys)).not.toContain(caller.token)
  expect((await request('POST', '/api/account/delete', user, { email: user.email })).status).toBe(200)
  expect((await request('GET', '/v1/jobs', caller)).status).toBe(401)
  expect(await sql('select 1 from private.api_keys where user_id = $1', [user.id])).toEqual([])
})
