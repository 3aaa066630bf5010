// Checks that a user can work with a prerendered page while React takes it over.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { RENDERED_AGAIN } from '../../support/journeys/faults.ts'
import { holdRequests } from '../../support/journeys/hold-requests.ts'
import {
  openBrowser,
  openPage,
  signIn,
  startJourney,
  waitForScript,
  waitForSession,
} from '../../support/journeys/journey.ts'
import { slowDown } from '../../support/journeys/slow-phone.ts'

openBrowser()

/** The code of the home page's parts below the first screen. */
const SECTIONS = /\/assets\/home-sections-[^/]*\.js/

/** Checks in every frame whether this text is on the page. Returns a function that counts the frames without it. */
async function watchWords(page: Page, words: string): Promise<() => Promise<number>> {
  await page.evaluate((text) => {
    const missing = { frames: 0 }
    Object.assign(window, { missing })
    const look = () => {
      if (!document.querySelector('main')?.textContent.includes(text)) missing.frames += 1
      requestAnimationFrame(look)
    }
    look()
  }, words)
  return () => page.evaluate(() => (window as unknown as { missing: { frames: number } }).missing.frames)
}

it('loads the code below the first screen on first use, again if lost, and not for the header or a link', async () => {
  const { page, url, expectComplaint } = await startJourney()
  expectComplaint(/Failed to (load|fetch)/)
  expectComplaint(RENDERED_AGAIN)
  let asked = 0
  await page.route(SECTIONS, (route) => {
    asked += 1
    return asked === 1 ? route.abort() : route.continue()
  })
  await openPage(page, url)
  await page.getByRole('button', { name: 'AI Tools' }).click()
  await page.getByRole('link', { name: 'Skip to content' }).dispatchEvent('pointerdown')
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(0)
  const lost = page.waitForEvent('requestfailed', (request) => SECTIONS.test(request.url()))
  // Assistive technology clicks without a pointer.
  await page.getByRole('button', { name: 'Product', exact: true }).dispatchEvent('click')
  await lost
  expect(await page.getByText('Made with these models').count()).toBe(1)
  await page.mouse.wheel(0, 200)
  await page.getByRole('button', { name: 'Product', exact: true, pressed: true }).waitFor()
})

it('keeps the focus, an open question, and its elements while the code of their page part arrives', async () => {
  const { page, url } = await startJourney()
  const code = await holdRequests(page, SECTIONS)
  await openPage(page, url)
  const asked = page.waitForRequest(SECTIONS)
  await page.locator('summary').nth(1).click()
  await asked
  await page.evaluate(() => Object.assign(document.activeElement ?? {}, { isMine: true }))
  code.release()
  // The button responds once React has taken over its part of the page.
  await page.getByRole('button', { name: 'Product', exact: true }).click()
  await page.getByRole('button', { name: 'Product', exact: true, pressed: true }).waitFor()
  const question = page.locator('details').nth(1)
  expect(await question.evaluate((details: HTMLDetailsElement) => details.open)).toBe(true)
  expect(
    await question.locator('summary').evaluate((summary) => (summary as unknown as { isMine?: boolean }).isMine),
  ).toBe(true)
})

it('keeps the focus on a button while React takes over its part of the page', async () => {
  const { page, url } = await startJourney()
  const code = await holdRequests(page, SECTIONS)
  await openPage(page, url)
  const asked = page.waitForRequest(SECTIONS)
  const product = page.getByRole('button', { name: 'Product', exact: true })
  await product.focus()
  await page.keyboard.press('Enter')
  await asked
  code.release()
  await page.getByRole('button', { name: 'Product', exact: true, pressed: true }).waitFor()
  expect(await product.evaluate((button) => button === document.activeElement)).toBe(true)
})

it("never hides the page's text while the session is known first and the page's code arrives late", async () => {
  const journey = await startJourney()
  const { page, url } = journey
  await signIn(journey)
  const code = await holdRequests(page, SECTIONS)
  await page.goto(url, { waitUntil: 'commit' })
  const words = 'Made with these models'
  await page.getByText(words).waitFor()
  const missing = await watchWords(page, words)
  const asked = page.waitForRequest(SECTIONS)
  await waitForSession(page)
  await page.mouse.wheel(0, 200)
  await asked
  // Changes the URL, which every component may read.
  await page.getByRole('link', { name: 'Skip to content' }).dispatchEvent('click')
  await page.waitForURL(/#main$/)
  // The text also stays visible while the next page's code loads.
  const next = await holdRequests(page, /\/assets\/pricing-[^/]*\.js/)
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click()
  await page.getByRole('progressbar', { name: 'Loading page' }).waitFor()
  await page.goBack()
  await page.getByRole('progressbar', { name: 'Loading page' }).waitFor({ state: 'detached' })
  // The text was rendered again, and its buttons have no code yet.
  await page.getByRole('button', { name: 'Product', exact: true }).click()
  code.release()
  await page.getByRole('button', { name: 'Product', exact: true, pressed: true }).waitFor()
  expect(await missing()).toBe(0)
  next.release()
})

it("repeats clicks made before the page's code arrives on a slow phone", async () => {
  const { page, context, url } = await startJourney({ viewport: { width: 360, height: 740 } })
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Product', exact: true }).click()
  await page.getByRole('button', { name: 'Product', exact: true, pressed: true }).waitFor()
  await page.getByText(/^4 of \d+ videos shown$/).waitFor()

  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  // Google opens in a new window, or in this tab if the click is too old for a popup.
  await expect.poll(() => context.pages().some((one) => one.url().includes('/stand-ins/google'))).toBe(true)
})

it('keeps working where a browser translates the page before and after its code arrives', async () => {
  const { page, url, expectComplaint } = await startJourney()
  // React reports that the text differs from its own, and renders the text again.
  expectComplaint(/Minified React error #418/)
  const translate = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.querySelector('#root') as Element, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) {
        const words = document.createElement('font')
        words.textContent = text.data
        text.replaceWith(words)
      }
    })
  const code = await holdRequests(page, /\/assets\/home-[^s][^/]*\.js/)
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await translate()
  code.release()
  await waitForScript(page)
  // React has created new elements. The first click requests the code of this part.
  const product = page.getByRole('button', { name: 'Product', exact: true })
  const choose = async () => {
    await product.click()
    return product.getAttribute('aria-pressed')
  }
  await expect.poll(choose).toBe('true')
  await translate()
  await page.getByRole('button', { name: 'More Videos' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Plans & Pricing' }).waitFor()
  await translate()
  await page.getByText('Yearly', { exact: true }).click()
  await page.getByRole('article', { name: 'Pro', exact: true }).getByText('per year', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'AI video generator with realistic sound' }).waitFor()
})
