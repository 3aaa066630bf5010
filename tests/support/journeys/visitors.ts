// Signs in visitors without a browser. Some screens need many visitors, or unusual browsers and names.
import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { TestVisitor } from './journey.ts'

export interface Visitor extends TestVisitor {
  userAgent?: string
  ip?: string
}

/** Signs in each visitor and stores the login record. */
export async function recordVisitors(url: string, apiKey: string, visitors: readonly Visitor[]): Promise<void> {
  for (const visitor of visitors) {
    const session = await signInWithoutBrowser(url, apiKey, visitor)
    const record = {
      user_id: session.user.id,
      user_agent: visitor.userAgent ?? 'curl/8',
      ip_address: visitor.ip ?? '203.0.113.7',
    }
    await write(url, apiKey, session, 'login_logs', record, 'return=minimal')
  }
}

async function write(
  url: string,
  apiKey: string,
  { access_token: token }: NewSession,
  path: string,
  body: object,
  prefer: string,
): Promise<void> {
  const response = await fetch(`${url}/rest/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, apikey: apiKey, 'content-type': 'application/json', prefer },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.text()).toBeLessThan(300)
}

/** The auth server's response to a sign-in, which supabase-js stores. */
export interface NewSession {
  access_token: string
  user: { id: string }
}

/** Signs in through the stand-in with PKCE, as the app does, and stores the users row. */
export async function signInWithoutBrowser(
  url: string,
  apiKey: string,
  { name, email }: TestVisitor,
): Promise<NewSession> {
  const verifier = randomBytes(32).toString('hex')
  const authorize = new URL('/auth/v1/authorize', url)
  authorize.search = new URLSearchParams({
    provider: 'google',
    redirect_to: `${url}/login`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  }).toString()
  const chooser = await getRedirect(authorize)
  const choose = new URL(`/stand-ins/google/choose${chooser.search}`, url)
  const back = await getRedirect(choose, { method: 'POST', body: new URLSearchParams({ name, email }) })
  const code = (await getRedirect(back)).searchParams.get('code')
  const response = await fetch(`${url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  })
  const session = (await response.json()) as NewSession
  expect(response.status, JSON.stringify(session)).toBe(200)
  const profile = { id: session.user.id, email, name, avatar_url: '', provider: 'google' }
  await write(url, apiKey, session, 'users?on_conflict=id', profile, 'resolution=merge-duplicates')
  return session
}

async function getRedirect(address: URL, init: RequestInit = {}): Promise<URL> {
  const response = await fetch(address, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`${address.pathname} answered ${response.status}: ${await response.text()}`)
  return new URL(location, address)
}
