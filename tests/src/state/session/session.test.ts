import { describe, expect, it, vi } from 'vitest'
import { onClear } from '@/lib/browser/personal-data'
import type { Services } from '@/lib/services'
import { getCreditsStore } from '@/state/credits/credits'
import { getSessionStore } from '@/state/session/session'
import { readConsole } from '../../../support/app/console'
import { createFakeServices } from '../../../support/app/fake-services'
import { testSession } from '../../../support/app/session'

const session = testSession()
const kept = () => ['user', 'token'].map((name) => window.localStorage.getItem(name))

interface Options {
  /** The session in storage when the page loads. */
  stored?: typeof session | null
  services?: Partial<Services>
}

/** Opens the session store of a page that shows the balance, and waits for the first state. */
async function open({ stored = null, services }: Options = {}) {
  const fakes = createFakeServices({ session: stored, credits: 2480 })
  const all = { ...fakes.services, ...services }
  const store = getSessionStore(all)
  const balance = getCreditsStore(all)
  const stops = [balance.subscribe(() => {}), store.start()]
  const { supabase } = fakes
  await vi.waitFor(() => expect(store.get().status).not.toBe('loading'))
  return {
    supabase,
    store,
    credits: () => balance.get().credits,
    leave: () => stops.map((stop) => stop()),
    inserts: () => supabase.callsOf('login_logs', 'insert').length,
    hasBalance: () => vi.waitFor(() => expect(balance.get()).toMatchObject({ status: 'ready', credits: 2480 })),
  }
}

describe('New session', () => {
  it('writes the users record and requests the credits for a new session', async () => {
    const { supabase, hasBalance } = await open()
    const pictured = testSession({ picture: 'https://pictures.test/ada.png' })
    supabase.emit('SIGNED_IN', pictured)
    await hasBalance()
    expect(supabase.rpc.mock.calls).toEqual([['get_user_credits', { user_id: session.user.id }]])
    expect(supabase.callsOf('users', 'upsert')).toEqual([
      [
        {
          id: session.user.id,
          email: 'ada@example.com',
          name: 'Ada Byron',
          avatar_url: 'https://pictures.test/ada.png',
          provider: 'google',
          credits: 0,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
        { onConflict: 'id' },
      ],
    ])
    // The request carries its own token, because the user may sign out before it is sent.
    expect(supabase.callsOf('users', 'setHeader')).toEqual([['Authorization', `Bearer ${pictured.access_token}`]])
  })

  it("doesn't request the credits before the users record exists", async () => {
    const { supabase } = await open()
    const written = Promise.withResolvers<{ data: null; error: null }>()
    supabase.answers.table = (call) => (call.table === 'users' ? written.promise : { data: [], error: null })
    supabase.emit('SIGNED_IN', session)
    await vi.waitFor(() => expect(supabase.callsOf('users', 'upsert')).toHaveLength(1))
    expect(supabase.rpc).not.toHaveBeenCalled()
    written.resolve({ data: null, error: null })
    await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalledTimes(1))
  })

  it('handles a session once, however often it is announced, and keeps its token and name current', async () => {
    const { supabase, store, inserts } = await open()
    supabase.emit('SIGNED_IN', session)
    await vi.waitFor(() => expect(inserts()).toBe(1))
    supabase.emit('SIGNED_IN', testSession())
    const refreshed = testSession({ tokenNumber: 2, name: 'Ada Lovelace' })
    supabase.emit('TOKEN_REFRESHED', testSession({ tokenNumber: 2 }))
    supabase.emit('USER_UPDATED', refreshed)
    expect(window.localStorage.getItem('token')).toBe(refreshed.access_token)
    expect(store.get().profile?.name).toBe('Ada Lovelace')
    await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalledTimes(1))
    expect([supabase.callsOf('users', 'upsert').length, inserts()]).toEqual([1, 1])
  })

  it('records the login of a new session, but not of a session found on page load', async () => {
    const { supabase, hasBalance, inserts } = await open({ stored: session })
    await hasBalance()
    expect(supabase.callsOf('users', 'upsert')).toHaveLength(1)
    expect(supabase.tableCalls.filter(({ table }) => table === 'login_logs')).toEqual([])
    supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' }))
    await vi.waitFor(() => expect(inserts()).toBe(1))
  })

  it('records a login on the next load if leaving the page interrupted it', async () => {
    const offline = await open({ services: { ipLookup: () => new Promise(() => {}) } })
    offline.supabase.emit('SIGNED_IN', session)
    await vi.waitFor(() => expect(offline.supabase.callsOf('login_logs', 'select')).toHaveLength(1))
    offline.leave()
    const next = await open({ stored: session })
    await vi.waitFor(() => expect(next.inserts()).toBe(1))
    next.leave()
    const last = await open({ stored: session })
    await last.hasBalance()
    expect(last.supabase.tableCalls.filter(({ table }) => table === 'login_logs')).toEqual([])
  })

  it('dispatches in the auth callback, and sends no Supabase request before the callback returns', async () => {
    const { supabase } = await open()
    supabase.auth.getSession.mockClear()
    supabase.emit('SIGNED_IN', session)
    expect(supabase.tableCalls).toEqual([])
    expect(supabase.rpc).not.toHaveBeenCalled()
    expect(supabase.auth.getSession).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalled())
  })
})

describe('Token in the URL hash', () => {
  it('removes a token from the URL hash, and fetches the session instead of creating one from it', async () => {
    window.history.replaceState(null, '', '/pricing?from=x#access_token=stolen&token_type=bearer')
    const { supabase, store } = await open()
    expect(window.location.href).toMatch(/\/pricing\?from=x$/)
    await vi.waitFor(() => expect(supabase.auth.getSession).toHaveBeenCalled())
    expect([store.get().isSignedIn, ...kept()]).toEqual([false, null, null])
  })

  it('keeps other URL hashes', async () => {
    window.history.replaceState(null, '', '/#main')
    await open()
    expect(window.location.hash).toBe('#main')
  })
})

describe('Session failures', () => {
  const failure = new TypeError('fetch failed')
  const refusal = { message: 'refused' }

  it.each([
    [
      'a refused users record',
      () => ({ data: null, error: refusal }),
      'The users record could not be updated',
      refusal,
    ],
    [
      'an exception while handling the profile',
      () => {
        throw failure
      },
      'The profile could not be handled',
      failure,
    ],
  ])('loads the credits after %s', async (_, answer, said, cause) => {
    const error = readConsole('error')
    const { supabase, hasBalance } = await open()
    supabase.answers.table = (call) => (call.table === 'users' ? answer() : { data: [], error: null })
    supabase.emit('SIGNED_IN', session)
    await hasBalance()
    expect(error).toHaveBeenCalledWith(said, cause)
  })

  it.each([
    ['is refused', async () => ({ error: refusal })],
    ['throws', () => Promise.reject(failure)],
  ])('clears local user data after a sign-out that %s', async (_, answer) => {
    const error = readConsole('error')
    const { supabase, store, hasBalance } = await open({ stored: session })
    await hasBalance()
    supabase.auth.signOut.mockImplementation(answer)
    await store.signOut()
    expect(error).toHaveBeenCalledWith('Signing out at the server failed', expect.anything())
    expect(kept()).toEqual([null, null])
  })
})

describe('Sign-out', () => {
  it("stays signed in if the session can't be renewed when a page that slept is shown, and storage is blocked", async () => {
    const error = readConsole('error')
    const { supabase, store, hasBalance } = await open({ stored: session, services: { hasStoredSession: () => false } })
    await hasBalance()
    const answer = { data: { session: null }, error: new Error('offline') }
    supabase.auth.getSession.mockResolvedValueOnce(answer as never)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(error).toHaveBeenCalledWith('The session could not be read', answer.error))
    expect(store.get()).toMatchObject({ status: 'signed_in', isSignedIn: true })
  })

  it('clears local user data and profile on sign-out, and keeps other data that the user left in this browser', async () => {
    const forgotten = vi.fn()
    const stop = onClear(forgotten)
    const { supabase, store, credits, hasBalance } = await open({ stored: session })
    await hasBalance()
    supabase.emit('SIGNED_OUT', null)
    expect(store.get()).toMatchObject({ status: 'signed_out', profile: null, localUser: null, isSignedIn: false })
    expect([credits(), ...kept()]).toEqual([0, null, null])
    expect(forgotten).not.toHaveBeenCalled()
    supabase.emit('SIGNED_IN', session)
    await store.signOut()
    expect(forgotten).toHaveBeenCalledOnce()
    // The sign-out ends the session of this browser only.
    expect(supabase.auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' })
    stop()
  })

  it('signs out a local user without a session, who counts as signed in with the stored credits', async () => {
    window.localStorage.setItem('user', JSON.stringify({ id: 'u', credits: 450 }))
    const { supabase, store, credits } = await open()
    expect([store.get().isSignedIn, credits()]).toEqual([true, 450])
    expect(supabase.rpc).not.toHaveBeenCalled()
    await store.signOut()
    expect([store.get().isSignedIn, credits(), ...kept()]).toEqual([false, 0, null, null])
  })
})
