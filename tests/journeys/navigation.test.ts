// Checks navigation in a real browser, offline and in a slow tab.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { NO_RESPONSE, RENDERED_AGAIN, recordRequests } from '../support/journeys/faults.ts'
import { MOVING, openBrowser, openPage, startJourney, waitForScript } from '../support/journeys/journey.ts'

openBrowser()

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const prompt = (page: Page) => page.getByLabel('Prompt', { exact: true })
const openPricing = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click()

/** Opens this page. `loads` counts document loads, which would end on the browser's error page offline. */
async function startAt(path: string) {
  const journey = await startJourney(MOVING)
  const { page, url } = journey
  journey.expectComplaint(NO_RESPONSE)
  journey.expectComplaint(/Failed to (load|fetch)/)
  journey.expectComplaint(RENDERED_AGAIN)
  await openPage(page, url + path)
  await page.waitForLoadState('networkidle')
  const { sent: loads } = recordRequests(
    page,
    (request) => request.isNavigationRequest() && !request.frame().parentFrame(),
  )
  return { ...journey, loads }
}

it('says that the network is down on a page not visited yet, and shows the page once the network is back', async () => {
  const { page, context, url, loads } = await startAt('/create-video')
  await prompt(page).fill('A meadow under snow')
  await context.setOffline(true)
  await openPricing(page)
  await title(page, 'You seem to be offline').waitFor()
  await page.getByText("This page opens automatically when you're back online.").waitFor()

  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL(`${url}/`)
  await title(page, 'You seem to be offline').waitFor()
  await page.goBack()
  await page.goBack()
  await title(page, 'Create a video').waitFor()
  expect(await prompt(page).inputValue()).toBe('A meadow under snow')
  await openPricing(page)
  await title(page, 'You seem to be offline').waitFor()
  expect(loads).toEqual([])

  await context.setOffline(false)
  await title(page, 'Plans & Pricing').waitFor()
  expect(page.url()).toBe(`${url}/pricing`)
  await waitForScript(page)
  await page.goBack()
  await expect.poll(() => prompt(page).inputValue()).toBe('A meadow under snow')
})

it('keeps Home and the links in its file usable without the network', async () => {
  const { page, context, url, loads } = await startAt('/')
  await context.setOffline(true)
  // Clicks without scrolling, because scrolling would load the code below the first screen.
  await page.getByRole('link', { name: 'Start Your First Video' }).dispatchEvent('click')
  await title(page, 'You seem to be offline').waitFor()
  await page.getByRole('alert').getByRole('link', { name: 'Back to Home' }).click()
  await title(page, 'AI video generator with realistic sound').waitFor()
  expect(page.url()).toBe(`${url}/`)
  expect(loads).toEqual([])

  await context.setOffline(false)
  await openPricing(page)
  await title(page, 'Plans & Pricing').waitFor()
})

it('shows a page whose lost code is available again, without loading a new document', async () => {
  const { page, context, loads } = await startAt('/terms-of-service')
  await context.setOffline(true)
  await openPricing(page)
  await title(page, 'You seem to be offline').waitFor()
  await page.goBack()
  await title(page, 'Terms of Service').waitFor()
  await context.setOffline(false)
  await openPricing(page)
  await title(page, 'Plans & Pricing').waitFor()
  expect(loads).toEqual([])
})

it("morphs an effect's footage into its page and back, and into no other page", async () => {
  const { page } = await startAt('/video-effects')
  await page.evaluate(() => {
    const moves: string[][] = []
    const start = document.startViewTransition.bind(document)
    const nameFootage = () =>
      [...document.querySelectorAll('main *')]
        .map((element) => getComputedStyle(element).viewTransitionName)
        .filter((name) => name !== 'none')
    document.startViewTransition = (options) => {
      moves.push(nameFootage())
      return start(options)
    }
    Object.assign(window, { moves })
  })
  const moves = () => page.evaluate(() => (window as unknown as { moves: string[][] }).moves)
  await page.getByRole('article').getByRole('link', { name: 'ASMR Video' }).click()
  await title(page, 'ASMR').waitFor()
  expect(await moves()).toEqual([['asmr']])
  await page.goBack()
  await title(page, 'AI Video Effects & Templates').waitFor()
  expect(await moves()).toEqual([['asmr'], ['asmr']])
  await openPricing(page)
  await title(page, 'Plans & Pricing').waitFor()
  expect(await moves()).toHaveLength(2)
})

/** The number of times that the test presses Back. A single try may miss the critical moment. */
const ROUNDS = 3

it('shows the page of the current address if Back is pressed before the browser draws the next page', async () => {
  const { page, url, expectComplaint } = await startAt('/video-effects')
  // The browser skips a view transition that takes more than four seconds.
  expectComplaint(/Transition was aborted because of timeout/)
  const effect = page.getByRole('article').getByRole('link', { name: 'ASMR Video' })
  await effect.click()
  await title(page, 'ASMR').waitFor()
  await page.goBack()
  await effect.waitFor()
  // Slows frames down to hundreds of milliseconds, as in a throttled tab.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('main * { backdrop-filter: blur(20px) }')
    document.adoptedStyleSheets.push(sheet)
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.evaluate(async () => {
      const nextTask = () => new Promise((done) => setTimeout(done))
      const moving = () => (document as { activeViewTransition?: ViewTransition | null }).activeViewTransition
      while (moving()) await nextTask()
      document.querySelector<HTMLElement>('main a[href="/asmr-video"]')?.click()
      while (!moving()) await nextTask()
      history.back()
      while (moving()) await nextTask()
    })
    await title(page, 'AI Video Effects & Templates').waitFor()
    expect(page.url()).toBe(`${url}/video-effects`)
  }
})
