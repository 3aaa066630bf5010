import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { type StandInGoogle, startGoogle } from '../../../local/google/google.ts'
import { KEYS, ORIGIN, openTestSupabase } from '../../harness/database.ts'

let supabase: LocalSupabase
let google: StandInGoogle
const client = {
  clientId: 'test-client',
  clientSecret: KEYS.googleClientSecret,
  redirectUri: `${ORIGIN}/auth/v1/callback`,
}
beforeAll(async () => {
  supabase = await openTestSupabase()
  google = await startGoogle(ORIGIN, client)
})
afterAll(async () => {
  google.close()
  await supabase.close()
})

const authQuery = (over: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    state: 'st',
    ...over,
  })
const choose = (form: Record<string, string>, query = authQuery()) =>
  google.fetch(
    new Request(`${ORIGIN}/stand-ins/google/choose?${query}`, { method: 'POST', body: new URLSearchParams(form) }),
  )

/** Runs the code flow like a browser with supabase-js. Returns the session. */
async function signIn(form: Record<string, string>) {
  const verifier = 'v'.repeat(64)
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString(
    'base64url',
  )
  const query = new URLSearchParams({
    provider: 'google',
    redirect_to: `${ORIGIN}/login?popup=1`,
    code_challenge: challenge,
    code_challenge_method: 's256',
  })
  const authorize = await supabase.fetch(new Request(`${ORIGIN}/auth/v1/authorize?${query}`, { redirect: 'manual' }))
  const chooser = new URL(google.redirectHere(authorize.headers.get('location') ?? ''))
  expect(chooser.pathname).toBe('/stand-ins/google/auth')
  const chosen = await choose(form, chooser.searchParams)
  const callback = await supabase.fetch(new Request(chosen.headers.get('location') ?? '', { redirect: 'manual' }))
  const landing = new URL(callback.headers.get('location') ?? '')
  expect(`${landing.origin}${landing.pathname}`).toBe(`${ORIGIN}/login`)
  const token = await supabase.fetch(
    new Request(`${ORIGIN}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: KEYS.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: landing.searchParams.get('code'), code_verifier: verifier }),
    }),
  )
  return {
    status: token.status,
    session: (await token.json()) as {
      user: { id: string; email: string; user_metadata: Record<string, string>; app_metadata: Record<string, string> }
    },
  }
}

it.each([
  ['another port', 'http://localhost:9999/login', {}],
  ['another path', `${ORIGIN}/debug`, {}],
  ['another site', 'https://evil.example/', {}],
  ['the requesting page', null, { referer: 'http://localhost:9999/' }],
])("ends a sign-in on the app's own page instead of %s", async (_name, redirectTo, headers) => {
  const query = new URLSearchParams({ provider: 'google', ...(redirectTo ? { redirect_to: redirectTo } : {}) })
  const request = new Request(`${ORIGIN}/auth/v1/authorize?${query}`, { headers, redirect: 'manual' })
  const authorize = await supabase.fetch(request)
  const chosen = await choose(
    { name: 'Ada', email: 'ada@example.com' },
    new URL(google.redirectHere(authorize.headers.get('location') ?? '')).searchParams,
  )
  const callback = await supabase.fetch(new Request(chosen.headers.get('location') ?? '', { redirect: 'manual' }))
  const landing = new URL(callback.headers.get('location') ?? '')
  expect(`${landing.origin}${landing.pathname}`).toBe(`${ORIGIN}/login`)
})

it('signs a user in to one account, with name and picture', async () => {
  const first = await signIn({ name: 'Ada Lovelace', email: 'Ada@example.com' })
  const second = await signIn({ name: 'Ada Lovelace', email: 'ada@example.com' })
  expect([first.status, first.session.user.id]).toEqual([200, second.session.user.id])
  expect(first.session.user).toMatchObject({
    email: 'ada@example.com',
    user_metadata: { full_name: 'Ada Lovelace', avatar_url: expect.stringContaining('/stand-ins/google/picture/') },
    app_metadata: { provider: 'google' },
  })
})

describe('Account chooser', () => {
  it('says that the account chooser is a local stand-in, and runs no script', async () => {
    const page = await google.fetch(new Request(`${ORIGIN}/stand-ins/google/auth?${authQuery()}`))
    const text = await page.text()
    expect(text).toContain('Local stand-in, not Google')
    expect(text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('keeps the typed values of an invalid account form and shows the error', async () => {
    const page = await choose({ name: '<b>Ada</b>', email: 'not-an-address' })
    const text = await page.text()
    expect(page.status).toBe(400)
    expect(text).toContain('Enter an email address')
    expect(text).toContain('value="&lt;b&gt;Ada&lt;/b&gt;"')
    expect(text).toContain('value="not-an-address"')
  })

  it("shows the account chooser again for a form that can't be read", async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const url = `${ORIGIN}/stand-ins/google/choose?${authQuery()}`
    expect((await google.fetch(new Request(url, { method: 'POST', headers, body: 'oops' }))).status).toBe(400)
  })

  it.each([
    ['another client', { client_id: 'other' }],
    ['another return URL', { redirect_uri: 'https://evil.example/callback' }],
  ])('refuses a sign-in request with %s', async (_name, over) => {
    for (const response of [
      await google.fetch(new Request(`${ORIGIN}/stand-ins/google/auth?${authQuery(over)}`)),
      await choose({ name: 'A', email: 'a@b.co' }, authQuery(over)),
    ]) {
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
    }
  })
})

const redeem = (over: Record<string, string>) =>
  fetch('https://oauth2.googleapis.com/token', {
    method: 'POST',
    body: new URLSearchParams({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uri: client.redirectUri,
      grant_type: 'authorization_code',
      ...over,
    }),
  })
const newCode = async () =>
  new URL((await choose({ name: 'Ada', email: 'ada@example.com' })).headers.get('location') ?? '').searchParams.get(
    'code',
  ) ?? ''

it('accepts a code at the token endpoint once, within five minutes, and with the right secret', async () => {
  const code = await newCode()
  expect((await redeem({ code, client_secret: 'wrong' })).status).toBe(400)
  expect((await redeem({ code })).status).toBe(200)
  expect((await redeem({ code })).status).toBe(400)
  expect((await redeem({ code: 'made-up' })).status).toBe(400)
  const old = await newCode()
  vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] })
  expect((await redeem({ code: old })).status).toBe(400)
  vi.useRealTimers()
})
