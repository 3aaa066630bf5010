// Fault +e in the page; the whole of it runs in tests/journeys/fault-table/page.test.ts and sign-in-code.test.ts.
import { act, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RouteError } from '@/app/route-error'
import { isMissingCode, recoverMissingCode } from '@/lib/browser/missing-code'
import { reloadPage } from '@/lib/browser/reload-page'
import { NetworkError } from '@/lib/http/api-error'
import { readConsole } from '../../support/app/console'
import { createFakeServices } from '../../support/app/fake-services'
import { network } from '../../support/app/network'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'
import { useSlowTime } from '../../support/app/slow-time'

vi.mock('@/lib/browser/reload-page', () => ({ reloadPage: vi.fn() }))

let isSiteUp = true
beforeEach(() => {
  isSiteUp = true
  network.use(http.head('*/', () => (isSiteUp ? new HttpResponse(null) : HttpResponse.error())))
})

it.each([
  'Failed to fetch dynamically imported module: https://site.test/assets/pricing-1.js',
  'error loading dynamically imported module: https://site.test/assets/pricing-1.js',
  'Importing a module script failed.',
])('knows what browsers say of code that is gone: %s', (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true)
})

it('does not take other errors for it', () => {
  expect(isMissingCode(new TypeError('x is not a function'))).toBe(false)
  expect(isMissingCode('Importing a module script failed.')).toBe(false)
})

it('reloads once, and not again within a minute unless the user asks for it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(await recoverMissingCode()).toBe('reloading')
  vi.setSystemTime(Date.now() + 59_999)
  expect(await recoverMissingCode()).toBe('missing')
  expect(reloadPage).toHaveBeenCalledTimes(1)
  expect(await recoverMissingCode({ isAskedFor: true })).toBe('reloading')
  vi.setSystemTime(Date.now() + 1)
  expect(await recoverMissingCode()).toBe('reloading')
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await recoverMissingCode()).toBe('reloading')
  expect(reloadPage).toHaveBeenCalledTimes(4)
})

it('does not reload where it could not remember that it did', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(await recoverMissingCode()).toBe('missing')
  expect(reloadPage).not.toHaveBeenCalled()
})

it('does not reload while the site cannot be reached, even where it is asked for', async () => {
  isSiteUp = false
  expect(await recoverMissingCode({ isAskedFor: true })).toBe('unreachable')
  expect(reloadPage).not.toHaveBeenCalled()
})

describe('a route that fails', () => {
  function renderFailing(failure: Error) {
    return render(<RouteError error={failure} />, { wrapper: MemoryRouter })
  }

  it("stays for missing code while the site can't be reached, and reloads the page with the network", async () => {
    isSiteUp = false
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderFailing(new TypeError('Importing a module script failed.'))
    expect(screen.getByRole('heading', { name: 'You seem to be offline' })).toBeInTheDocument()
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    isSiteUp = true
    expect(reloadPage).not.toHaveBeenCalled()
    await act(async () => window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  })

  it('asks every 5 s whether the site can be reached again, also soon after another reload', async () => {
    useSlowTime()
    await recoverMissingCode()
    isSiteUp = false
    renderFailing(new TypeError('Importing a module script failed.'))
    await screen.findByRole('heading', { name: 'You seem to be offline' })
    isSiteUp = true
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(2))
  })

  it('does not reload once the user has left it', async () => {
    const { unmount } = renderFailing(new TypeError('Importing a module script failed.'))
    unmount()
    await recoverMissingCode({ isAskedFor: true })
    expect(reloadPage).toHaveBeenCalledTimes(1)
  })

  it("doesn't reload for any other fault, and logs it", async () => {
    const error = readConsole('error')
    const failure = new Error('x is not a function')
    renderFailing(failure)
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect(reloadPage).not.toHaveBeenCalled()
    expect(error).toHaveBeenCalledWith('A page failed', failure)
  })
})

describe('the code of the sign-in, while the site cannot be reached', () => {
  const SENTENCE = /We couldn't load sign-in\. Your credits, your videos, and/

  /** An app whose sign-in does not arrive until `repair` is called. */
  function renderWithoutCode(route: string) {
    isSiteUp = false
    readConsole('error')
    const { supabase } = createFakeServices({ session: testSession(), credits: 600 })
    let isDown = true
    const loadSupabase = vi.fn(() =>
      isDown ? Promise.reject(new NetworkError('network')) : Promise.resolve(supabase.client),
    )
    const app = renderApp({ route, services: { loadSupabase } })
    const repair = () => {
      isDown = false
    }
    return { ...app, loadSupabase, repair }
  }

  it('is asked for again every 5 s', async () => {
    useSlowTime()
    const { repair, loadSupabase } = renderWithoutCode('/')
    await screen.findByText(SENTENCE)
    const asked = loadSupabase.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(loadSupabase.mock.calls.length).toBeGreaterThan(asked)
    await screen.findByText(SENTENCE)
    repair()
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await waitFor(() => expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument())
    expect(reloadPage).not.toHaveBeenCalled()
  })

  it('is asked for again by a click on Generate, which starts nothing and says why', async () => {
    const { user, repair, creditsApi, jobsApi } = renderWithoutCode('/create-video')
    await screen.findByText(SENTENCE)
    await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'A reef')
    await user.click(screen.getByRole('button', { name: /^Generate Video/ }))
    expect(await screen.findByText(/^We couldn't load sign-in, so nothing was started/)).toBeInTheDocument()
    repair()
    await user.click(screen.getByRole('button', { name: /^Generate Video/ }))
    await waitFor(() => expect(jobsApi.list).toHaveBeenCalled())
    expect(creditsApi.consume).not.toHaveBeenCalled()
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A reef')
  })

  it('loads again from the login page', async () => {
    const { user, repair, router } = renderWithoutCode('/login')
    await screen.findByText("We couldn't load sign-in. Check your connection and try again.")
    repair()
    // One, and no note above the page that has another.
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('lets nobody be called signed out', async () => {
    renderWithoutCode('/debug')
    await screen.findByText(SENTENCE)
    await screen.findByRole('heading', { name: '登录状态' })
    expect(screen.queryByText('未登录')).not.toBeInTheDocument()
  })
})
