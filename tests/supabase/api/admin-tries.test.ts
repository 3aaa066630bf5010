import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { ADMIN_SECRET as SECRET } from '../../support/server/api.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())
beforeEach(async () => {
  await rows(supabase, 'delete from private.admin_tries')
  await rows(supabase, 'delete from private.admin_addresses')
})

const REFUSED = { status: 401, body: { success: false, code: 'unauthorized' } }
const LOCKED = { status: 429, body: { success: false, code: 'locked' } }

describe('wrong tries', () => {
  it('a thousand: refused after a few, the right password too, and open again after the wait', async () => {
    const { login, clock } = startAdminApi(supabase)
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 1000; attempt++) {
      statuses.push((await login({ password: `wrong ${attempt}` })).status)
      clock.now += 1000
    }
    // A guess every second: eight are looked at in 18 s, then none for 15 minutes, then eight again.
    expect(statuses.filter((status) => status === 401)).toHaveLength(16)
    expect(statuses.filter((status) => status === 429)).toHaveLength(984)
    expect(derive).toHaveBeenCalledTimes(16)

    const locked = await login()
    expect(locked).toMatchObject(LOCKED)
    expect(derive).toHaveBeenCalledTimes(16)
    const wait = locked.body.data.retryAfterSeconds
    expect(wait).toBeGreaterThan(600)
    expect(locked.headers.get('retry-after')).toBe(String(wait))
    clock.now += wait * 1000 - 1000
    expect(await login()).toMatchObject({
      ...LOCKED,
      body: { message: expect.stringMatching(/Try again in 1 second\.$/) },
    })
    clock.now += 1000
    expect(await login()).toMatchObject({ status: 200 })
  })

  it('the same one a hundred times at once is looked at a few times', async () => {
    const { login } = startAdminApi(supabase)
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const answers = await Promise.all(Array.from({ length: 100 }, () => login({ password: 'wrong' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
    // Four without a wait, each with seven retries.
    expect(derive.mock.calls.length).toBeLessThanOrEqual(32)
  })

  it.each(['GET /api/auth/login-logs', 'GET /api/admin/status'])(
    'by password alone count too, and a lock is a lock for %s',
    async (endpoint) => {
      const api = startAdminApi(supabase)
      const [method = '', path = ''] = endpoint.split(' ')
      const guess = (password: string) => api.request(method, `${path}?password=${password}`, null)
      for (let attempt = 0; attempt < 20; attempt++) {
        await guess(`wrong${attempt}`)
        api.clock.now += 8000
      }
      expect(await guess('soundreel-local')).toMatchObject(LOCKED)
      expect(await api.login()).toMatchObject(LOCKED)
      const body = { username: 'admin', password: 'soundreel-local' }
      expect(await api.request('POST', '/api/auth/login-logs', null, body)).toMatchObject(LOCKED)
    },
  )

  it('whoever has a token is not kept out by the tries of others', async () => {
    const api = startAdminApi(supabase)
    const headers = await api.asAdmin()
    for (let attempt = 0; attempt < 20; attempt++) await api.login({ password: `wrong ${attempt}` })
    expect(await api.login()).toMatchObject(LOCKED)
    expect(await api.request('GET', '/api/auth/login-logs', null, undefined, { headers })).toMatchObject({
      status: 200,
    })
  })

  it('a login and its fallback, each with three retries, are one wrong try', async () => {
    const { login, request } = startAdminApi(supabase)
    const wrong = async (password: string) => {
      for (let retry = 0; retry < 4; retry++) expect(await login({ password })).toMatchObject(REFUSED)
      for (let retry = 0; retry < 4; retry++)
        expect(await request('GET', `/api/auth/login-logs?password=${password}`, null)).toMatchObject(REFUSED)
    }
    for (const password of ['first', 'second', 'third']) await wrong(password)
    expect(await rows(supabase, 'select key, wrong from private.admin_tries order by key')).toEqual([
      { key: 'account:admin', wrong: 3 },
      { key: 'address:203.0.113.1', wrong: 3 },
    ])
    // The fallback lets the right password in under a wrong user name, as specified, and then nothing was wrong.
    expect(await login({ username: 'boss' })).toMatchObject(REFUSED)
    expect(await request('GET', '/api/auth/login-logs?password=soundreel-local', null)).toMatchObject({ status: 200 })
    expect(await rows(supabase, 'select key, wrong from private.admin_tries')).toEqual([
      { key: 'account:admin', wrong: 0 },
    ])
  })

  it('a made-up X-Forwarded-For is no other address', async () => {
    const { login } = startAdminApi(supabase)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 100; attempt++) {
      const headers = {
        'x-forwarded-for': `198.51.100.${attempt}`,
        'x-real-ip': `198.51.100.${attempt}`,
        'cf-connecting-ip': `198.51.100.${attempt}`,
      }
      statuses.push((await login({ password: `wrong ${attempt}` }, headers)).status)
    }
    expect(statuses).toEqual([...Array(4).fill(401), ...Array(96).fill(429)])
  })

  it('another address has its own tries, and all together end at the account’s', async () => {
    const { login, clock } = startAdminApi(supabase)
    for (let attempt = 0; attempt < 5; attempt++) await login({ password: `wrong ${attempt}` })
    expect(await login()).toMatchObject(LOCKED)
    const from = (address: string) => ({ 'x-test-address': address })
    expect(await login({}, from('203.0.113.2'))).toMatchObject({ status: 200 })
    for (let guess = 0; guess < 32; guess++) {
      await login({ password: 'wrong' }, from(`198.51.100.${guess}`))
      clock.now += 60_000
    }
    expect(await login({}, from('203.0.113.3'))).toMatchObject(LOCKED)
  })

  it('of strangers do not lock the administrator out of an address of theirs, which has a lock of its own', async () => {
    const { login, clock } = startAdminApi(supabase)
    const from = (address: string) => ({ 'x-test-address': address })
    const [home, away] = [from('203.0.113.4'), from('203.0.113.5')]
    expect(await login({}, home)).toMatchObject({ status: 200 })
    for (let guess = 0; guess < 40; guess++) {
      await login({ password: 'wrong' }, from(`198.51.100.${guess}`))
      clock.now += 20_000
    }
    expect(await login({}, away)).toMatchObject(LOCKED)
    expect(await login({}, home)).toMatchObject({ status: 200 })
    // What is right at home opens nothing for the strangers.
    expect(await login({}, away)).toMatchObject(LOCKED)
    for (let guess = 0; guess < 8; guess++) {
      await login({ password: `wrong ${guess}` }, home)
      clock.now += 10_000
    }
    expect(await login({}, home)).toMatchObject(LOCKED)
  })

  it('a database that does not answer lets nobody in', async () => {
    const api = startAdminApi(supabase, {}, (request, send) =>
      request.url.includes('/rpc/') ? Promise.reject(new TypeError('down')) : send(request),
    )
    expect(await api.login()).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  })

  it('the log says from where, and no line of it holds a password or a token', async () => {
    const api = startAdminApi(supabase)
    const { authorization = '' } = await api.asAdmin()
    await api.login({ password: 'guess-me' })
    await api.request('GET', '/api/auth/login-logs?password=guess-me-too&email=ada', null)
    await api.request('GET', '/api/admin/status?password=soundreel-local', null)
    await api.request('GET', '/api/auth/login-logs', null, undefined, { headers: { authorization } })
    const lines = JSON.stringify(api.log)
    expect(lines).toContain('wrong admin credentials from 203.0.113.1')
    for (const secret of ['guess-me', 'soundreel-local', authorization.slice(7), '?', SECRET])
      expect(lines).not.toContain(secret)
  })
})
