import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  hashPassword,
  isPassword,
  parsePasswordHash,
} from '../../../../supabase/functions/api/services/admin/password-hash.ts'
import { ADMIN_SECRET as SECRET } from '../../../harness/api.ts'
import { createUser, signToken, type TestUser } from '../../../harness/database.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

let user: TestUser
beforeAll(async () => {
  user = await createUser(supabase)
})
beforeEach(() => sql('delete from private.admin_tries'))

const REFUSED = {
  status: 401,
  body: {
    success: false,
    code: 'unauthorized',
    message: 'The username or password is incorrect, or your session has expired.',
  },
}
const LOGS = '/api/auth/login-logs'
const tries = () => sql('select 1 from private.admin_tries')

describe('POST /api/auth/admin-login', () => {
  it("returns the administrator's details and a token after a login", async () => {
    const { status, body, headers } = await startAdminApi(supabase).login()
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
    ['another user name and password', { username: 'root', password: 'wrong' }],
    ['the password in capitals', { password: 'SOUNDREEL-LOCAL' }],
    ['the user name in capitals', { username: 'ADMIN' }],
  ])('returns the same error after the same hashing work for a login with %s', async (_name, over) => {
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const answer = await startAdminApi(supabase).login(over)
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
    ['a list as its body', []],
    ['text as its body', '"admin"'],
  ])('returns 400 and counts no failed attempt for a login with %s', async (_name, body) => {
    expect(await startAdminApi(supabase).request('POST', '/api/auth/admin-login', null, body)).toMatchObject({
      status: 400,
      body: { success: false, code: 'bad_request', requestId: expect.any(String) },
    })
    expect(await tries()).toEqual([])
  })

  it("accepts the administrator's password typed in equivalent Unicode code points", async () => {
    const { login } = startAdminApi(supabase, { ADMIN_PASSWORD_HASH: await hashPassword('pässword of ａ kind') })
    expect(await login({ password: 'pässword of a kind' })).toMatchObject({ status: 200 })
  })
})

// One middleware reads the credentials for all of the administrator's routes. tests/support/server/routes.ts lists the
// routes.
describe('administrator credentials', () => {
  const ask = (api: ReturnType<typeof startAdminApi>, headers: Record<string, string>, query = '') =>
    api.request('GET', LOGS + query, null, undefined, { headers })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const adminClaims = () => ({ aud: 'soundreel-admin', sub: 'admin', exp: Math.floor(Date.now() / 1000) + 600 })
  const signed = (claims: Record<string, unknown>, key: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key))

  it.each<[string, () => Promise<Record<string, string>>]>([
    ['plain text', async () => bearer('admin')],
    ['of another scheme', async () => ({ authorization: `Basic ${btoa('admin:soundreel-local')}` })],
    ['unsigned', async () => bearer(new UnsecuredJWT(adminClaims()).encode())],
    ["signed with the auth server's key", async () => bearer(await signToken(adminClaims()))],
    ['signed with the secret alone', async () => bearer(await signed(adminClaims(), SECRET))],
    ['a user session signed with our secret', async () => bearer(await signToken({ sub: user.id }, SECRET))],
  ])('returns 401 and counts no failed attempt for a token that is %s', async (_name, headers) => {
    const answer = await ask(startAdminApi(supabase), await headers())
    expect(answer).toMatchObject(REFUSED)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await tries()).toEqual([])
  })

  it("accepts an administrator's token for 30 minutes, and refuses the token afterward", async () => {
    const api = startAdminApi(supabase)
    const headers = await api.asAdmin()
    api.clock.now += 29 * 60_000
    expect(await ask(api, headers)).toMatchObject({ status: 200 })
    api.clock.now += 60_000
    expect(await ask(api, headers)).toMatchObject(REFUSED)
  })

  it("refuses an administrator's token whose expiry was changed", async () => {
    const api = startAdminApi(supabase)
    const { authorization = '' } = await api.asAdmin()
    const [head, body, signature = ''] = authorization.split('.')
    const forged = JSON.parse(atob(body ?? ''))
    forged.exp += 1_000_000
    const parts = [head, btoa(JSON.stringify(forged)).replace(/=+$/, ''), signature]
    expect(await ask(api, { authorization: parts.join('.') })).toMatchObject(REFUSED)
  })

  it("refuses every administrator's token after the password, user name, or secret changes", async () => {
    const headers = await startAdminApi(supabase).asAdmin()
    for (const settings of [
      { ADMIN_PASSWORD_HASH: await hashPassword('quite another password') },
      { ADMIN_USERNAME: 'boss' },
      { ADMIN_JWT_SECRET: 'another-admin-secret-of-thirty-two-characters' },
    ]) {
      expect(await ask(startAdminApi(supabase, settings), headers)).toMatchObject(REFUSED)
    }
  })

  it("accepts the administrator's user name and password in a request body", async () => {
    const { request } = startAdminApi(supabase)
    const post = (body: unknown) => request('POST', `${LOGS}?pageSize=5`, null, body)
    expect(await post({ username: 'admin', password: 'soundreel-local' })).toMatchObject({
      status: 200,
      body: { success: true, admin: { username: 'admin' }, logs: expect.any(Array) },
    })
    expect(await post({ username: 'root', password: 'soundreel-local' })).toMatchObject(REFUSED)
    expect(await post({ username: 'admin', password: 'wrong' })).toMatchObject(REFUSED)
  })

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain;application/json',
  ])('ignores administrator credentials in a body of type %s, which any page can post', async (type) => {
    const { request } = startAdminApi(supabase)
    for (const path of ['/api/auth/admin-login', LOGS]) {
      const body = { username: 'admin', password: 'wrong' }
      const answer = await request('POST', path, null, body, { headers: { 'content-type': type } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    }
    expect(await tries()).toEqual([])
  })

  describe('a password in the URL', () => {
    const fetched = (site: string, over: Record<string, string> = {}) => ({
      'sec-fetch-site': site,
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      ...over,
    })
    const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    const answers = async (headers: Record<string, string>) => {
      const api = startAdminApi(supabase)
      const [wrong, empty] = [await ask(api, headers, '?password=wrong'), await ask(api, headers, '?password=')]
      const right = await ask(api, headers, '?password=soundreel-local')
      return [wrong.status, empty.status, right.status]
    }

    it.each<[string, () => Record<string, string>]>([
      ['our own page', () => fetched('same-origin')],
      ['our own page, with a user signed in', () => fetched('same-origin', bearer(user.token))],
      ['our page on another site', () => fetched('cross-site', { origin: 'https://app.example' })],
      ['our page on another origin of the same site', () => fetched('same-site', { origin: 'https://app.example' })],
      ['our page in a browser without Sec-Fetch headers', () => ({ origin: 'https://app.example' })],
      ['a client that is not a browser', () => ({})],
    ])("checks the administrator's password in the URL for %s", async (_name, headers) => {
      expect(await answers(headers())).toEqual([401, 401, 200])
    })

    it.each<[string, Record<string, string>]>([
      ['an image on a foreign page', fetched('cross-site', image)],
      ['an image on our own page', fetched('same-origin', image)],
      ['an image with CORS on our own page', fetched('same-origin', { 'sec-fetch-dest': 'image' })],
      ['a prefetch on our own page', fetched('same-origin', { 'sec-fetch-mode': 'no-cors' })],
      ['a foreign page that fetches', fetched('cross-site', { origin: 'https://evil.example' })],
      ['a foreign page with an opaque origin', fetched('cross-site', { origin: 'null' })],
      ['a foreign page that fetches without CORS', fetched('cross-site', { 'sec-fetch-mode': 'no-cors' })],
      ['another port of the site', fetched('same-site', { origin: 'http://localhost:3000' })],
      ['a link', fetched('cross-site', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })],
      ['the address bar', fetched('none', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })],
      ['a frame', fetched('same-origin', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })],
      ['a script', fetched('cross-site', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' })],
      ['a foreign page in a browser without Sec-Fetch headers', { origin: 'https://evil.example' }],
    ])('ignores a password in the URL and counts no failed attempt for %s', async (_name, headers) => {
      const derive = vi.spyOn(crypto.subtle, 'deriveBits')
      expect(await answers(headers)).toEqual([401, 401, 401])
      expect(await tries()).toEqual([])
      expect(derive).not.toHaveBeenCalled()
    })
  })
})

describe('administrator settings in production', () => {
  const PRODUCTION = {
    ADMIN_DEFAULT_PASSWORD: 'false',
    ADMIN_JWT_SECRET: 'a-secret-of-production-with-more-than-32-characters',
  }
  /** This repository publishes the hash, so anyone knows its password. */
  const PUBLISHED_HASH = 'pbkdf2-sha512:210000:bBhc4J8VjVNmhW2bD710gA:YIVAlR8QS0Ty-OyHmzbUn2ARZqNDtm5i_RTRrIYKNQw'
  const PASSWORD = 'a password of production'
  const ask = ({ request }: ReturnType<typeof startAdminApi>, method: string, path: string) =>
    request(method, path, null, method === 'POST' ? { username: 'admin', password: 'soundreel-local' } : undefined)
  let hash: string
  beforeAll(async () => {
    hash = await hashPassword(PASSWORD)
  })

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['no hash', () => ({}), /ADMIN_PASSWORD_HASH is not set/],
    ['the published hash', () => ({ ADMIN_PASSWORD_HASH: PUBLISHED_HASH }), /published/],
    ['a malformed hash', () => ({ ADMIN_PASSWORD_HASH: 'soundreel-local' }), /too weak/],
    ['a weaker hash', () => ({ ADMIN_PASSWORD_HASH: hash.replace('210000', '100000') }), /too weak/],
    ['a hash that would take too long', () => ({ ADMIN_PASSWORD_HASH: hash.replace('210000', '9999999') }), /too weak/],
    ['no secret', () => ({ ADMIN_PASSWORD_HASH: hash, ADMIN_JWT_SECRET: '' }), /ADMIN_JWT_SECRET/],
    ['a short secret', () => ({ ADMIN_PASSWORD_HASH: hash, ADMIN_JWT_SECRET: 'x'.repeat(31) }), /ADMIN_JWT_SECRET/],
  ])('disables only admin access in production with %s, and logs the reason', async (_name, settings, reason) => {
    const api = startAdminApi(supabase, { ...PRODUCTION, ...settings() })
    expect(api.log).toEqual([{ level: 'warn', message: 'admin access is off', cause: expect.stringMatching(reason) }])
    for (const answer of [
      await api.login(),
      await ask(api, 'GET', `${LOGS}?password=soundreel-local`),
      await ask(api, 'POST', LOGS),
      await ask(api, 'GET', '/api/admin/test'),
      await ask(api, 'GET', '/api/admin/status?password=soundreel-local'),
      await ask(api, 'POST', '/api/admin/credits/find-users'),
      await ask(api, 'POST', '/api/admin/credits/grant'),
    ]) {
      expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'admin_off' } })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(await api.request('GET', '/health', null)).toMatchObject({ status: 200 })
  })

  it('accepts the configured administrator in production, and refuses the published password', async () => {
    const api = startAdminApi(supabase, { ...PRODUCTION, ADMIN_PASSWORD_HASH: hash, ADMIN_USERNAME: 'boss' })
    expect(api.log).toEqual([])
    expect(await api.login()).toMatchObject({ status: 401 })
    const answer = await api.login({ username: 'boss', password: PASSWORD })
    expect(answer).toMatchObject({ status: 200, body: { admin: { id: 'boss', username: 'boss' } } })
  })

  it('refuses the published password in production even under a new hash', async () => {
    const api = startAdminApi(supabase, { ...PRODUCTION, ADMIN_PASSWORD_HASH: await hashPassword('soundreel-local') })
    expect(await api.login()).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(api.log.at(-1)?.cause).toContain('published')
  })

  it('creates a salted password hash without characters that a shell would expand', async () => {
    const again = await hashPassword(PASSWORD)
    expect(again).not.toBe(hash)
    expect(again).toMatch(/^[\w:-]+$/)
    const parsed = parsePasswordHash(` ${again}\n`)
    if (!parsed) throw new Error('not read')
    expect(await isPassword(PASSWORD, parsed)).toBe(true)
    expect(await isPassword(PASSWORD.toUpperCase(), parsed)).toBe(false)
  })
})
