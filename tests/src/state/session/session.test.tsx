import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { onForget } from '@/lib/browser/personal-data'
import { takeConsole } from '../../../support/app/console'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

const session = testSession()
const stored = () => JSON.parse(window.localStorage.getItem('user') ?? 'null')

async function signedOutApp(options: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const app = renderApp({ route: '/', ...options })
  await screen.findByRole('link', { name: 'Login' })
  return app
}

describe('when a session appears', () => {
  it('writes the users record and asks for the credits', async () => {
    const app = await signedOutApp({ credits: 2480 })
    const pictured = testSession({ picture: 'https://pictures.test/ada.png' })
    act(() => app.supabase.emit('SIGNED_IN', pictured))
    await screen.findByText('2,480')
    expect(app.supabase.rpc.mock.calls).toEqual([['get_user_credits', { user_id: session.user.id }]])
    expect(app.supabase.callsOf('users', 'upsert')).toEqual([
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
    // Under its own token: the person may have signed out again before it goes out.
    expect(app.supabase.callsOf('users', 'setHeader')).toEqual([['Authorization', `Bearer ${pictured.access_token}`]])
  })

  it('does not ask for the credits before the users record is there', async () => {
    const app = await signedOutApp()
    let answer: (value: { data: unknown; error: unknown }) => void = () => {}
    app.supabase.answers.table = (call) =>
      call.table === 'users' ? new Promise((resolve) => (answer = resolve)) : { data: [], error: null }
    act(() => app.supabase.emit('SIGNED_IN', session))
    await waitFor(() => expect(app.supabase.callsOf('users', 'upsert')).toHaveLength(1))
    expect(app.supabase.rpc).not.toHaveBeenCalled()
    answer({ data: null, error: null })
    await waitFor(() => expect(app.supabase.rpc).toHaveBeenCalledTimes(1))
  })

  it('keeps the stored token current', async () => {
    const app = await signedOutApp()
    act(() => app.supabase.emit('SIGNED_IN', session))
    const refreshed = testSession({ tokenNumber: 2 })
    act(() => app.supabase.emit('TOKEN_REFRESHED', refreshed))
    await waitFor(() => expect(window.localStorage.getItem('token')).toBe(refreshed.access_token))
  })

  it('does all this once for a session, however often it is announced', async () => {
    const app = await signedOutApp()
    act(() => app.supabase.emit('SIGNED_IN', session))
    await waitFor(() => expect(app.supabase.callsOf('login_logs', 'insert')).toHaveLength(1))
    act(() => app.supabase.emit('SIGNED_IN', testSession()))
    act(() => app.supabase.emit('TOKEN_REFRESHED', testSession({ tokenNumber: 2 })))
    act(() => app.supabase.emit('USER_UPDATED', testSession({ tokenNumber: 2, name: 'Ada Lovelace' })))
    expect(await screen.findByText('Ada Lovelace', { selector: 'button *' })).toBeInTheDocument()
    await waitFor(() => expect(app.supabase.rpc).toHaveBeenCalledTimes(1))
    expect(app.supabase.callsOf('users', 'upsert')).toHaveLength(1)
    expect(app.supabase.callsOf('login_logs', 'insert')).toHaveLength(1)
  })

  it('does it again for the next session', async () => {
    const app = await signedOutApp()
    act(() => app.supabase.emit('SIGNED_IN', session))
    await waitFor(() => expect(app.supabase.rpc).toHaveBeenCalledTimes(1))
    act(() => app.supabase.emit('SIGNED_OUT', null))
    act(() => app.supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' })))
    await waitFor(() => expect(app.supabase.rpc).toHaveBeenCalledTimes(2))
    expect(app.supabase.callsOf('users', 'upsert')).toHaveLength(2)
  })

  it('records the login of a new session, not of one found on loading the page', async () => {
    const app = renderApp({ route: '/', session, credits: 7 })
    await screen.findByText('7')
    expect(app.supabase.callsOf('users', 'upsert')).toHaveLength(1)
    expect(app.supabase.tableCalls.filter(({ table }) => table === 'login_logs')).toEqual([])
    act(() => app.supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' })))
    await waitFor(() => expect(app.supabase.callsOf('login_logs', 'insert')).toHaveLength(1))
  })

  it('records the login that leaving the page cut off, on the next load', async () => {
    const cutOff = await signedOutApp({ services: { ipLookup: () => new Promise(() => {}) } })
    act(() => cutOff.supabase.emit('SIGNED_IN', session))
    await waitFor(() => expect(cutOff.supabase.callsOf('login_logs', 'select')).toHaveLength(1))
    cutOff.unmount()
    const next = renderApp({ route: '/', session })
    await waitFor(() => expect(next.supabase.callsOf('login_logs', 'insert')).toHaveLength(1))
    next.unmount()
    const last = renderApp({ route: '/', session, credits: 7 })
    await screen.findByText('7')
    expect(last.supabase.tableCalls.filter(({ table }) => table === 'login_logs')).toEqual([])
  })

  it('does not wait for the login record', async () => {
    let finish: (ip: string) => void = () => {}
    const ipLookup = () => new Promise<string>((resolve) => (finish = resolve))
    const app = await signedOutApp({ credits: 2480, services: { ipLookup } })
    act(() => app.supabase.emit('SIGNED_IN', session))
    expect(await screen.findByText('2,480')).toBeInTheDocument()
    expect(app.supabase.callsOf('login_logs', 'insert')).toEqual([])
    await waitFor(() => expect(app.supabase.callsOf('login_logs', 'select')).toHaveLength(1))
    finish('203.0.113.7')
    await waitFor(() => expect(app.supabase.callsOf('login_logs', 'insert')).toHaveLength(1))
  })
})

it('only dispatches in the auth callback: no Supabase call is made before it returns', async () => {
  const app = await signedOutApp()
  app.supabase.auth.getSession.mockClear()
  act(() => {
    app.supabase.emit('SIGNED_IN', session)
    expect(app.supabase.tableCalls).toEqual([])
    expect(app.supabase.rpc).not.toHaveBeenCalled()
    expect(app.supabase.auth.getSession).not.toHaveBeenCalled()
  })
  await waitFor(() => expect(app.supabase.rpc).toHaveBeenCalled())
})

describe('a token in the hash', () => {
  it('is removed from the address, the session is fetched, and the token makes none', async () => {
    window.history.replaceState(null, '', '/pricing?from=x#access_token=stolen&token_type=bearer')
    const app = renderApp({ route: '/pricing' })
    expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument()
    await waitFor(() => expect(window.location.href).toMatch(/\/pricing\?from=x$/))
    expect(app.supabase.auth.getSession).toHaveBeenCalled()
    expect(window.localStorage.getItem('token')).toBeNull()
  })

  it('is also removed on a later sign-in', async () => {
    const app = await signedOutApp()
    window.history.replaceState(null, '', '/#access_token=left-over')
    act(() => app.supabase.emit('SIGNED_IN', session))
    await waitFor(() => expect(window.location.hash).toBe(''))
  })

  it('any other hash stays', async () => {
    window.history.replaceState(null, '', '/#main')
    await signedOutApp()
    expect(window.location.hash).toBe('#main')
  })
})

describe('failures for the console alone', () => {
  it('a refused users record: the credits still come', async () => {
    const error = takeConsole('error')
    const app = await signedOutApp({ credits: 2480 })
    app.supabase.answers.table = (call) =>
      call.table === 'users' ? { data: null, error: { message: 'refused' } } : { data: [], error: null }
    act(() => app.supabase.emit('SIGNED_IN', session))
    expect(await screen.findByText('2,480')).toBeInTheDocument()
    expect(error).toHaveBeenCalledWith('The users record could not be updated', { message: 'refused' })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('an exception while handling the profile', async () => {
    const error = takeConsole('error')
    const app = await signedOutApp({ credits: 2480 })
    const failure = new TypeError('fetch failed')
    app.supabase.answers.table = (call) => {
      if (call.table === 'users') throw failure
      return { data: [], error: null }
    }
    act(() => app.supabase.emit('SIGNED_IN', session))
    expect(await screen.findByText('2,480')).toBeInTheDocument()
    expect(error).toHaveBeenCalledWith('The profile could not be handled', failure)
  })

  it.each([
    ['is refused', async () => ({ error: { message: 'refused' } })],
    [
      'throws',
      async () => {
        throw new Error('gone')
      },
    ],
  ])('a sign-out that %s: local user data is cleared all the same', async (_, answer) => {
    const error = takeConsole('error')
    const app = renderApp({ route: '/pricing', session, credits: 12 })
    await screen.findByText('12')
    app.supabase.auth.signOut.mockImplementation(answer)
    await app.user.click(screen.getByRole('button', { name: 'Account of Ada Byron' }))
    await app.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(error).toHaveBeenCalledWith('Signing out at the server failed', expect.anything())
    expect(stored()).toBeNull()
    expect(window.localStorage.getItem('token')).toBeNull()
  })
})

describe('SIGNED_OUT from anywhere', () => {
  it('clears the local user data and the profile', async () => {
    const app = renderApp({ route: '/pricing', session, credits: 12 })
    await screen.findByText('12')
    act(() => app.supabase.emit('SIGNED_OUT', null))
    expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument()
    expect(screen.queryByText('Ada Byron')).not.toBeInTheDocument()
    expect(stored()).toBeNull()
    expect(window.localStorage.getItem('token')).toBeNull()
  })
})

describe('a local user without a session', () => {
  it('counts as signed in, with the stored credits', async () => {
    window.localStorage.setItem('user', JSON.stringify({ id: 'u', credits: 450 }))
    const app = renderApp({ route: '/' })
    expect(await screen.findByText('450')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    expect(app.supabase.rpc).not.toHaveBeenCalled()
  })

  it('can sign out', async () => {
    window.localStorage.setItem('user', JSON.stringify({ id: 'u', credits: 450 }))
    const app = renderApp({ route: '/pricing' })
    await app.user.click(await screen.findByRole('button', { name: 'Account of User' }))
    await app.user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument()
    expect(app.router.state.location.pathname).toBe('/')
    expect(stored()).toBeNull()
  })
})

it('forgets at a sign-out what the person left in this browser, and not when their session ends', async () => {
  const forgotten = vi.fn()
  const stop = onForget(forgotten)
  const app = renderApp({ route: '/', session, credits: 12 })
  await screen.findByText('12')
  act(() => app.supabase.emit('SIGNED_OUT', null))
  expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument()
  expect(forgotten).not.toHaveBeenCalled()
  act(() => app.supabase.emit('SIGNED_IN', session))
  await app.user.click(await screen.findByRole('button', { name: 'Account of Ada Byron' }))
  await app.user.click(screen.getByRole('button', { name: 'Sign out' }))
  await screen.findByRole('link', { name: 'Login' })
  expect(forgotten).toHaveBeenCalledOnce()
  // Of this browser, not of every device.
  expect(app.supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
  stop()
})
