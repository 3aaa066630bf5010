import { useGoogleOAuth } from '@react-oauth/google'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { GoogleProvider } from '@/app/google-provider'
import { buildHeadTags } from '@/components/head-tags'
import { PageMeta } from '@/components/page-meta'
import { env } from '@/config/env'
import { readConsole } from '../../support/app/console'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'

async function header(options: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const app = renderApp({ route: '/', ...options })
  const banner = within(await screen.findByRole('banner'))
  return { ...app, banner, nav: within(banner.getByRole('navigation', { name: 'Main' })) }
}

// tests/journeys/header.test.ts tests the menus in a browser.
describe('Header', () => {
  it('shows the logo, the links, and a way to sign in in the header', async () => {
    const { banner, nav } = await header()
    expect(banner.getByRole('link', { name: 'Soundreel, home' })).toHaveAttribute('href', '/')
    expect(nav.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    expect(nav.getByRole('button', { name: 'AI Tools' })).toBeInTheDocument()
    expect(nav.getByRole('link', { name: 'Video Effects' })).toHaveAttribute('href', '/video-effects')
    expect(nav.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing')
    expect(await banner.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(banner.queryByRole('button', { name: /Account/ })).not.toBeInTheDocument()
  })

  it('shows credits, name, and email in the header; Sign out leads to the home page', async () => {
    const { banner, user, router } = await header({ route: '/pricing', session: testSession(), credits: 2480 })
    expect(await banner.findByText('2,480')).toBeInTheDocument()
    expect(banner.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    await user.click(banner.getByRole('button', { name: 'Account menu for Ada Byron' }))
    expect(screen.getByText('ada@example.com', { selector: 'div[popover] p' })).toBeVisible()
    expect(screen.getByText('Ada Byron', { selector: 'div[popover] p' })).toBeVisible()
    await user.click(banner.getByRole('button', { name: 'Sign out' }))
    expect(await banner.findByRole('link', { name: 'Login' })).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('shows the initial in the header when the profile image fails to load', async () => {
    const picture = 'https://lh3.googleusercontent.com/ada.png'
    const { banner } = await header({ session: testSession({ picture }) })
    const button = await banner.findByRole('button', { name: 'Account menu for Ada Byron' })
    const image = button.querySelector('img') as HTMLImageElement
    expect(image).toHaveAttribute('src', picture)
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
    fireEvent.error(image)
    expect(button.querySelector('img')).toBeNull()
    expect(within(button).getByText('A', { selector: 'span' })).toBeInTheDocument()
  })

  it('signs out from the small-screen menu, whose button says whether the menu is open', async () => {
    const { banner, user, router } = await header({ route: '/pricing', session: testSession(), credits: 9 })
    await banner.findByText('9')
    const button = banner.getByRole('button', { name: 'Open menu' })
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  it('closes the small-screen menu only when the focus moves to the page that the menu covers', async () => {
    const { banner, user } = await header()
    const button = banner.getByRole('button', { name: 'Open menu' })
    await user.click(button)
    const menu = screen.getByRole('dialog', { name: 'Menu' })
    expect(menu).toHaveAttribute('aria-modal', 'true')
    act(() => within(menu).getByRole('link', { name: 'Pricing' }).focus())
    // The browser window loses the focus here, not the menu.
    fireEvent.blur(within(menu).getByRole('link', { name: 'Pricing' }))
    act(() => within(menu).getByRole('link', { name: 'Home' }).focus())
    expect(menu).toBeVisible()
    act(() => screen.getByRole('link', { name: 'Soundreel, home' }).focus())
    expect(menu).not.toBeVisible()
    expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  it("closes the small-screen menu when the window grows wide enough for the header's links", async () => {
    const media = Object.assign(new EventTarget(), { matches: false, media: '' })
    window.matchMedia = () => media as unknown as MediaQueryList
    const { banner, user } = await header()
    await user.click(banner.getByRole('button', { name: 'Open menu' }))
    media.matches = true
    act(() => media.dispatchEvent(new Event('change')))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

it('sets a canonical path without its query, and none for hidden or unknown pages', async () => {
  const { router } = renderApp({ route: '/pricing/?from=mail#plans' })
  const robots = () => document.querySelector('meta[name="robots"]')?.getAttribute('content') ?? null
  await waitFor(() => expect(document.title).toBe('Plans & Pricing | Soundreel'))
  const [canonical, ...others] = document.querySelectorAll('link[rel="canonical"]')
  expect(canonical).toHaveAttribute('href', 'https://site.test/pricing')
  expect([others, robots()]).toEqual([[], null])
  for (const [path, title] of [
    ['/admin-logs', '用户登录记录 | Soundreel'],
    ['/admin-numbers', '运营数据 | Soundreel'],
    ['/debug', '认证调试 | Soundreel'],
  ] as const) {
    await act(() => router.navigate(path))
    await waitFor(() => expect(document.title).toBe(title))
    expect([path, robots()]).toEqual([path, 'noindex'])
  }
  await act(() => router.navigate('/nowhere/at-all'))
  expect(await screen.findByText('/nowhere/at-all')).toBeInTheDocument()
  expect([document.title, robots()]).toEqual(['Page not found | Soundreel', 'noindex'])
  const home = within(screen.getByRole('main')).getByRole('link', { name: 'Back to Home' })
  expect(home).toHaveAttribute('href', '/')
  await act(() => router.navigate('/pricing'))
  await waitFor(() => expect(robots()).toBeNull())
})

it("moves the focus and the header's current link to the new page, and offers a skip link first", async () => {
  const { user, nav } = await header()
  await user.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  await user.click(nav.getByRole('link', { name: 'Pricing' }))
  await screen.findByRole('heading', { name: 'Plans & Pricing' })
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  expect(nav.getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page')
  expect(nav.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
})

it('ends pages with a footer: link columns, legal pages in a new tab, and the current year', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-05T12:00:00Z') })
  renderApp({ route: '/' })
  const footer = within(await screen.findByRole('contentinfo'))
  const links = (name: string) =>
    within(footer.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.getAttribute('target')])
  expect(links('Platform')).toEqual([
    ['/', null],
    ['/create-video', null],
    ['/pricing', null],
  ])
  expect(links('Legal')).toEqual([
    ['/terms-of-service', '_blank'],
    ['/privacy-policy', '_blank'],
    ['/refund-policy', '_blank'],
  ])
  const contact = footer.getByRole('link', { name: 'hello@soundreel.example' })
  expect(contact).toHaveAttribute('href', 'mailto:hello@soundreel.example')
  expect(footer.getByText('© 2031 Soundreel')).toBeInTheDocument()
  expect(footer.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
})

describe('Page metadata for search engines', () => {
  const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null

  beforeEach(() => {
    document.title = 'Soundreel'
  })

  it("updates the page's title, and restores the title that was there at first", () => {
    const view = render(<PageMeta title="One" path="/one" />)
    view.rerender(<PageMeta title="Two" path="/two" />)
    expect(document.title).toBe('Two')
    expect(canonical()).toBe('https://site.test/two')
    view.unmount()
    expect(document.title).toBe('Soundreel')
  })

  it('describes the page to search engines and link previews, and restores the former description', () => {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? null
    const outer = render(<PageMeta title="Site" path="/" />)
    const inner = render(
      <PageMeta title="Pricing" path="/pricing" description="What it costs." image="/images/p.jpg" />,
    )
    expect(content('meta[name="description"]')).toBe('What it costs.')
    expect(canonical()).toBe('https://site.test/pricing')
    expect(content('meta[property="og:title"]')).toBe('Pricing')
    expect(content('meta[property="og:description"]')).toBe('What it costs.')
    expect(content('meta[property="og:url"]')).toBe('https://site.test/pricing')
    expect(content('meta[property="og:image"]')).toBe('https://site.test/images/p.jpg')
    inner.unmount()
    expect(content('meta[property="og:title"]')).toBe('Site')
    expect(canonical()).toBe('https://site.test/')
    expect(content('meta[property="og:image"]')).toBe('https://site.test/images/og.jpg')
    outer.unmount()
    expect(content('meta[name="description"]')).toBeNull()
  })

  it('leaves out addresses that would not be absolute, if the build does not know the site', () => {
    const site = env.siteUrl
    onTestFinished(() => void Object.assign(env, { siteUrl: site }))
    const names = () => buildHeadTags({ title: 'Pricing', path: '/pricing' }).map(({ key: [, name] }) => name)
    expect(names()).toEqual(expect.arrayContaining(['og:url', 'og:image', 'og:image:alt']))
    Object.assign(env, { siteUrl: '' })
    expect(names().filter((name) => /^og:(url|image)/.test(name))).toEqual([])
  })

  it('escapes structured data so that the data cannot close its script element', () => {
    const data = () => document.querySelector('script[type="application/ld+json"]')
    const view = render(
      <PageMeta title="FAQ" path="/" structuredData={[{ '@type': 'FAQPage', name: '</script><b>' }]} />,
    )
    expect(data()?.textContent).not.toContain('</script>')
    expect(JSON.parse(data()?.textContent ?? '')).toEqual({
      '@context': 'https://schema.org',
      '@graph': [{ '@type': 'FAQPage', name: '</script><b>' }],
    })
    view.unmount()
    expect(data()).toBeNull()
  })
})

function ShowClient() {
  return <p>{useGoogleOAuth().clientId}</p>
}

describe("Google's sign-in script", () => {
  const script = () => document.querySelector('script[src^="https://accounts.google.com/gsi/client"]') as Element

  function renderProvider(nonce: string | null = null) {
    render(
      <GoogleProvider clientId="client-1" nonce={nonce}>
        <ShowClient />
      </GoogleProvider>,
    )
  }

  it("omits Google's sign-in script without a client ID", () => {
    render(
      <GoogleProvider clientId={null} nonce={null}>
        <p>the app</p>
      </GoogleProvider>,
    )
    expect(screen.getByText('the app')).toBeInTheDocument()
    expect(script()).toBeNull()
  })

  it("loads Google's sign-in script with a nonce, without blocking the page, and logs that it loaded", () => {
    const info = readConsole('info')
    renderProvider('nonce-1')
    expect(screen.getByText('client-1')).toBeInTheDocument()
    expect(script()).toMatchObject({ async: true, nonce: 'nonce-1' })
    fireEvent.load(script())
    expect(info).toHaveBeenCalledWith('The Google sign-in script is loaded')
  })

  it("logs a failure of Google's sign-in script, and keeps the app working", () => {
    const error = readConsole('error')
    renderProvider()
    fireEvent.error(script())
    expect(error).toHaveBeenCalledWith("Couldn't load the Google sign-in script")
    expect(screen.getByText('client-1')).toBeInTheDocument()
  })
})
