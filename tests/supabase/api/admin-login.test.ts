import { randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { hashPassword as hashOf } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { ADMIN_SECRET as SECRET } from '../../support/server/api.ts'
import { createUser, KEYS, openTestSupabase, rows, signToken, type TestUser } from '../../support/server/database.ts'

let supabase: LocalSupabase
let user: TestUser
beforeAll(async () => {
  supabase = await openTestSupabase()
  user = await createUser(supabase)
})
afterAll(() => supabase.close())
beforeEach(() => rows(supabase, 'delete from private.admin_tries'))

const REFUSED = {
  status: 401,
  body: {
    success: false,
    code: 'unauthorized',
    message: 'The user name or password is not right, or the login has ended.',
  },
}

/** Every way an administrator may be asked for, by what goes along. */
const ENDPOINTS = ['GET /api/auth/login-logs', 'POST /api/auth/login-logs', 'GET /api/admin/status'] as const

describe('POST /api/auth/admin-login', () => {
  it('answers the administrator and a token', async () => {
    const { login } = startAdminApi(supabase)
    const { status, body, headers } = await login()
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        admin: { id: 'admin', username: 'admin', displayName: expect.any(String), role: 'super_admin' },
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        message: 'Logged in.',
      },
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['another password', { password: 'wrong' }],
    ['another user name', { username: 'root' }],
    ['another of both', { username: 'root', password: 'wrong' }],
    ['the password in capitals', { password: 'SOUNDREEL-LOCAL' }],
    ['the user name in capitals', { username: 'ADMIN' }],
  ])('%s: one answer for whatever is wrong, after the same work', async (_name, over) => {
    const { login } = startAdminApi(supabase)
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const answer = await login(over)
    expect(answer).toMatchObject(REFUSED)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(derive.mock.calls).toEqual([[expect.objectContaining({ iterations: 210_000 }), expect.anything(), 256]])
  })

  it.each([
    ['no password', { username: 'admin' }],
    ['an empty password', { username: 'admin', password: '' }],
    ['no user name', { password: 'x' }],
    ['a password that is a number', { username: 'admin', password: 7 }],
    ['a password of 1,001 characters', { username: 'admin', password: 'x'.repeat(1001) }],
    ['a list', []],
    ['text', '"admin"'],
  ])('%s: 400, and no try is counted', async (_name, body) => {
    const { request } = startAdminApi(supabase)
    expect(await request('POST', '/api/auth/admin-login', null, body)).toMatchObject({
      status: 400,
      body: { success: false, code: 'bad_request', requestId: expect.any(String) },
    })
    expect(await rows(supabase, 'select 1 from private.admin_tries')).toEqual([])
  })

  it('a form post of a foreign page is refused, and so is a body over the limit', async () => {
    const { request } = startAdminApi(supabase)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (body: string, more = {}) => request('POST', '/api/auth/admin-login', null, body, more)
    expect(await post('username=admin&password=x', { headers })).toMatchObject({ status: 400 })
    expect(await post(`{"username":"${'x'.repeat(70_000)}"}`)).toMatchObject({ status: 413 })
  })

  it('takes the right password typed in other code points', async () => {
    const { login } = startAdminApi(supabase, { ADMIN_PASSWORD_HASH: await hashOf('pässword of ａ kind') })
    expect(await login({ password: 'pässword of a kind' })).toMatchObject({ status: 200 })
  })

  it('a page of ours may log in from its origin, a foreign one may not', async () => {
    const { app } = startAdminApi(supabase)
    const preflight = (path: string, origin: string, method: string) =>
      app.request(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
      })
    for (const [path, method] of [
      ['/api/auth/admin-login', 'POST'],
      ['/api/auth/login-logs', 'GET'],
      ['/api/admin/test', 'GET'],
      ['/api/admin/status', 'GET'],
    ] as const) {
      const { headers } = await preflight(path, 'https://app.example', method)
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
      expect(headers.get('access-control-allow-methods')).toContain(method)
      expect(headers.get('access-control-allow-headers')).toContain('authorization')
      expect((await preflight(path, 'https://evil.example', method)).headers.has('access-control-allow-origin')).toBe(
        false,
      )
    }
  })
})

describe('credentials', () => {
  const ask = (
    api: ReturnType<typeof startAdminApi>,
    endpoint: string,
    headers: Record<string, string>,
    query = '',
  ) => {
    const [method = '', path = ''] = endpoint.split(' ')
    return api.request(method, path + query, null, undefined, { headers })
  }
  const adminClaims = () => ({
    aud: 'soundreel-admin',
    sub: 'admin',
    exp: Math.floor(Date.now() / 1000) + 600,
  })
  const signed = (claims: Record<string, unknown>, key: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key))

  describe.each(ENDPOINTS)('%s', (endpoint) => {
    it.each<[string, () => Promise<Record<string, string>>]>([
      ['nothing', async () => ({})],
      ['a person’s session', async () => ({ authorization: `Bearer ${user.token}` })],
      ['the publishable key', async () => ({ authorization: `Bearer ${KEYS.publishableKey}` })],
      ['the secret key', async () => ({ authorization: `Bearer ${KEYS.secretKey}`, apikey: KEYS.secretKey })],
      ['a service token', async () => ({ authorization: `Bearer ${await signToken({ role: 'service_role' })}` })],
      ['text', async () => ({ authorization: 'Bearer admin' })],
      ['another scheme', async () => ({ authorization: `Basic ${btoa('admin:soundreel-local')}` })],
      ['alg none', async () => ({ authorization: `Bearer ${new UnsecuredJWT(adminClaims()).encode()}` })],
      ['the auth server’s key', async () => ({ authorization: `Bearer ${await signToken(adminClaims())}` })],
      ['the secret alone as key', async () => ({ authorization: `Bearer ${await signed(adminClaims(), SECRET)}` })],
      [
        'a session signed with our secret',
        async () => ({ authorization: `Bearer ${await signToken({ sub: user.id }, SECRET)}` }),
      ],
    ])('%s: 401 with the one message, and no try is counted', async (_name, headers) => {
      const answer = await ask(startAdminApi(supabase), endpoint, await headers())
      expect(answer).toMatchObject(REFUSED)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await rows(supabase, 'select 1 from private.admin_tries')).toEqual([])
    })

    it('a token passes for half an hour, and not a moment longer', async () => {
      const api = startAdminApi(supabase)
      const headers = await api.asAdmin()
      expect(await ask(api, endpoint, headers)).toMatchObject({ status: 200, body: { success: true } })
      api.clock.now += 29 * 60_000
      expect(await ask(api, endpoint, headers)).toMatchObject({ status: 200 })
      api.clock.now += 60_000
      expect(await ask(api, endpoint, headers)).toMatchObject(REFUSED)
    })

    it('a token with one changed letter is refused', async () => {
      const api = startAdminApi(supabase)
      const { authorization = '' } = await api.asAdmin()
      const [head, body, signature = ''] = authorization.split('.')
      const forged = JSON.parse(atob(body ?? ''))
      forged.exp += 1_000_000
      const parts = [head, btoa(JSON.stringify(forged)).replace(/=+$/, ''), signature]
      expect(await ask(api, endpoint, { authorization: parts.join('.') })).toMatchObject(REFUSED)
    })

    it('another password, another name or another secret ends every token', async () => {
      const headers = await startAdminApi(supabase).asAdmin()
      for (const settings of [
        { ADMIN_PASSWORD_HASH: await hashOf('quite another password') },
        { ADMIN_USERNAME: 'boss' },
        { ADMIN_JWT_SECRET: 'another-admin-secret-of-thirty-two-characters' },
      ]) {
        expect(await ask(startAdminApi(supabase, settings), endpoint, headers)).toMatchObject(REFUSED)
      }
    })
  })

  it.each(['/api/auth/login-logs', '/api/admin/status'])('GET %s takes the password alone', async (path) => {
    const api = startAdminApi(supabase)
    expect(await ask(api, `GET ${path}`, {}, '?password=soundreel-local')).toMatchObject({ status: 200 })
    expect(await ask(api, `GET ${path}`, {}, '?password=wrong')).toMatchObject(REFUSED)
    expect(await ask(api, `GET ${path}`, {}, '?password=')).toMatchObject(REFUSED)
    // A person may be signed in beside it.
    const headers = { authorization: `Bearer ${user.token}` }
    expect(await ask(api, `GET ${path}`, headers, '?password=soundreel-local')).toMatchObject({ status: 200 })
  })

  describe.each(['/api/auth/login-logs', '/api/admin/status'])('GET %s with the password in its address', (path) => {
    const fetched = (site: string, over: Record<string, string> = {}) => ({
      'sec-fetch-site': site,
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      ...over,
    })
    const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    const asked = async (headers: Record<string, string>) => {
      const answers: unknown[] = []
      const api = startAdminApi(supabase)
      for (const password of ['wrong', 'soundreel-local'])
        answers.push((await ask(api, `GET ${path}`, headers, `?password=${password}`)).status)
      return { answers, counted: (await rows(supabase, 'select 1 from private.admin_tries')).length > 0 }
    }

    it.each<[string, Record<string, string>]>([
      ['our own page', fetched('same-origin')],
      ['a page of ours at another site', fetched('cross-site', { origin: 'https://app.example' })],
      ['a page of ours at another address of the site', fetched('same-site', { origin: 'https://app.example' })],
      ['a page of ours in a browser that says nothing', { origin: 'https://app.example' }],
      ['what is no browser', {}],
    ])('is looked at for %s', async (_name, headers) => {
      expect(await asked(headers)).toMatchObject({ answers: [401, 200] })
    })

    it.each<[string, Record<string, string>]>([
      ['an image on a foreign page', fetched('cross-site', image)],
      ['an image on our own page', fetched('same-origin', image)],
      ['a foreign page that fetches', fetched('cross-site', { origin: 'https://evil.example' })],
      ['a foreign page that hides', fetched('cross-site', { origin: 'null' })],
      ['a foreign page that fetches without CORS', fetched('cross-site', { 'sec-fetch-mode': 'no-cors' })],
      ['another port of the site', fetched('same-site', { origin: 'http://localhost:3000' })],
      ['a link', fetched('cross-site', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })],
      ['the address bar', fetched('none', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })],
      ['a frame', fetched('same-origin', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })],
      ['a script', fetched('cross-site', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' })],
      ['a foreign page in a browser that says nothing', { origin: 'https://evil.example' }],
    ])('is not even looked at for %s: no try is counted', async (_name, headers) => {
      const derive = vi.spyOn(crypto.subtle, 'deriveBits')
      expect(await asked(headers)).toEqual({ answers: [401, 401], counted: false })
      expect(derive).not.toHaveBeenCalled()
    })

    it('is not counted for a hundred images, and the administrator gets in', async () => {
      const api = startAdminApi(supabase)
      for (let n = 0; n < 100; n += 1) await ask(api, `GET ${path}`, fetched('cross-site', image), `?password=${n}`)
      expect(await api.login()).toMatchObject({ status: 200 })
    })
  })

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain;application/json',
  ])('a body of type %s, which any page may post, is not looked at', async (type) => {
    const { request } = startAdminApi(supabase)
    for (const path of ['/api/auth/admin-login', '/api/auth/login-logs']) {
      const body = { username: 'admin', password: 'wrong' }
      const answer = await request('POST', path, null, body, { headers: { 'content-type': type } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    }
    expect(await rows(supabase, 'select 1 from private.admin_tries')).toEqual([])
  })

  it('a client that can send a body sends user name and password', async () => {
    const { request } = startAdminApi(supabase)
    const post = (body: unknown) => request('POST', '/api/auth/login-logs?pageSize=5', null, body)
    expect(await post({ username: 'admin', password: 'soundreel-local' })).toMatchObject({
      status: 200,
      body: { success: true, admin: { username: 'admin' }, logs: [] },
    })
    expect(await post({ username: 'root', password: 'soundreel-local' })).toMatchObject(REFUSED)
    expect(await post({ username: 'admin', password: 'wrong' })).toMatchObject(REFUSED)
  })

  it('an admin token is no session', async () => {
    const api = startAdminApi(supabase)
    const headers = await api.asAdmin()
    const call = { headers, key: randomUUID() }
    expect(await api.request('POST', '/api/credits/consume', null, {}, call)).toMatchObject({
      status: 401,
      body: { message: 'Please login before generating a video' },
    })
    vi.mocked(console.error).mockClear()
  })
})
