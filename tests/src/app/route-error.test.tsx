import { act, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { RouteError } from '@/app/route-error'
import { reloadPage } from '@/lib/browser/reload-page'
import { takeConsole } from '../../support/app/console'
import { network } from '../../support/app/network'

vi.mock('@/lib/browser/reload-page', () => ({ reloadPage: vi.fn() }))

let isSiteUp = true
beforeEach(() => {
  isSiteUp = true
  vi.mocked(reloadPage).mockClear()
  network.use(http.head('*/', () => (isSiteUp ? new HttpResponse(null) : HttpResponse.error())))
})

function Nothing() {
  return null
}

/** A route whose code does not arrive, or arrives broken. */
function renderFailing(failure: Error) {
  const lazy = () => Promise.reject(failure)
  const router = createMemoryRouter([{ path: '/', HydrateFallback: Nothing, ErrorBoundary: RouteError, lazy }])
  return render(<RouterProvider router={router} />)
}

const GONE = new TypeError('Failed to fetch dynamically imported module: https://site.test/assets/pricing-1.js')

it('loads the page again when its code is gone after a deployment, and shows nothing meanwhile', async () => {
  renderFailing(GONE)
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('does not loop: the second time it says so and offers a way', async () => {
  const first = renderFailing(GONE)
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  first.unmount()
  renderFailing(GONE)
  expect(await screen.findByRole('heading', { name: 'Something went wrong. Please try again.' })).toBeInTheDocument()
  expect(reloadPage).toHaveBeenCalledTimes(1)
  screen.getByRole('button', { name: 'Reload the page' }).click()
  expect(reloadPage).toHaveBeenCalledTimes(2)
})

it('stays while the site cannot be reached, and loads the page again with the network', async () => {
  isSiteUp = false
  renderFailing(GONE)
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(reloadPage).not.toHaveBeenCalled()
  isSiteUp = true
  await act(async () => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
})

it('does not reload for any other fault, and tells the console', async () => {
  const error = takeConsole('error')
  const failure = new Error('x is not a function')
  renderFailing(failure)
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  expect(reloadPage).not.toHaveBeenCalled()
  expect(error).toHaveBeenCalledWith('A page failed', failure)
})
