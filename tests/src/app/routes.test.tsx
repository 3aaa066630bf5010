import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../support/app/render-app'

const PAGES = [
  ['/', 'Soundreel | AI video generator with realistic sound'],
  ['/create-video', 'Create AI Videos with Veo 3 - Text to Video'],
  ['/video-effects', 'AI Video Effects & Templates | Soundreel'],
  ['/pricing', 'Plans & Pricing | Soundreel'],
  ['/login', 'Login | Soundreel'],
  ['/ai-french-kissing', 'AI French Kissing Video Generator | Soundreel'],
  ['/asmr-video', 'Create ASMR Videos with AI | Soundreel'],
  ['/terms-of-service', 'Terms of Service | Soundreel'],
  ['/privacy-policy', 'Privacy Policy | Soundreel'],
  ['/refund-policy', 'Refund Policy | Soundreel'],
  ['/admin-logs', '用户登录记录 | Soundreel'],
  ['/debug', '认证调试 | Soundreel'],
] as const

const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href')
const robots = () => document.querySelector('meta[name="robots"]')?.getAttribute('content') ?? null

describe.each(PAGES)('%s', (path, title) => {
  it('has its title, its canonical address and one heading, in the frame of the site', async () => {
    renderApp({ route: path })
    await waitFor(() => expect(document.title).toBe(title))
    expect(canonical()).toBe(`https://site.test${path}`)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toBeInTheDocument()
    expect(screen.getByRole('banner')).toBeInTheDocument()
    expect(screen.getByRole('contentinfo')).toBeInTheDocument()
    expect(robots()).toBe(path === '/admin-logs' || path === '/debug' ? 'noindex' : null)
  })
})

it('has one canonical link, with the path alone', async () => {
  renderApp({ route: '/pricing/?from=mail#plans' })
  await waitFor(() => expect(document.title).toBe('Plans & Pricing | Soundreel'))
  expect(canonical()).toBe('https://site.test/pricing')
  expect(document.querySelectorAll('link[rel="canonical"]')).toHaveLength(1)
})

it('sends /text-to-video to the generator', async () => {
  const { router } = renderApp({ route: '/text-to-video' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/create-video'))
  await waitFor(() => expect(canonical()).toBe('https://site.test/create-video'))
})

describe('an address without a page', () => {
  it('says so, is not listed, and leads home', async () => {
    const { user, router } = renderApp({ route: '/nowhere/at-all' })
    expect(await screen.findByText('/nowhere/at-all')).toBeInTheDocument()
    expect(document.title).toBe('Page not found | Soundreel')
    expect(robots()).toBe('noindex')
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Back to Home' }))
    await waitFor(() => expect(document.title).toBe('Soundreel | AI video generator with realistic sound'))
    expect(router.state.location.pathname).toBe('/')
    expect(robots()).toBeNull()
  })
})

describe('the way from page to page', () => {
  it('moves the focus to the new page', async () => {
    const { user } = renderApp({ route: '/' })
    await user.click(await within(await screen.findByRole('banner')).findByRole('link', { name: 'Pricing' }))
    await screen.findByRole('heading', { name: 'Plans & Pricing' })
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('begins with a link past the header', async () => {
    const { user } = renderApp({ route: '/' })
    await screen.findByRole('banner')
    await user.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '/#main')
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })
})

describe('the footer', () => {
  it('has its columns; the legal pages open in a new tab', async () => {
    renderApp({ route: '/' })
    const footer = within(await screen.findByRole('contentinfo'))
    const platform = within(footer.getByRole('navigation', { name: 'Platform' })).getAllByRole('link')
    expect(platform.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['Home', '/', null],
      ['AI Video Generator', '/create-video', null],
      ['Pricing', '/pricing', null],
    ])
    const legal = within(footer.getByRole('navigation', { name: 'Legal' })).getAllByRole('link')
    expect(legal.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['/terms-of-service', '_blank'],
      ['/privacy-policy', '_blank'],
      ['/refund-policy', '_blank'],
    ])
    expect(footer.getByRole('link', { name: 'hello@soundreel.example' })).toHaveAttribute(
      'href',
      'mailto:hello@soundreel.example',
    )
    expect(footer.getByText(/^© \d{4} Soundreel$/)).toBeInTheDocument()
    expect(footer.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })
})
