import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { renewSession } from '@/lib/supabase/renew-session'
import { createFakeSupabase } from '../../../support/app/fake-supabase'
import { testSession } from '../../../support/app/session'

function answering(session: ReturnType<typeof testSession> | null, error: unknown) {
  const supabase = createFakeSupabase()
  supabase.auth.refreshSession.mockResolvedValue({ data: { session, user: session?.user ?? null }, error })
  return supabase.client
}

describe('renewing a session', () => {
  it('answers true for a fresh one', async () => {
    await expect(renewSession(answering(testSession(), null))).resolves.toBe(true)
  })

  it.each([
    ['refuses', new AuthApiError('Invalid Refresh Token', 400, 'refresh_token_not_found')],
    ['knows of none', new AuthSessionMissingError()],
  ])('answers false when the auth server %s', async (_, error) => {
    await expect(renewSession(answering(null, error))).resolves.toBe(false)
  })

  it.each([
    ['is not reached', new AuthRetryableFetchError('Failed to fetch', 0)],
    ['fails', new AuthApiError('Internal error', 500, 'unexpected_failure')],
    ['has too much to do', new AuthApiError('Slow down', 429, 'over_request_rate_limit')],
  ])('says nothing about it when the auth server %s', async (_, error) => {
    await expect(renewSession(answering(null, error))).rejects.toMatchObject({ name: 'NetworkError', kind: 'network' })
  })
})
