import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { readClientAddress } from '../../../../supabase/functions/api/services/admin/client-address.ts'
import { hashPassword } from '../../../../supabase/functions/api/services/admin/password-hash.ts'
import { ADMIN_SECRET } from '../../../harness/api.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const REFUSED = { status: 401, body: { success: false, code: 'unauthorized' } }
const LOCKED = { status: 429, body: { success: false, code: 'locked' } }

let derive: MockInstance<SubtleCrypto['deriveBits']>
let hash: string
beforeEach(async () => {
  await sql('delete from private.admin_tries')
  await sql('delete from private.admin_addresses')
  // One round instead of 210,000, which take 0.1 s: these tests only count how many passwords were hashed.
  const deriveBits = crypto.subtle.deriveBits.bind(crypto.subtle)
  derive = vi
    .spyOn(crypto.subtle, 'deriveBits')
    .mockImplementation((algorithm, key, bits) =>
      deriveBits({ ...(algorithm as Pbkdf2Params), iterations: 1 }, key, bits),
    )
  hash = await hashPassword('soundreel-local')
  derive.mockClear()
})

const start = () => startAdminApi(supabase, { ADMIN_PASSWORD_HASH: hash })

// The database decides how long an attempt must wait. tests/support/guards/admin-tries.ts tests those rules.
describe('failed attempts', () => {
  it('refuses even the right password after eight wrong ones, without hashing, until the wait ends', async () => {
    const { login, clock } = start()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 40; attempt++) {
      statuses.push((await login({ password: `wrong ${attempt}` })).status)
      clock.now += 1000
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(8)
    expect(statuses.filter((status) => status === 429)).toHaveLength(32)
    const locked = await login()
    expect(locked).toMatchObject(LOCKED)
    expect(derive).toHaveBeenCalledTimes(8)
    const wait = locked.body.data.retryAfterSeconds
    expect(wait).toBeGreaterThan(600)
    expect(locked.headers.get('retry-after')).toBe(String(wait))
    clock.now += wait * 1000 - 1000
    const message = expect.stringMatching(/Try again in 1 second\.$/)
    expect(await login()).toMatchObject({ ...LOCKED, body: { message } })
    clock.now += 1000
    expect(await login()).toMatchObject({ status: 200 })
  })

  it('counts failed attempts by password alone, and then locks every route that accepts a password', async () => {
    const api = start()
    const guess = (path: string, password: string) => api.request('GET', `${path}?password=${password}`, null)
    for (let attempt = 0; attempt < 20; attempt++) {
      await guess('/api/auth/login-logs', `wrong${attempt}`)
      api.clock.now += 8000
    }
    const body = { username: 'admin', password: 'soundreel-local' }
    for (const answer of [
      await guess('/api/auth/login-logs', 'soundreel-local'),
      await guess('/api/admin/status', 'soundreel-local'),
      await api.login(),
      await api.request('POST', '/api/auth/login-logs', null, body),
      await api.request('POST', '/api/admin/credits/find-users', null, { ...body, user: 'ada' }),
    ])
      expect(answer).toMatchObject(LOCKED)
    // An existing token still works while other people's attempts lock the password.
    const headers = await api.asAdmin()
    expect(await api.request('GET', '/api/admin/status', null, undefined, { headers })).toMatchObject({ status: 200 })
  })

  it('counts a login and its fallback, each with three retries, as one failed attempt', async () => {
    const { login, request } = start()
    for (const password of ['first', 'second', 'third']) {
      for (let retry = 0; retry < 4; retry++) expect(await login({ password })).toMatchObject(REFUSED)
      for (let retry = 0; retry < 4; retry++)
        expect(await request('GET', `/api/auth/login-logs?password=${password}`, null)).toMatchObject(REFUSED)
    }
    expect(await sql('select key, wrong from private.admin_tries order by key')).toEqual([
      { key: 'account:admin', wrong: 3 },
      { key: 'address:203.0.113.1', wrong: 3 },
    ])
    // The fallback sends no user name, so it accepts the right password after a login with a wrong user name. Then no
    // failed attempt remains.
    expect(await login({ username: 'boss' })).toMatchObject(REFUSED)
    expect(await request('GET', '/api/auth/login-logs?password=soundreel-local', null)).toMatchObject({ status: 200 })
    expect(await sql('select key, wrong from private.admin_tries')).toEqual([{ key: 'account:admin', wrong: 0 }])
  })

  it('ignores a forged X-Forwarded-For when it counts failed attempts', async () => {
    const { login } = start()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 10; attempt++) {
      const address = `198.51.100.${attempt}`
      const headers = { 'x-forwarded-for': address, 'x-real-ip': address, 'cf-connecting-ip': address }
      statuses.push((await login({ password: `wrong ${attempt}` }, headers)).status)
    }
    expect(statuses).toEqual([...Array(4).fill(401), ...Array(6).fill(429)])
  })

  it("refuses administrator logins if the database doesn't respond", async () => {
    const { login, network } = start()
    network.lost = /\/rpc\//
    expect(await login()).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  })

  it('logs the address of failed attempts, and no password or token', async () => {
    const api = start()
    const { authorization = '' } = await api.asAdmin()
    await api.login({ password: 'guess-me' })
    await api.request('GET', '/api/auth/login-logs?password=guess-me-too&email=ada', null)
    await api.request('GET', '/api/admin/status?password=soundreel-local', null)
    await api.request('GET', '/api/auth/login-logs', null, undefined, { headers: { authorization } })
    const lines = JSON.stringify(api.log)
    expect(lines).toContain('wrong admin credentials from 203.0.113.1')
    for (const secret of ['guess-me', 'soundreel-local', authorization.slice(7), '?', ADMIN_SECRET])
      expect(lines).not.toContain(secret)
  })
})

it.each<[header: string | undefined, address: string]>([
  ['203.0.113.7', '203.0.113.7'],
  // The client can set the first value. The platform appends the real address.
  ['1.2.3.4, 203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  // A customer usually has the whole /64 network, so the network counts as one address.
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['203.0.113.7, ', 'unknown'],
  ['localhost', 'unknown'],
  [`${'1:'.repeat(500)}`, 'unknown'],
  ['<img src=x>', 'unknown'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:51234', '2001:db8:0:0::/64'],
  ['::ffff:cb00:7109', '203.0.113.9'],
])('counts the address header %s as the client address %s', (header, address) => {
  expect(readClientAddress(header)).toBe(address)
})
