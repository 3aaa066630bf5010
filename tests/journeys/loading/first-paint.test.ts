// Checks the screen while a page's code is still loading.
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

/** Returns a function that expects almost no layout shifts so far. Its failure lists them. */
async function watchShifts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    const shifts = { sum: 0, list: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
        shifts.sum += value
        const show = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
        shifts.list.push(`${value} after ${startTime} ms`)
        for (const { node, previousRect, currentRect } of sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const start = element?.outerHTML.slice(0, 150)
          shifts.list.push(`  ${start} from ${show(previousRect)} to ${show(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    const { sum, list } = await page.evaluate(
      () => (window as unknown as { shifts: { sum: number; list: string[] } }).shifts,
    )
    expect(sum, list.join('\n')).toBeLessThan(0.05)
  }
}

async function waitForPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
}

it("shows the generator's title and form before its code, and moves nothing when the code arrives", async () => {
  const journey = await startJourney()
  const { page, url } = journey
  await signIn(journey)
  const expectNoShift = await watchShifts(page)
  const styles = await holdRequests(page, /\.css$/)
  const code = await holdRequests(page, /\/assets\/create-video-[^/]*\.js/)
  await page.goto(`${url}/create-video`, { waitUntil: 'commit' })
  // Browser extensions also ask for a layout before the style sheet arrives.
  await page.locator('form').evaluate((form) => form.clientHeight)
  styles.release()
  await waitForPaint(page)
  await page.getByRole('heading', { level: 1, name: 'Create a video' }).waitFor()
  const prompt = page.locator('textarea[name=prompt]')
  await prompt.waitFor()
  await page.getByText('The page is still loading…').first().waitFor()
  // The form can't store text yet, so it accepts none.
  expect(await page.locator('form').getAttribute('inert')).toBe('')
  const before = await page.locator('form').boundingBox()
  code.release()
  await page.locator('form:not([inert])').waitFor()
  await page.getByRole('button', { name: /^Generate Video/ }).waitFor()
  await prompt.fill('A hare in the snow')
  expect(await page.locator('form').boundingBox()).toEqual(before)
  await expectNoShift()
})

it('shows the first ASMR example before its code, and loads the other examples on scrolling', async () => {
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

it("repeats clicks made before the page's code: menus at once, other clicks when their code arrives", async () => {
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

it("keeps a form choice that is made before the page's code arrives", async () => {
  const { page, url } = await startJourney()
  const code = await holdRequests(page, /\/assets\/pricing-[^/]*\.js/)
  await page.goto(`${url}/pricing`, { waitUntil: 'commit' })
  await page.getByText('Yearly', { exact: true }).click()
  const prices = page.getByRole('article', { name: 'Pro', exact: true })
  code.release()
  await prices.getByText('per year', { exact: true }).waitFor()
  expect(await page.getByRole('radio', { name: /^Yearly/ }).isChecked()).toBe(true)
})

it("reserves the space of the balance above the plans while the page's code loads", async () => {
  const { page, url } = await startWith600(undefined, undefined, { viewport: { width: 360, height: 740 } })
  const expectNoShift = await watchShifts(page)
  const code = await holdRequests(page, /\/assets\/known-balance-[^/]*\.js/)
  await page.goto(`${url}/pricing`, { waitUntil: 'commit' })
  await waitForPaint(page)
  await waitForScript(page)
  const plans = page.getByRole('region', { name: 'Plans' })
  const before = await plans.boundingBox()
  code.release()
  await page.getByText('Your balance').waitFor()
  expect(await plans.boundingBox()).toEqual(before)
  await expectNoShift()
})

it.each([360, 1280])('shows the login page before its code and font, %i px wide', async (width) => {
  const { page, url } = await startJourney({ viewport: { width, height: 740 } })
  const expectNoShift = await watchShifts(page)
  const font = await holdRequests(page, /\.woff2$/)
  const code = await holdRequests(page, /\/assets\/login-[^/]*\.js/)
  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: /^Sign in to/ }).waitFor()
  // Waits for the first paint, so that the font arrives after text that it could shift. Until then, the text is in Arial or
  // Liberation Sans.
  await waitForPaint(page)
  code.release()
  font.release()
  await waitForScript(page)
  await page.evaluate(() => document.fonts.ready)
  await expectNoShift()
})

it('leads a visitor from the home page to Google before the code of either page loads', async () => {
  const { page, url } = await startJourney()
  const home = await holdRequests(page, /\/assets\/home-[^/]*\.js/)
  const login = await holdRequests(page, /\/assets\/login-[^/]*\.js/)
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.waitForURL(`${url}/login`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  home.release()
  login.release()
  // Google opens in a new window, or in this tab if the click is too old for a popup.
  const isAtGoogle = () =>
    page
      .context()
      .pages()
      .some((one) => one.url().includes('/stand-ins/google'))
  await expect.poll(isAtGoogle).toBe(true)
})

it('offers no sign-in until the page knows whether somebody is signed in', async () => {
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
