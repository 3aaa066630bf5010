// Tests missing code in the page. tests/journeys/fault-table/page.test.ts and sign-in-code.test.ts test the same fault in a
// browser.
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
])("recognizes the browser's error for missing code: %s", (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true)
})

it("doesn't treat other errors as missing code", () => {
  expect(isMissingCode(new TypeError('x is not a function'))).toBe(false)
  expect(isMissingCode('Importing a module script failed.')).toBe(false)
})

it('reloads once for missing code, and not again within a minute unless the user requests a reload', async () => {
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

it("doesn't reload for missing code if it can't store that it reloaded", async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(await recoverMissingCode()).toBe('missing')
  expect(reloadPage).not.toHaveBeenCalled()
})

it("doesn't reload for missing code while the site is unreachable, even if the user requests a reload", async () => {
  isSiteUp = false
  expect(await recoverMissingCode({ isAskedFor: true })).toBe('unreachable')
  expect(reloadPage).not.toHaveBeenCalled()
})

describe('Failed route', () => {
  function renderFailing(failure: Error) {
    return render(<RouteError error={failure} />, { wrapper: MemoryRouter })
  }

  it('keeps a route with missing code open while the site is unreachable, and reloads once the network is back', async () => {
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

  it('checks every 5 s whether the site of a failed route is reachable, also soon after another reload', async () => {
    useSlowTime()
    await recoverMissingCode()
    isSiteUp = false
    renderFailing(new TypeError('Importing a module script failed.'))
    await screen.findByRole('heading', { name: 'You seem to be offline' })
    isSiteUp = true
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(2))
  })

  it("doesn't reload for missing code after the user has left the failed route", async () => {
    const { unmount } = renderFailing(new TypeError('Importing a module script failed.'))
    unmount()
    await recoverMissingCode({ isAskedFor: true })
    expect(reloadPage).toHaveBeenCalledTimes(1)
  })

  it("doesn't reload a failed route for any other error, and logs the error", async () => {
    const error = readConsole('error')
    const failure = new Error('x is not a function')
    renderFailing(failure)
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect(reloadPage).not.toHaveBeenCalled()
    expect(error).toHaveBeenCalledWith('A page failed', failure)
  })
})

describe('Sign-in code while the site is unreachable', () => {
  const SENTENCE = /We couldn't load sign-in\. Your credits, your videos, and/

  /** Renders the app without its sign-in code, until the test calls `repair`. */
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

  it('requests missing sign-in code again every 5 s', async () => {
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

  it('requests missing sign-in code again on a click on Generate, starts nothing, and says why', async () => {
    // The page's own attempts, every 5 s, come too late here.
    useSlowTime()
    const { user, repair, loadSupabase, creditsApi, jobsApi } = renderWithoutCode('/create-video')
    await screen.findByText(SENTENCE)
    await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'A reef')
    await user.click(screen.getByRole('button', { name: /^Generate Video/ }))
    expect(await screen.findByText(/^We couldn't load sign-in, so nothing was started/)).toBeInTheDocument()
    repair()
    const asked = loadSupabase.mock.calls.length
    await user.click(screen.getByRole('button', { name: /^Generate Video/ }))
    await waitFor(() => expect(loadSupabase.mock.calls.length).toBeGreaterThan(asked))
    await waitFor(() => expect(jobsApi.list).toHaveBeenCalled())
    expect(creditsApi.consume).not.toHaveBeenCalled()
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A reef')
  })

  it('requests missing sign-in code again from the login page', async () => {
    const { user, repair, router } = renderWithoutCode('/login')
    await screen.findByText("We couldn't load sign-in. Check your connection and try again.")
    repair()
    // The login page has its own button, so no second one appears above the page.
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it("doesn't call the user signed out while the sign-in code is missing", async () => {
    renderWithoutCode('/debug')
    await screen.findByText(SENTENCE)
    await screen.findByRole('heading', { name: '登录状态' })
    expect(screen.queryByText('未登录')).not.toBeInTheDocument()
  })
})
