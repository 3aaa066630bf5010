// Opens every page of the site once. Checks its layout at all widths and text sizes, its headings, links, colors, and touch
// targets.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PUBLIC_PAGES, TOOL_PAGES } from '../../src/config/paths.ts'
import { expectNoFaults } from '../support/journeys/axe.ts'
import {
  createTestVisitor,
  openBrowser,
  signIn,
  startJourney,
  waitForScript,
  waitForSession,
} from '../support/journeys/journey.ts'
import { cutWords, doubleText, getOverflow, waitForFrame } from '../support/journeys/layout.ts'
import { listSmallTargets, replaceMouseByFinger } from '../support/journeys/touch.ts'

openBrowser()

const MISSING_ROUTE = '/no-such-page'

/** Scrolls through the page, so that content revealed on scroll is checked too. */
async function seeAll(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const height = await page.evaluate(() => innerHeight)
  for (let y = 0; y < (await page.evaluate(() => document.body.scrollHeight)); y += height) {
    await page.evaluate((top) => scrollTo(0, top), y)
    await waitForFrame(page)
  }
  await page.evaluate(() => scrollTo(0, 0))
}

/** Opens a page at four widths, and checks its layout, the faults that axe finds, and what a finger can hit. */
async function openAtAllWidths(route: string) {
  const { page, url, expectComplaint } = await startJourney({ viewport: { width: 320, height: 800 } })
  if (route === MISSING_ROUTE) expectComplaint(/status of 404/)
  const answer = await page.goto(url + route)
  expect(answer?.status()).toBe(route === MISSING_ROUTE ? 404 : 200)
  await seeAll(page)
  await waitForScript(page)
  await waitForSession(page)
  expect(await getOverflow(page)).toBe(0)
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await getOverflow(page)).toBe(0)
  await expectNoFaults(page, route)
  await page.setViewportSize({ width: 360, height: 740 })
  const bringMouseBack = await replaceMouseByFinger(page)
  // The browser applies the styles for a finger with its next frame.
  await expect.poll(() => listSmallTargets(page)).toEqual([])
  await bringMouseBack()
  return { page, url }
}

it.each([...TOOL_PAGES, MISSING_ROUTE])('shows a usable %s page at every width', async (route) => {
  await openAtAllWidths(route)
})

it.each(PUBLIC_PAGES)('shows a usable %s page at every width and text size, with working links', async (route) => {
  const { page, url } = await openAtAllWidths(route)
  const levels = await page
    .getByRole('main')
    .locator('h1, h2, h3, h4')
    .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName[1])))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  expect(jumps).toEqual([])
  await expectLinksToLead(page, url, route)

  // A window of 1280 px at 200% zoom has 640 CSS pixels.
  await page.setViewportSize({ width: 640, height: 450 })
  expect(await getOverflow(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await doubleText(page)
  expect(await getOverflow(page)).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await seeAll(page)
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
})

const VIDEO_PATH = '/videos/1e58dde0-ad9e-433e-8364-ae33bc0d438e'
const SHARE_PATH = '/s/Ab3_efghijklmnopqrst-v'

it.each([
  ['/pricing/?from=mail', '/pricing?from=mail', 'Plans & Pricing'],
  [`/Videos/${VIDEO_PATH.slice('/videos/'.length).toUpperCase()}/`, VIDEO_PATH, 'Sign in to see your videos'],
  [`${SHARE_PATH.replace('/s/', '/S/')}.`, SHARE_PATH, 'Video not found'],
  ['//evil.example', '/evil.example', 'Page not found'],
])('redirects %s to %s on a host that responds with 404', async (asked, shown, heading) => {
  const { page, url, expectComplaint } = await startJourney()
  expectComplaint(/status of 404/)
  const missing = await fetch(url + MISSING_ROUTE, { headers: { accept: 'text/html' } }).then((answer) => answer.text())
  const isAsked = ({ href }: URL) => href === new URL(url + asked).href
  await page.route(isAsked, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: missing }))
  await page.goto(url + asked)
  await page.getByRole('heading', { name: heading }).waitFor()
  expect(page.url()).toBe(url + shown)
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
  expect(new URL(canonical ?? '', url).host).not.toContain('evil')
})

/** Paths that were already checked. Most pages share most links. */
const followed = new Set<string>()

async function expectLinksToLead(page: Page, url: string, route: string): Promise<void> {
  const links = page.locator('a[href]')
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(addresses.length).toBeGreaterThan(5)
  for (const address of new Set(addresses)) {
    const { origin, protocol, hash, pathname } = new URL(address)
    if (origin !== url) {
      expect(['https:', 'mailto:']).toContain(protocol)
      continue
    }
    if (pathname === route && hash !== '') expect([hash, await page.locator(hash).count()]).toEqual([hash, 1])
    if (followed.has(pathname)) continue
    const { status } = await fetch(url + pathname, { headers: { accept: 'text/html' } })
    expect([pathname, status]).toEqual([pathname, 200])
    followed.add(pathname)
  }
}

it('shows a usable header and menus on a phone with text twice as large and a long name', async () => {
  const journey = await startJourney({ viewport: { width: 360, height: 740 } })
  const { page, url } = journey
  await signIn(journey, { ...createTestVisitor(), name: 'Maximiliana Oberhausen-Wolkenstein von der Lippe' })
  await page.goto(`${url}/pricing`)
  await doubleText(page)
  await page.getByRole('button', { name: /^Account/ }).click()
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' })
  await signOut.click({ trial: true })
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Home', /Video Generator/, 'Video Effects', 'Pricing']) {
    await menu.getByRole('link', { name }).click({ trial: true })
  }
  await menu.getByRole('button', { name: 'Sign out' }).click({ trial: true })
  expect(await cutWords(page)).toEqual([])
})

it('changes the layout at once for a user who wants less motion', async () => {
  const { page, url } = await startJourney({ reducedMotion: 'reduce' })
  await page.goto(`${url}/pricing`)
  const padding = await page.getByRole('main').evaluate((main) => {
    const style = getComputedStyle(main)
    // A transition starts from a value that was read, and shows it for one more frame.
    const before = style.paddingTop
    main.style.paddingTop = '99px'
    return [before, style.paddingTop]
  })
  expect(padding).toEqual([expect.not.stringMatching('99px'), '99px'])
})

it('shows selected and clickable parts of a page in forced colors', async () => {
  const { page, url } = await startJourney({ forcedColors: 'active' })
  const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.goto(url)
  const pill = (name: string) => page.getByRole('button', { name, exact: true })
  expect(await ground(pill('All'))).not.toBe(await ground(pill('Movie')))
  // The link is over a video, so it needs its own background to be recognizable.
  const action = page.getByRole('link', { name: 'Try Now' })
  expect(await action.evaluate((link) => getComputedStyle(link).borderWidth)).toBe('1px')
  expect(await ground(action)).toBe('rgb(255, 255, 255)')
  await page.goto(`${url}/pricing`)
  const choice = (name: string) => page.locator('label', { hasText: name })
  expect(await ground(choice('Monthly'))).not.toBe(await ground(choice('Yearly')))
  // A system color over a picture would hide the picture.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${url}/video-effects`)
  const banner = page.getByRole('region', { name: 'Create AI Video Effects Instantly' })
  expect(await ground(banner.locator('img + div'))).not.toContain('255')
})
