import { act, configure, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { onLoginFailure } from '@/features/login/login-channel'
import { takeConsole } from '../../../support/app/console'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

const session = testSession()

beforeEach(() => {
  vi.spyOn(window, 'close').mockImplementation(() => {})
})

/** Hears what the popup tells the page that opened it. */
function listen() {
  const heard = vi.fn()
  return { heard, stop: onLoginFailure(heard) }
}

it('exchanges the code, closes, and leaves the work of the sign-in to its opener', async () => {
  const app = renderApp({ route: '/login?popup=1&code=the-code' })
  app.supabase.auth.exchangeCodeForSession.mockImplementation(async () => {
    app.supabase.emit('SIGNED_IN', session)
    return { data: { session }, error: null }
  })
  await waitFor(() => expect(window.close).toHaveBeenCalled())
  expect(app.supabase.auth.exchangeCodeForSession.mock.calls).toEqual([['the-code']])
  expect(app.supabase.tableCalls).toEqual([])
  expect(app.supabase.rpc).not.toHaveBeenCalled()
  // Shown where the browser does not let it close.
  expect(screen.getByRole('status')).toHaveTextContent('You are signed in. You can close this window.')
})

it('exchanges the code once, though React runs effects twice in development', async () => {
  configure({ reactStrictMode: true })
  const app = renderApp({ route: '/login?popup=1&code=the-code' })
  configure({ reactStrictMode: false })
  await waitFor(() => expect(window.close).toHaveBeenCalled())
  expect(app.supabase.auth.exchangeCodeForSession).toHaveBeenCalledTimes(1)
})

it('has no header to walk away with', async () => {
  const app = renderApp({ route: '/login?popup=1&code=the-code' })
  app.supabase.auth.exchangeCodeForSession.mockReturnValue(new Promise(() => {}))
  expect(await screen.findByText('Signing you in...')).toBeInTheDocument()
  expect(screen.queryByRole('banner')).not.toBeInTheDocument()
  expect(window.close).not.toHaveBeenCalled()
})

it('passes on denied consent and closes', async () => {
  const { heard, stop } = listen()
  const app = renderApp({ route: '/login?popup=1&error=access_denied&error_description=no' })
  await waitFor(() => expect(window.close).toHaveBeenCalled())
  await waitFor(() => expect(heard).toHaveBeenCalledWith('denied'))
  expect(app.supabase.auth.exchangeCodeForSession).not.toHaveBeenCalled()
  stop()
})

it('passes on a code that is not taken and closes', async () => {
  const error = takeConsole('error')
  const { heard, stop } = listen()
  const app = renderApp({ route: '/login?popup=1&code=old' })
  app.supabase.auth.exchangeCodeForSession.mockRejectedValue(new TypeError('fetch failed'))
  await waitFor(() => expect(heard).toHaveBeenCalledWith('failed'))
  await act(async () => {})
  expect(window.close).toHaveBeenCalled()
  expect(error).toHaveBeenCalledWith('The sign-in could not be finished', expect.any(TypeError))
  stop()
})
