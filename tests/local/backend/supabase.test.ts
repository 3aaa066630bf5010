import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { createUser, KEYS, ORIGIN, openTestSupabase, readRows, type TestUser } from '../../harness/database.ts'

let supabase: LocalSupabase
let user: TestUser
beforeAll(async () => {
  supabase = await openTestSupabase()
  user = await createUser(supabase)
})
afterAll(() => supabase.close())

async function send(method: string, path: string, body?: unknown) {
  const response = await supabase.fetch(
    new Request(`${ORIGIN}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        apikey: KEYS.publishableKey,
        authorization: `Bearer ${user.token}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null }
}

describe('Sign-in with Google only', () => {
  const OFF = { code: 422, error_code: 'email_provider_disabled', msg: 'Email logins are disabled' }
  const DEMO = { email: 'demo@soundreel.example', password: 'a password' }

  it.each([
    ['POST', '/token?grant_type=password', DEMO],
    ['POST', '/token?grant_type=password&grant_type=pkce', DEMO],
    ['POST', '/token?grant%5Ftype=pkce&grant_type=password', DEMO],
    ['POST', '/token', DEMO],
    ['POST', '/otp', DEMO],
    ['POST', '/magiclink', DEMO],
    ['POST', '/recover', DEMO],
    ['POST', '/resend', { type: 'signup', ...DEMO }],
    ['POST', '/verify', { type: 'magiclink', token_hash: 'abc' }],
    ['GET', '/verify?type=magiclink&token=abc', undefined],
    ['GET', '/reauthenticate', undefined],
    ['PUT', '/user', { password: 'a new password' }],
    ['PUT', '/user', { email: 'other@example.com' }],
    ['PUT', '/user', { data: {}, phone: '+15550100' }],
  ])('answers %s %s like a project whose Email provider is off', async (method, path, body) => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {})
    expect(await send(method, `/auth/v1${path}`, body)).toMatchObject({ status: 422, body: OFF })
    // Lite would print the email with its code.
    expect(log).not.toHaveBeenCalled()
  })

  it('refuses a sign-up by email and creates no user', async () => {
    const people = () => readRows(supabase, 'select count(*) from auth.users')
    const before = await people()
    expect(await send('POST', '/auth/v1/signup', DEMO)).toMatchObject({
      status: 422,
      body: { ...OFF, msg: 'Email signups are disabled' },
    })
    expect(await people()).toEqual(before)
  })

  it.each([
    ['POST', '/%74oken?grant_type=password'],
    ['POST', '//token?grant_type=password'],
    ['POST', '/admin/users'],
    ['GET', '/nonexistent'],
  ])('refuses other spellings of auth routes and other routes: %s %s', async (method, path) => {
    expect(await send(method, `/auth/v1${path}`, method === 'POST' ? DEMO : undefined)).toMatchObject({ status: 404 })
  })

  it('lets a user change the name and avatar, and sign out', async () => {
    const changed = await send('PUT', '/auth/v1/user', { data: { full_name: 'Ada' } })
    expect(changed).toMatchObject({ status: 200, body: { user_metadata: { full_name: 'Ada' } } })
    expect(await send('GET', '/auth/v1/user')).toMatchObject({ status: 200, body: { id: user.id } })
    expect((await send('GET', '/auth/v1/settings')).body.external).toMatchObject({ google: true, email: false })
    expect((await send('GET', '/auth/v1/health')).status).toBe(200)
    expect((await send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'unknown' })).status).toBe(
      400,
    )
  })
})

it.each([
  '{"oops',
  'null',
  '{"expiresIn":60,"paths":5}',
  '{"expiresIn":60,"paths":[5]}',
  '{"expiresIn":60,"paths":["\\ud800"]}',
])('signs no files for the invalid body %s and returns an error', async (body) => {
  const headers = { apikey: KEYS.secretKey, 'content-type': 'application/json' }
  const request = new Request(`${ORIGIN}/storage/v1/object/sign/videos`, { method: 'POST', headers, body })
  expect((await supabase.fetch(request)).status).toBe(400)
})

describe('Database error', () => {
  /** Returns the console's input in the form in which it is printed. */
  function printed(): string {
    const { inspect } = process.getBuiltinModule('node:util')
    const calls = vi.mocked(console.error).mock.calls
    const text = calls
      .flat()
      .map((part) => inspect(part))
      .join('\n')
    vi.mocked(console.error).mockClear()
    return text
  }

  it('prints the cause of a database error without its statement and parameters', async () => {
    const answer = await send('PATCH', `/rest/v1/users?id=eq.${user.id}`, { name: 'Secret Name', created_at: 'never' })
    const log = printed()
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect(log).toContain('never')
    expect(log).not.toContain('Secret Name')
    expect(log).not.toContain('update "users"')
  })

  it("keeps a sign-in's token out of a database error", async () => {
    expect(
      (await send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'secret-token\u0000' })).status,
    ).toBe(500)
    expect(printed()).not.toContain('secret-token')
  })

  it('sends the browser only a generic message for an unknown database error', async () => {
    await readRows(
      supabase,
      `create function public.fail_for_test() returns int language plpgsql as $$ begin raise exception 'Secret %', 5 using errcode = 'XX001'; end $$`,
    )
    await readRows(supabase, 'grant execute on function public.fail_for_test() to authenticated')
    await supabase.connection.clearSchemaCache()
    const answer = await send('POST', '/rest/v1/rpc/fail_for_test', {})
    printed()
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'XX000', message: 'The database query failed', details: null, hint: null },
    })
  })
})
