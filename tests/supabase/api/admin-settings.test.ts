import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { parseEnv } from '../../../supabase/functions/api/env.ts'
import { readAdminAccount } from '../../../supabase/functions/api/services/admin/admin-account.ts'
import {
  hashPassword,
  isPassword,
  parsePasswordHash,
} from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { openTestSupabase } from '../../support/server/database.ts'

let supabase: LocalSupabase
let hash: string
beforeAll(async () => {
  supabase = await openTestSupabase()
  hash = await hashPassword('a password of production')
})
afterAll(() => supabase.close())

/** As a hosted project has them: nothing of the local default. */
const PRODUCTION = {
  ADMIN_DEFAULT_PASSWORD: 'false',
  ADMIN_PASSWORD_HASH: '',
  ADMIN_JWT_SECRET: 'a-secret-of-production-with-more-than-32-characters',
}
/** Anyone can read it in this repository. */
const PUBLISHED_HASH = 'pbkdf2-sha512:210000:bBhc4J8VjVNmhW2bD710gA:YIVAlR8QS0Ty-OyHmzbUn2ARZqNDtm5i_RTRrIYKNQw'

const CALLS: [method: string, path: string][] = [
  ['POST', '/api/auth/admin-login'],
  ['GET', '/api/auth/login-logs?password=soundreel-local'],
  ['POST', '/api/auth/login-logs'],
  ['GET', '/api/admin/test'],
  ['GET', '/api/admin/status?password=soundreel-local'],
]

it.each<[string, () => Record<string, string>, RegExp]>([
  ['no hash', () => ({}), /ADMIN_PASSWORD_HASH is not set/],
  ['the published hash', () => ({ ADMIN_PASSWORD_HASH: PUBLISHED_HASH }), /published/],
  ['a hash that is none', () => ({ ADMIN_PASSWORD_HASH: 'soundreel-local' }), /weaker/],
  ['a weaker hash', () => ({ ADMIN_PASSWORD_HASH: hash.replace('210000', '100000') }), /weaker/],
  ['a hash that would take too long', () => ({ ADMIN_PASSWORD_HASH: hash.replace('210000', '9999999') }), /weaker/],
  ['no secret', () => ({ ADMIN_PASSWORD_HASH: hash, ADMIN_JWT_SECRET: '' }), /ADMIN_JWT_SECRET/],
  ['a short secret', () => ({ ADMIN_PASSWORD_HASH: hash, ADMIN_JWT_SECRET: 'x'.repeat(31) }), /ADMIN_JWT_SECRET/],
])('%s: admin access stays shut, the log says why at start, and the rest runs', async (_name, settings, reason) => {
  const api = startAdminApi(supabase, { ...PRODUCTION, ...settings() })
  expect(api.log).toEqual([{ level: 'warn', message: 'admin access is off', cause: expect.stringMatching(reason) }])
  for (const [method, path] of CALLS) {
    const body = method === 'POST' ? { username: 'admin', password: 'soundreel-local' } : undefined
    const answer = await api.request(method, path, null, body)
    expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'admin_off' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect(await api.request('GET', '/health', null)).toMatchObject({ status: 200 })
})

it('settings of production let their administrator in, and the published password does not', async () => {
  const api = startAdminApi(supabase, { ...PRODUCTION, ADMIN_PASSWORD_HASH: hash, ADMIN_USERNAME: 'boss' })
  expect(api.log).toEqual([])
  expect(await api.login()).toMatchObject({ status: 401 })
  const answer = await api.login({ username: 'boss', password: 'a password of production' })
  expect(answer).toMatchObject({ status: 200, body: { admin: { id: 'boss', username: 'boss' } } })
})

it('the published password opens nothing in production, even hashed anew', async () => {
  const api = startAdminApi(supabase, { ...PRODUCTION, ADMIN_PASSWORD_HASH: await hashPassword('soundreel-local') })
  expect(await api.login()).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(api.log.at(-1)?.cause).toContain('published')
})

it('the published hash is the published password’s', async () => {
  const env = { SUPABASE_URL: 'http://localhost:5173', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' }
  const account = readAdminAccount(
    parseEnv({ ...env, ADMIN_DEFAULT_PASSWORD: 'true', ADMIN_JWT_SECRET: 'x'.repeat(32) }),
  )
  if ('refusal' in account) throw new Error(account.refusal)
  expect(account.username).toBe('admin')
  expect(await isPassword('soundreel-local', account.passwordHash)).toBe(true)
  expect(account.key).toContain(PUBLISHED_HASH)
})

it('a hash is salted, is read back, and holds nothing that a shell would expand', async () => {
  const again = await hashPassword('a password of production')
  expect(again).not.toBe(hash)
  expect(again).toMatch(/^[\w:-]+$/)
  const parsed = parsePasswordHash(` ${again}\n`)
  if (!parsed) throw new Error('not read')
  expect(await isPassword('a password of production', parsed)).toBe(true)
  expect(await isPassword('a password of Production', parsed)).toBe(false)
})
