import { act, configure, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { onLoginFailure, sendLoginFailure } from '@/features/login/login-channel'
import { readLoginReturn } from '@/features/login/login-failure'
import { POPUP_CHECK_INTERVAL_MS } from '@/features/login/use-google-login'
import { readConsole } from '../../../support/app/console'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

const PROVIDER_URL = 'https://backend.test/auth/v1/authorize?provider=google'
const session = testSession()

/** Creates a popup window as its opener sees it. */
function fakePopup() {
  return {
    closed: false,
    focus: vi.fn(),
    close: vi.fn(),
    location: { assign: vi.fn() },
    sessionStorage: { setItem: vi.fn() },
  }
}
let popup: ReturnType<typeof fakePopup>

beforeEach(() => {
  popup = fakePopup()
  vi.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window)
})

async function loginPage(options: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const app = renderApp({ route: '/login', ...options })
  const button = await screen.findByRole('button', { name: 'Continue with Google' })
  return { ...app, button }
}

/** Advances the clock until the page has checked the popup. */
async function passCheck() {
  await act(() => vi.advanceTimersByTimeAsync(POPUP_CHECK_INTERVAL_MS))
}

it('links the login page to terms and privacy in a new tab, and preloads its first image', async () => {
  const { container } = await loginPage()
  const image = container.querySelector('main img')
  expect(image).toHaveAttribute('loading', 'eager')
  expect(image).toHaveAttribute('src', '/images/posters/record.avif')
  for (const [name, href] of [
    ['Terms of Service', '/terms-of-service'],
    ['Privacy Policy', '/privacy-policy'],
  ]) {
    const links = screen.getAllByRole('link', { name: name ?? '' })
    expect(links).toHaveLength(2)
    for (const link of links) {
      expect(link).toHaveAttribute('href', href)
      expect(link).toHaveAttribute('target', '_blank')
    }
  }
})

describe('Login with a popup', () => {
  it('opens the sign-in popup inside the click, before the address is known', async () => {
    const { button, supabase } = await loginPage()
    supabase.auth.signInWithOAuth.mockImplementation(async () => {
      expect(window.open).toHaveBeenCalledTimes(1)
      expect(vi.mocked(window.open).mock.calls[0]?.[0]).toBe('')
      return { data: { provider: 'google', url: PROVIDER_URL }, error: null }
    })
    // Call click() directly, because the popup must open inside the click itself.
    act(() => button.click())
    expect(window.open).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(popup.location.assign).toHaveBeenCalledWith(PROVIDER_URL))
    expect(supabase.auth.signInWithOAuth).toHaveBeenCalledWith({
      provider: 'google',
      options: { redirectTo: `${window.location.origin}/login?popup=1`, skipBrowserRedirect: true },
    })
  })

  it("finds the popup's session in shared storage if no event reported it", async () => {
    const { button, router, supabase } = await loginPage()
    vi.useFakeTimers()
    await act(async () => button.click())
    supabase.store(session)
    popup.closed = true
    await passCheck()
    vi.useRealTimers()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(supabase.callsOf('users', 'upsert')).toHaveLength(1)
  })

  it('navigates nowhere when the popup is closed before the sign-in code loads', async () => {
    const { button, supabase } = await loginPage()
    let answer = () => {}
    supabase.auth.signInWithOAuth.mockReturnValue(
      new Promise((resolve) => {
        answer = () => resolve({ data: { provider: 'google', url: PROVIDER_URL }, error: null })
      }),
    )
    vi.useFakeTimers()
    await act(async () => button.click())
    popup.closed = true
    await passCheck()
    await act(async () => answer())
    expect(popup.location.assign).not.toHaveBeenCalled()
    expect(screen.getByText('The Google window was closed before you finished signing in.')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('listens to the sign-in popup as soon as the login button is shown', async () => {
    const said = new MutationObserver(() => {
      if (!screen.queryByRole('button', { name: 'Continue with Google' })) return
      said.disconnect()
      sendLoginFailure('denied')
    })
    said.observe(document.body, { childList: true, subtree: true })
    await loginPage()
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Sign-in was canceled/)
  })

  it("doesn't show messages of other senders on the popup's channel", async () => {
    await loginPage()
    const stranger = new BroadcastChannel('soundreel-login')
    stranger.postMessage({ failure: '<b>Call 0900...</b>' })
    stranger.postMessage('failed')
    stranger.postMessage({ failure: 'denied' })
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Sign-in was canceled/)
    stranger.close()
  })

  it.each([
    ['lacks channels', undefined],
    [
      'refuses channels',
      class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      },
    ],
  ])('shows the sign-in page in a browser that %s', async (_, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { button } = await loginPage()
    expect(button).toBeEnabled()
  })

  it("closes the popup and shows an error when the sign-in can't start", async () => {
    const error = readConsole('error')
    const { button, user, supabase } = await loginPage()
    const refusal = { message: 'provider is not enabled' }
    supabase.auth.signInWithOAuth.mockResolvedValue({ data: { provider: 'google', url: '' }, error: refusal })
    await user.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't sign you in. Please try again.")
    expect(popup.close).toHaveBeenCalled()
    expect(popup.location.assign).not.toHaveBeenCalled()
    expect(error).toHaveBeenCalledWith("Couldn't start the sign-in", refusal)
  })
})

describe('Login without a popup', () => {
  it('offers a sign-in in this tab while the popup is open, in case other windows hide the popup', async () => {
    const { button, user, supabase } = await loginPage()
    await user.click(button)
    supabase.auth.signInWithOAuth.mockResolvedValue({ data: { provider: 'google', url: '#provider' }, error: null })
    await user.click(screen.getByRole('button', { name: 'Use this tab instead' }))
    await waitFor(() => expect(window.location.hash).toBe('#provider'))
  })

  it('says that the sign-in code was refused', async () => {
    const error = readConsole('error')
    const app = renderApp({ route: '/login?code=old' })
    const refusal = { message: 'invalid flow state' }
    app.supabase.auth.exchangeCodeForSession.mockResolvedValue({ data: { session: null }, error: refusal })
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't sign you in. Please try again.")
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
    expect(error).toHaveBeenCalledWith("Couldn't finish the sign-in", refusal)
  })

  it("says that consent was denied, without the address's own text", async () => {
    await loginPage({ route: '/login?error=access_denied&error_description=Call+0900' })
    expect(screen.getByRole('alert')).toHaveTextContent(/^Sign-in was canceled/)
    expect(screen.queryByText(/0900/)).not.toBeInTheDocument()
  })
})

it('lets the user choose another account after their address was refused', async () => {
  const { button, supabase, user } = await loginPage({ route: '/login?error=access_denied&error_code=not_admitted' })
  expect(screen.getByRole('alert')).toHaveTextContent(/^This Google account may not use this site\./)
  await user.click(button)
  expect(supabase.auth.signInWithOAuth).toHaveBeenCalledWith(
    expect.objectContaining({ options: expect.objectContaining({ queryParams: { prompt: 'select_account' } }) }),
  )
})

it("doesn't redirect a local user without a session away from the login page", async () => {
  window.localStorage.setItem('user', JSON.stringify({ id: 'u', credits: 450 }))
  const { router } = await loginPage()
  expect(router.state.location.pathname).toBe('/login')
})

describe('Sign-in popup', () => {
  beforeEach(() => {
    vi.spyOn(window, 'close').mockImplementation(() => {})
  })

  /** Records the failures that the popup reports to its opener. */
  function listen() {
    const heard = vi.fn()
    return { heard, stop: onLoginFailure(heard) }
  }

  it('exchanges the sign-in code in the popup, closes it, and leaves the rest of the sign-in to the opener', async () => {
    const app = renderApp({ route: '/login?popup=1&code=the-code' })
    app.supabase.auth.exchangeCodeForSession.mockImplementation(async () => {
      app.supabase.emit('SIGNED_IN', session)
      return { data: { session }, error: null }
    })
    await waitFor(() => expect(window.close).toHaveBeenCalled())
    expect(app.supabase.auth.exchangeCodeForSession.mock.calls).toEqual([['the-code', undefined]])
    // The popup starts no requests for the new session, because closing the popup would interrupt them.
    expect(window.localStorage.getItem('token')).toBeNull()
    expect(app.supabase.tableCalls).toEqual([])
    expect(app.supabase.rpc).not.toHaveBeenCalled()
    // The popup shows this text if the browser doesn't let it close.
    expect(screen.getByRole('status')).toHaveTextContent('You are signed in. You can close this window.')
  })

  it("exchanges the popup's sign-in code once, even if React runs effects twice in development", async () => {
    configure({ reactStrictMode: true })
    const app = renderApp({ route: '/login?popup=1&code=the-code' })
    configure({ reactStrictMode: false })
    await waitFor(() => expect(window.close).toHaveBeenCalled())
    expect(app.supabase.auth.exchangeCodeForSession).toHaveBeenCalledTimes(1)
  })

  it('reports a refused sign-in code to the opener, and closes the popup', async () => {
    const error = readConsole('error')
    const { heard, stop } = listen()
    const app = renderApp({ route: '/login?popup=1&code=old' })
    app.supabase.auth.exchangeCodeForSession.mockRejectedValue(new TypeError('fetch failed'))
    await waitFor(() => expect(heard).toHaveBeenCalledWith('failed'))
    await act(async () => {})
    expect(window.close).toHaveBeenCalled()
    expect(error).toHaveBeenCalledWith("Couldn't finish the sign-in", expect.any(TypeError))
    stop()
  })
})

it.each([
  ['a code', '?popup=1&code=abc', '', { kind: 'code', code: 'abc' }],
  ['nothing', '?popup=1', '', { kind: 'none' }],
  ['denied consent', '?error=access_denied&error_description=no', '', { kind: 'failure', failure: 'denied' }],
  ['a fault of the provider', '?error=server_error', '', { kind: 'failure', failure: 'failed' }],
  [
    'a refused address',
    '?error=access_denied&error_code=not_admitted',
    '',
    { kind: 'failure', failure: 'not_admitted' },
  ],
  ['an error in the hash', '', '#error=access_denied&error_code=403', { kind: 'failure', failure: 'denied' }],
  ['an error beside a code', '?code=abc&error=server_error', '', { kind: 'failure', failure: 'failed' }],
])('reads %s from the address after a sign-in', (_, search, hash, expected) => {
  expect(readLoginReturn({ search, hash })).toEqual(expected)
})
