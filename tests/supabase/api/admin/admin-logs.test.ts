import { afterAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '../../../harness/database.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { openSuite } from '../../../support/server/open-suite.ts'

const { sql, supabase } = await openSuite()
afterAll(() => supabase.close())

interface LoginRecord {
  time: string
  name?: string
  userAgent?: string
  ip?: string
  picture?: string
}

/** Creates a user with a profile and one login record. */
async function recordLogin({
  time,
  name = 'Ada',
  userAgent = 'Mozilla/5.0',
  ip = '192.0.2.9',
  picture = AVATAR,
}: LoginRecord): Promise<TestUser> {
  const user = await createUser(supabase)
  await sql('insert into public.users (id, email, name, avatar_url) values ($1, $2, $3, $4)', [
    user.id,
    user.email,
    name,
    picture,
  ])
  await sql('insert into public.login_logs (user_id, user_agent, ip_address) values ($1, $2, $3)', [
    user.id,
    userAgent,
    ip,
  ])
  await sql('update public.login_logs set login_time = $2 where user_id = $1', [user.id, time])
  return user
}

const AVATAR = 'https://lh3.googleusercontent.com/a/ada=s96-c'

async function startLogs() {
  const api = startAdminApi(supabase)
  const headers = await api.asAdmin()
  return (query = '') => api.request('GET', `/api/auth/login-logs${query}`, null, undefined, { headers })
}

describe('GET /api/auth/login-logs', () => {
  it('returns login records page by page, newest first, with their total', async () => {
    const logs = await startLogs()
    const people: TestUser[] = []
    for (const day of [1, 2, 3]) people.push(await recordLogin({ time: `2026-01-0${day}T12:00:00Z` }))
    const { headers, body } = await logs('?pageSize=2')
    expect(body).toEqual({
      success: true,
      admin: { id: 'admin', username: 'admin', displayName: expect.any(String), role: 'super_admin' },
      logs: [
        {
          id: expect.any(String),
          email: people[2]?.email,
          name: 'Ada',
          picture: AVATAR,
          timestamp: '2026-01-03T12:00:00.000Z',
          ipAddress: '192.0.2.9',
          userAgent: 'Mozilla/5.0',
        },
        expect.objectContaining({ email: people[1]?.email }),
      ],
      total: 3,
      page: 1,
      message: '3 login records.',
    })
    expect(headers.get('cache-control')).toBe('no-store')
    // A page number beyond the last page returns the last page and its number.
    for (const page of [2, 1_000_000]) {
      const last = (await logs(`?pageSize=2&page=${page}`)).body
      expect([last.page, last.logs.length, last.logs[0].email]).toEqual([2, 1, people[0]?.email])
    }
  })

  it('finds login records by part of an email in any case, without pattern characters', async () => {
    const logs = await startLogs()
    const { email } = await recordLogin({ time: '2026-03-01T12:00:00Z' })
    for (const part of [
      email,
      email.slice(0, 8).toUpperCase(),
      `  ${email} `,
      `${email.slice(0, 5)}\0${email.slice(5)}`,
    ]) {
      const { body } = await logs(`?email=${encodeURIComponent(part)}`)
      expect([body.total, body.logs[0]?.email]).toEqual([1, email])
    }
    // The emails in these tests contain none of these: they are hex digits at example.com.
    for (const odd of ['%', '_', '\\', "' or 1=1 --", '*', '(', 'zoe\0', '\ud800', 'x'.repeat(320)]) {
      expect((await logs(`?email=${encodeURIComponent(odd.toWellFormed())}`)).body).toMatchObject({
        success: true,
        total: 0,
        page: 1,
        logs: [],
      })
    }
  })

  it('filters login records by whole UTC days, also with an email, and ignores empty filters', async () => {
    const logs = await startLogs()
    const people: TestUser[] = []
    for (const time of ['2025-05-01T00:00:00Z', '2025-05-01T23:59:59.9Z', '2025-05-02T00:00:00Z'])
      people.push(await recordLogin({ time }))
    const total = async (query: string) => {
      const { body } = await logs(query)
      expect(body.logs).toHaveLength(Math.min(body.total, 50))
      return body.total
    }
    expect(await total('?from=2025-05-02&to=2025-05-02')).toBe(1)
    expect(await total('?from=2025-05-01&to=2025-05-01')).toBe(2)
    expect(await total('?to=2025-05-02')).toBe(3)
    const [first, last] = [people[0]?.email, people[2]?.email]
    expect(await total(`?from=2025-05-01&to=2025-05-01&email=${first}`)).toBe(1)
    expect(await total(`?from=2025-05-01&to=2025-05-01&email=${last}`)).toBe(0)
    await sql('delete from auth.users where id = $1', [people[1]?.id])
    expect(await total('?from=2025-05-01&to=2025-05-01')).toBe(1)
    expect(await total('?from=&to=&email=&page=&pageSize=')).toBe(await total(''))
  })

  it.each([
    ...['0', '-1', '1.5', 'two', '1e9', '99999999999999999999', 'NaN', 'Infinity'].map((page) => `page=${page}`),
    ...['0', '201', '-25', 'all'].map((size) => `pageSize=${size}`),
    ...['yesterday', '2026-02-30', '2026-1-1', '0000-01-01'].map((day) => `from=${day}`),
    ...['9999-12-31', '2026-01-01T00:00:00Z'].map((day) => `to=${day}`),
    'from=2026-02-02&to=2026-02-01',
    `email=${'x'.repeat(321)}`,
  ])('refuses login records for %s with 400 and a sentence that names the field', async (query) => {
    const logs = await startLogs()
    const { status, body } = await logs(`?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, code: 'bad_request', requestId: expect.any(String) })
    expect(body.message).toContain(`Invalid "${query.split('=')[0]}": `)
  })

  it.each([
    'https://example.com/a.png',
    'http://localhost:5173/api/admin/status?password=x',
    'http://localhost:5173/stand-ins/google/picture/abc123.svg',
    'https://lh3.googleusercontent.com.evil.example/a.png',
    'https://lh3.googleusercontent.com@evil.example/a.png',
    'https://lh4.googleusercontent.com/a.png',
    'http://lh3.googleusercontent.com/a.png',
    '//evil.example/a.png',
    'javascript:alert(1)',
    'a.png',
  ])("omits the avatar %s, which isn't from the sign-in provider", async (picture) => {
    const logs = await startLogs()
    const { email } = await recordLogin({ time: '2026-06-02T12:00:00Z', picture })
    expect((await logs(`?email=${email}`)).body.logs).toEqual([expect.objectContaining({ email, picture: '' })])
  })

  it('shows only avatars under the URL of the configured sign-in provider', async () => {
    const api = startAdminApi(supabase, { AVATAR_URL: 'http://localhost:5173/stand-ins/google/picture' })
    const headers = await api.asAdmin()
    const base = 'http://localhost:5173/stand-ins/google/picture'
    for (const [picture, shown] of [
      [`${base}/abc123.svg`, `${base}/abc123.svg`],
      [`${base}/../../../api/admin/status?password=x`, ''],
      [`${base}/%2e%2e/chooser.css`, ''],
      [`${base}s/abc123.svg`, ''],
      [AVATAR, ''],
    ]) {
      const { email } = await recordLogin({ time: '2026-06-02T12:00:00Z', picture: picture ?? '' })
      const { body } = await api.request('GET', `/api/auth/login-logs?email=${email}`, null, undefined, { headers })
      expect(body.logs).toEqual([expect.objectContaining({ email, picture: shown })])
    }
  })

  it('shows the login record of a user who has no profile, without a name', async () => {
    const logs = await startLogs()
    const user = await createUser(supabase)
    await sql('insert into public.login_logs (user_id) values ($1)', [user.id])
    const { body } = await logs('?pageSize=1')
    expect(body.logs).toEqual([expect.objectContaining({ email: '', name: '', picture: '', ipAddress: 'unknown' })])
  })
})

describe('GET /api/admin/status', () => {
  it('reports the status of the database, sign-in, Storage, and the sweep', async () => {
    const api = startAdminApi(supabase)
    const headers = await api.asAdmin()
    await api.sweep()
    const { status, body } = await api.request('GET', '/api/admin/status', null, undefined, { headers })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'All services are responding.',
        data: {
          status: 'ok',
          dependencies: { database: 'ok', auth: 'ok', storage: 'ok' },
          sweep: { secondsSinceLast: 0, backlog: 0 },
          time: new Date(api.clock.now).toISOString(),
          videoProvider: 'pollo',
          testCredits: true,
          faults: {},
          endedModels: {
            'Veo 2': 'Google ended it on 2026-06-30. It is sent to pollo. Not in use: fal.',
            'Veo 3': 'Google ended it on 2026-06-30. It is sent to pollo. Not in use: fal.',
          },
        },
      },
    })
  })
})

it('returns only that the admin API exists at GET /api/admin/test, without credentials', async () => {
  const { request, clock } = startAdminApi(supabase)
  const { status, body, headers } = await request('GET', '/api/admin/test', null)
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, message: 'The admin API is responding.', data: { time: new Date(clock.now).toISOString() } },
  })
  expect(headers.get('cache-control')).toBe('no-store')
})
