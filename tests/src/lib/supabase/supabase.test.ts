/**
 * The behavior of supabase-js that the app relies on, tested on the real client. A new version that behaves differently fails
 * here. The last tests cover the app's own loading and renewal.
 */
import {
  AuthApiError,
  type AuthChangeEvent,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { env } from '@/config/env'
import { createSupabaseLoader } from '@/lib/supabase/load-supabase'
import { removeStoredSession } from '@/lib/supabase/stored-session'
import { createSupabase, renewSession } from '@/lib/supabase/supabase'
import { createFakeSupabase } from '../../../support/app/fake-supabase'
import { network } from '../../../support/app/network'
import { testSession } from '../../../support/app/session'

const session = testSession()
let made = 0
let client: SupabaseClient | undefined

/** Creates a client of its own backend, because clients that share a storage key log warnings. */
function makeClient(stored = false) {
  made += 1
  const host = `pinned-${made}`
  const url = `https://${host}.test`
  const storageKey = `sb-${host}-auth-token`
  if (stored) window.localStorage.setItem(storageKey, JSON.stringify(session))
  const made_ = createSupabase({ supabaseUrl: url, supabaseAnonKey: 'public-key' })
  const events: AuthChangeEvent[] = []
  made_.auth.onAuthStateChange((event) => {
    events.push(event)
  })
  client = made_
  return { supabase: made_, url, storageKey, events }
}

afterEach(async () => {
  await client?.auth.stopAutoRefresh()
})

describe('Supabase client start', () => {
  it('emits SIGNED_IN for a stored session before INITIAL_SESSION', async () => {
    const { events } = makeClient(true)
    await vi.waitFor(() => expect(events).toContain('INITIAL_SESSION'))
    expect(events).toEqual(['SIGNED_IN', 'INITIAL_SESSION'])
  })

  it.each(['#access_token=a.b.c&refresh_token=r&expires_in=3600&token_type=bearer', '?code=stolen'])(
    'creates no session from the address: %s',
    async (address) => {
      window.history.replaceState(null, '', `/${address}`)
      const { supabase, events } = makeClient()
      await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION']))
      expect((await supabase.auth.getSession()).data.session).toBeNull()
    },
  )
})

const start = (supabase: SupabaseClient) =>
  supabase.auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: 'https://site.test/login?popup=1', skipBrowserRedirect: true },
  })

describe('Supabase sign-in', () => {
  it('signs in with PKCE, without navigating, and sends exactly the given redirect address', async () => {
    const before = window.location.href
    const { supabase, url } = makeClient()
    const { data } = await start(supabase)
    const address = new URL(data.url ?? '')
    expect(address.origin + address.pathname).toBe(`${url}/auth/v1/authorize`)
    expect(address.searchParams.get('code_challenge_method')).toBe('s256')
    expect(address.searchParams.get('redirect_to')).toBe('https://site.test/login?popup=1')
    expect(window.location.href).toBe(before)
  })

  it('exchanges the sign-in code with the verifier from shared storage, and emits SIGNED_IN', async () => {
    const { supabase, url, events } = makeClient()
    await start(supabase)
    const asked = vi.fn()
    network.use(
      http.post(`${url}/auth/v1/token`, async ({ request }) => {
        asked(new URL(request.url).searchParams.get('grant_type'), await request.json())
        return HttpResponse.json(session)
      }),
    )
    const { error } = await supabase.auth.exchangeCodeForSession('the-code')
    expect(error).toBeNull()
    expect(asked).toHaveBeenCalledWith('pkce', {
      auth_code: 'the-code',
      code_verifier: expect.stringMatching(/.{43,}/),
    })
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  })
})

it("exchanges a sign-in code with its own flow's verifier, even if another flow started since", async () => {
  const { supabase, url } = makeClient()
  const flows = [await start(supabase), await start(supabase)].map(({ data }) => ({
    flowId: data.flowId ?? '',
    challenge: new URL(data.url ?? '').searchParams.get('code_challenge'),
  }))
  const sent: string[] = []
  network.use(
    http.post(`${url}/auth/v1/token`, async ({ request }) => {
      const { code_verifier } = (await request.json()) as { code_verifier: string }
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
      sent.push(Buffer.from(hash).toString('base64url'))
      return HttpResponse.json(session)
    }),
  )
  for (const { flowId } of flows) {
    expect((await supabase.auth.exchangeCodeForSession('the-code', { flowId })).error).toBeNull()
  }
  expect(sent).toEqual(flows.map(({ challenge }) => challenge))
})

describe('Clock one hour fast', () => {
  it("doesn't expire a new session at once on a fast clock, which would renew it on every call", async () => {
    const { supabase, url } = makeClient()
    await start(supabase)
    const asked = vi.fn()
    network.use(
      http.post(`${url}/auth/v1/token`, ({ request }) => {
        asked(new URL(request.url).searchParams.get('grant_type'))
        return HttpResponse.json(session)
      }),
    )
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
    await supabase.auth.exchangeCodeForSession('the-code')
    for (let call = 0; call < 3; call += 1) {
      expect((await supabase.auth.getSession()).data.session?.access_token).toBe(session.access_token)
    }
    expect(asked.mock.calls).toEqual([['pkce']])
  })
})

describe('Sign-out of this browser', () => {
  it("ends the session of this browser even if the server can't be reached", async () => {
    const { supabase, url, storageKey, events } = makeClient(true)
    await vi.waitFor(() => expect(events).toContain('INITIAL_SESSION'))
    network.use(http.post(`${url}/auth/v1/logout`, () => HttpResponse.error()))
    const { error } = await supabase.auth.signOut({ scope: 'local' })
    expect(error).not.toBeNull()
    expect(events.at(-1)).toBe('SIGNED_OUT')
    expect(window.localStorage.getItem(storageKey)).toBeNull()
  })
})

it('signs out without a request after the stored session was removed', async () => {
  const { supabase, url, events } = makeClient(true)
  await vi.waitFor(() => expect(events).toContain('INITIAL_SESSION'))
  const asked = vi.fn(() => HttpResponse.json({}, { status: 403 }))
  network.use(http.post(`${url}/auth/v1/logout`, asked))
  removeStoredSession({ supabaseUrl: url })
  expect((await supabase.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect(events.at(-1)).toBe('SIGNED_OUT')
  expect(asked).not.toHaveBeenCalled()
})

describe('Query with its own token', () => {
  it('sends a query with its own token, whoever is signed in', async () => {
    const { supabase, url } = makeClient(true)
    const asked = vi.fn()
    network.use(
      http.get(`${url}/rest/v1/login_logs`, ({ request }) => {
        asked(request.headers.get('authorization'))
        return HttpResponse.json([])
      }),
    )
    await supabase.from('login_logs').select('id').setHeader('Authorization', 'Bearer of-an-earlier-sign-in')
    expect(asked).toHaveBeenCalledExactlyOnceWith('Bearer of-an-earlier-sign-in')
  })
})

describe('createSupabaseLoader', () => {
  const client = { auth: {} }
  const code = { createSupabase: () => client }
  const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

  type Load = NonNullable<Parameters<typeof createSupabaseLoader>[1]>
  const loading = () => vi.fn<Load>(async () => code as unknown as Awaited<ReturnType<Load>>)

  beforeEach(() => void vi.useFakeTimers())

  it('loads the Supabase client on the first request, and one client for all', async () => {
    const load = loading()
    const { loadSupabase } = createSupabaseLoader(env, load)
    expect(load).not.toHaveBeenCalled()
    const [one, two] = await Promise.all([loadSupabase(), loadSupabase()])
    expect(one).toBe(client)
    expect(two).toBe(one)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('loads the Supabase client again if its code failed to load', async () => {
    const load = loading().mockImplementationOnce(failing)
    const asked = createSupabaseLoader(env, load).loadSupabase()
    await vi.advanceTimersByTimeAsync(1000)
    await expect(asked).resolves.toBe(client)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it("fails with a network error if the Supabase client can't load, and starts again on the next call", async () => {
    const load = loading().mockImplementation(failing)
    const { loadSupabase } = createSupabaseLoader(env, load)
    const asked = loadSupabase()
    asked.catch(() => {})
    await vi.advanceTimersByTimeAsync(3000)
    await expect(asked).rejects.toMatchObject({ name: 'NetworkError', kind: 'network' })
    expect(load).toHaveBeenCalledTimes(4)
    load.mockImplementation(loading())
    await expect(loadSupabase()).resolves.toBe(client)
  })
})

function answering(session: ReturnType<typeof testSession> | null, error: unknown) {
  const supabase = createFakeSupabase()
  supabase.auth.refreshSession.mockResolvedValue({ data: { session, user: session?.user ?? null }, error })
  return supabase.client
}

describe('Session renewal', () => {
  it.each([
    ['refuses', new AuthApiError('Invalid Refresh Token', 400, 'refresh_token_not_found')],
    ['has no session', new AuthSessionMissingError()],
  ])('returns false from a session renewal if the auth server %s', async (_, error) => {
    await expect(renewSession(answering(null, error))).resolves.toBe(false)
  })

  it.each([
    ["can't be reached", new AuthRetryableFetchError('Failed to fetch', 0)],
    ['fails', new AuthApiError('Internal error', 500, 'unexpected_failure')],
    ['is overloaded', new AuthApiError('Slow down', 429, 'over_request_rate_limit')],
  ])('reports no result of a session renewal if the auth server %s', async (_, error) => {
    await expect(renewSession(answering(null, error))).rejects.toMatchObject({ name: 'NetworkError', kind: 'network' })
  })
})
