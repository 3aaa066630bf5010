import { expect, it } from 'vitest'
import { openBrowser, openPage, startJourney } from '../../support/journeys/journey.ts'
import { HIDDEN_ROUTES, PUBLIC_ROUTES, ROUTES } from '../../support/journeys/routes.ts'

openBrowser()

it.each([...ROUTES, '/no-such-page'])(
  '%s has its title, heading, canonical link and no sideways scroll',
  async (route) => {
    const { page, url, expectComplaint } = await startJourney()
    if (route === '/no-such-page') expectComplaint(/status of 404/)
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(url + route)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([width, overflow]).toEqual([width, 0])
    }
    expect(await page.title()).toMatch(/\S{3}/)
    const meta = (selector: string, attribute: string) => page.locator(selector).first().getAttribute(attribute)
    if (route !== '/no-such-page') {
      // Resolved, as search engines do: a page's file says `/pricing`, and its script says the whole address a moment later.
      const canonical = await page.locator('link[rel=canonical]').evaluate((link: HTMLLinkElement) => link.href)
      expect(canonical).toBe(url + route)
    }
    expect(
      (await page.locator('meta[name=robots]').count()) > 0 &&
        (await meta('meta[name=robots]', 'content'))?.includes('noindex'),
    ).toBe(HIDDEN_ROUTES.includes(route))
  },
)

it('every title is a different one', async () => {
  const { page, url } = await startJourney()
  const titles = new Set<string>()
  for (const route of ROUTES) {
    await page.goto(url + route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    titles.add(await page.title())
  }
  expect(titles.size).toBe(ROUTES.length)
})

it('/create-video is titled for its model, /text-to-video leads there', async () => {
  const { page, url } = await startJourney()
  await page.goto(`${url}/text-to-video`)
  await page.waitForURL(`${url}/create-video`)
  await expect.poll(() => page.title()).toBe('Create AI Videos with Veo 3 - Text to Video')
  await page.getByLabel('Model').selectOption('kling-1.6')
  await expect.poll(() => page.title()).toBe('Create AI Videos with Kling 1.6 - Text to Video')
})

it('an address that is no page answers 404 with a way home', async () => {
  const { page, url, expectComplaint } = await startJourney()
  expectComplaint(/status of 404/)
  const answer = await page.goto(`${url}/no-such-page`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL(`${url}/`)
})

it('the words of public pages are there with scripts off', async () => {
  const { page, url } = await startJourney({ javaScriptEnabled: false })
  for (const route of ['/', '/video-effects', '/pricing', '/asmr-video', '/ai-french-kissing', '/refund-policy']) {
    await page.goto(url + route)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.isVisible()).toBe(true)
    expect(await heading.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
    expect(((await page.getByRole('main').textContent()) ?? '').length).toBeGreaterThan(100)
  }
})

it('every link of every page leads somewhere', async () => {
  const { page, url } = await startJourney()
  const checked = new Map<string, string[]>()
  for (const route of PUBLIC_ROUTES) {
    await page.goto(url + route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of new Set(addresses)) {
      const { origin, protocol, hash, pathname } = new URL(address)
      if (origin === url) {
        const isHere = pathname === route && hash !== ''
        if (isHere && (await page.locator(hash).count()) !== 1) throw new Error(`${route} has no ${hash}`)
        checked.set(pathname, [...(checked.get(pathname) ?? []), route])
      } else {
        expect(['https:', 'mailto:']).toContain(protocol)
      }
    }
  }
  for (const [pathname, routes] of checked) {
    const { status } = await fetch(url + pathname, { headers: { accept: 'text/html' } })
    expect([pathname, routes, status]).toEqual([pathname, routes, 200])
  }
})

it('pages carry the security headers, and a foreign host name is refused', async () => {
  const { url } = await startJourney()
  const { headers } = await fetch(`${url}/create-video`)
  expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

it('a page that is loaded anew opens at its top, wherever the one before was left; reloaded, it opens where it was', async () => {
  const { page, url } = await startJourney()
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  await openPage(page, `${url}/terms-of-service`)
  await scrollTo(900)
  await openPage(page, `${url}/privacy-policy`)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await expect.poll(place).toBe(0)
  await scrollTo(500)
  await page.reload()
  await expect.poll(place).toBe(500)
})
