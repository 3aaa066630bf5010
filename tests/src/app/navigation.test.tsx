// Browser tests cover transitions (tests/journeys/navigation.test.ts) and scrolling (marketing-pages.test.ts).
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { loadPage } from '@/app/router'
import { readConsole } from '../../support/app/console'
import { renderApp } from '../../support/app/render-app'

vi.mock('@/features/effects/asmr/asmr-page', () => ({
  AsmrPage() {
    throw new Error('This page fails')
  },
}))

// The test decides when this page's code arrives.
const { promise: privacy, resolve: bringPrivacy } = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('@/app/routes/privacy-policy', async (load) => {
  await privacy
  return load()
})

const goBack = (app: ReturnType<typeof renderApp>) => act(async () => app.router.go(-1))

it('opens a page at its top, and Back at the former scroll position', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  const app = renderApp({ route: '/pricing' })
  await screen.findByRole('heading', { name: 'Plans & Pricing' })
  Object.defineProperty(window, 'scrollY', { value: 700, configurable: true })
  await act(() => app.router.navigate('/terms-of-service'))
  await screen.findByRole('heading', { level: 1, name: 'Terms of Service' })
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  await goBack(app)
  await screen.findByRole('heading', { name: 'Plans & Pricing' })
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700)
})

it("doesn't show a page whose code arrives after the user went to another page", async () => {
  const { user } = renderApp({ route: '/terms-of-service' })
  const legal = within(await screen.findByRole('navigation', { name: 'Legal pages' }))
  await user.click(legal.getByRole('link', { name: 'Privacy Policy' }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Terms of Service')
  await user.click(within(screen.getByRole('banner')).getAllByRole('link', { name: 'Pricing' })[0] as HTMLElement)
  await screen.findByRole('heading', { name: 'Plans & Pricing' })
  await act(async () => {
    bringPrivacy()
    await loadPage('/privacy-policy')
  })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Plans & Pricing')
})

it('keeps the navigation and a link home visible when a page fails, and renders the next page', async () => {
  const error = readConsole('error')
  const app = renderApp({ route: '/asmr-video' })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Something went wrong. Please try again.')
  expect(within(alert).getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  expect(error).toHaveBeenCalled()
  await act(() => app.router.navigate('/refund-policy'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Refund Policy' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
