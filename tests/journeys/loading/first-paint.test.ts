// The screen while a page's code is still on its way.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startWith600 } from '../../support/journeys/faults.ts'
import { holdRequests } from '../../support/journeys/hold-requests.ts'
import {
  MOVING,
  openBrowser,
  signIn,
  startJourney,
  waitForScript,
  waitForSession,
} from '../../support/journeys/journey.ts'

openBrowser()

/** Adds up how far things jump that nobody clicked for. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
}

async function waitForPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
}

it("shows the generator's title and form before its code, and moves nothing when that arrives", async () => {
  const journey = await startJourney()
  const { page, url } = journey
  await signIn(journey)
  const shifts = await watchShifts(page)
  const code = await holdRequests(page, /\/assets\/create-video-[^/]*\.js/)
  await page.goto(`${url}/create-video`, { waitUntil: 'commit' })
  // Before that, a question about the layout would make Chromium lay out the page without the style sheets that are missing, and it
  // keeps some of that for a frame after they are there.
  await waitForPaint(page)
  await page.getByRole('heading', { level: 1, name: 'Create a video' }).waitFor()
  const prompt = page.locator('textarea[name=prompt]')
  await prompt.waitFor()
  await page.getByText('The page is still loading…').first().waitFor()
  // A field that cannot keep text yet accepts none.
  expect(await page.locator('form').getAttribute('inert')).toBe('')
  const before = await page.locator('form').boundingBox()
  code.release()
  await page.locator('form:not([inert])').waitFor()
  await page.getByRole('button', { name: /^Generate Video/ }).waitFor()
  await prompt.fill('A hare in the snow')
  expect(await page.locator('form').boundingBox()).toEqual(before)
  expect(await shifts()).toBeLessThan(0.05)
})

it('shows the first ASMR example before its code, and loads the others when they are scrolled to', async () => {
  const { page, url } = await startJourney({ ...MOVING, viewport: { width: 360, height: 740 } })
  const code = await holdRequests(page, /\/assets\/asmr-video-[^/]*\.js/)
  await page.goto(`${url}/asmr-video`, { waitUntil: 'commit' })
  const blocks = page.locator('.reveal:has(> article)')
  const opacities = () => blocks.evaluateAll((all) => all.map((block) => Number(getComputedStyle(block).opacity)))
  await blocks.nth(2).waitFor({ state: 'attached' })
  expect(await opacities()).toEqual([1, 1, 1])
  code.release()
  await expect.poll(opacities).toEqual([1, 0, 0])
})

it('does what is clicked before the code is there: menus at once, the rest as soon as it can', async () => {
  const { page, url } = await startJourney({ viewport: { width: 360, height: 740 } })
  const code = await holdRequests(page, /\/assets\/home-[^/]*\.js/)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'takeEarlyClicks' in window)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await page.getByRole('button', { name: 'Close menu' }).click()
  const product = page.getByRole('button', { name: 'Product', exact: true })
  await product.click()
  expect(await product.getAttribute('aria-pressed')).toBe('false')
  code.release()
  await page.getByText(/^4 of \d+ videos shown$/).waitFor()
  expect(await product.getAttribute('aria-pressed')).toBe('true')
  expect(await product.getAttribute('data-clicked')).toBeNull()
})

it('keeps a choice that is made before the code is there', async () => {
  const { page, url } = await startJourney()
  const code = await holdRequests(page, /\/assets\/pricing-[^/]*\.js/)
  await page.goto(`${url}/pricing`, { waitUntil: 'commit' })
  await page.getByText('Yearly', { exact: true }).click()
  const prices = page.getByRole('article', { name: 'Pro', exact: true })
  code.release()
  await prices.getByText('per year', { exact: true }).waitFor()
  expect(await page.getByRole('radio', { name: /^Yearly/ }).isChecked()).toBe(true)
})

it('keeps the place of the balance above the plans while its code loads', async () => {
  const { page, url } = await startWith600(undefined, undefined, { viewport: { width: 360, height: 740 } })
  const shifts = await watchShifts(page)
  const code = await holdRequests(page, /\/assets\/known-balance-[^/]*\.js/)
  await page.goto(`${url}/pricing`, { waitUntil: 'commit' })
  await waitForPaint(page)
  await waitForScript(page)
  const plans = page.getByRole('region', { name: 'Plans' })
  const before = await plans.boundingBox()
  code.release()
  await page.getByText('Your balance').waitFor()
  expect(await plans.boundingBox()).toEqual(before)
  expect(await shifts()).toBeLessThan(0.05)
})

it.each([360, 1280])('shows the login page before its code and font, %i px wide', async (width) => {
  const { page, url } = await startJourney({ viewport: { width, height: 740 } })
  const shifts = await watchShifts(page)
  const font = await holdRequests(page, /\.woff2$/)
  const code = await holdRequests(page, /\/assets\/login-[^/]*\.js/)
  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: /^Sign in to/ }).waitFor()
  // Else the font comes before there is anything to shift. Until it does the text is in Arial, or in Liberation Sans.
  await waitForPaint(page)
  code.release()
  font.release()
  await waitForScript(page)
  await page.evaluate(() => document.fonts.ready)
  expect(await shifts()).toBeLessThan(0.05)
})

it('leads a visitor to Google before the code of either page', async () => {
  const { page, url } = await startJourney()
  const home = await holdRequests(page, /\/assets\/home-[^/]*\.js/)
  const login = await holdRequests(page, /\/assets\/login-[^/]*\.js/)
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.waitForURL(`${url}/login`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  home.release()
  login.release()
  // Google opens in a window of its own, or in this tab if the click is too long ago for one.
  const isAtGoogle = () =>
    page
      .context()
      .pages()
      .some((one) => one.url().includes('/stand-ins/google'))
  await expect.poll(isAtGoogle).toBe(true)
})

it('offers no sign-in before it is known whether somebody is signed in', async () => {
  const journey = await startJourney()
  const { page, url } = journey
  await signIn(journey)
  for (const path of ['/', '/login']) {
    const code = await holdRequests(page, /\/assets\/shell-[^/]*\.js/)
    await page.goto(url + path, { waitUntil: 'commit' })
    await waitForPaint(page)
    expect(await page.getByRole('banner').getByRole('link', { name: 'Login' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Continue with Google' }).isVisible()).toBe(false)
    code.release()
    await waitForSession(page)
  }
})
