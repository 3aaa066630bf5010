import type { Session } from '@supabase/supabase-js'

interface TestSession {
  userId?: string
  email?: string
  name?: string | null
  picture?: string | null
  /** Distinguishes two sessions of one user. */
  sessionId?: string
  /** Distinguishes two tokens of one session. */
  tokenNumber?: number
  provider?: string | null
}

/** Returns a session as the auth service sends it. Its token has three parts and the session ID, but no signature. */
export function testSession({
  userId = '11111111-1111-4111-8111-111111111111',
  email = 'ada@example.com',
  name = 'Ada Byron',
  picture = null,
  sessionId = 'session-1',
  tokenNumber = 1,
  provider = 'google',
}: TestSession = {}): Session {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600
  return {
    access_token: testToken({ sub: userId, session_id: sessionId, exp: expiresAt, n: tokenNumber }),
    refresh_token: `refresh-${sessionId}-${tokenNumber}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    user: {
      id: userId,
      email,
      aud: 'authenticated',
      role: 'authenticated',
      created_at: '2026-01-01T00:00:00Z',
      last_sign_in_at: '2026-11-20T08:00:00Z',
      app_metadata: provider === null ? {} : { provider },
      user_metadata: { ...(name === null ? {} : { name }), ...(picture === null ? {} : { avatar_url: picture }) },
    },
  }
}

function testToken(claims: Record<string, unknown>): string {
  return [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
    .concat('not-signed')
    .join('.')
}
