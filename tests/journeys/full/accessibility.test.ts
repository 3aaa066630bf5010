import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFaults } from '../../support/journeys/axe.ts'
import { openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { PUBLIC_ROUTES, ROUTES } from '../../support/journeys/routes.ts'

openBrowser()

const WIDTHS = [360, 768, 1440]

/** Scrolls through the page, so that what is revealed on the way is judged too. */
async function seeAll(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise(requestAnimationFrame)
    }
    scrollTo(0, 0)
  })
}

describe('axe finds nothing serious or critical', () => {
  it.each([...ROUTES, '/no-such-page'])('on %s at three widths', async (route) => {
    const { page, url, expectComplaint } = await startJourney()
    if (route === '/no-such-page') expectComplaint(/status of 404/)
    await page.goto(url + route)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await seeAll(page)
      expect([width, await seriousFaults(page)]).toEqual([width, []])
    }
  })

  it('on the pages that change for somebody signed in', async () => {
    const journey = await startJourney()
    const { page, url } = journey
    await signIn(journey)
    for (const route of ['/create-video', '/pricing', '/debug']) {
      await page.goto(url + route)
      await seeAll(page)
      expect([route, await seriousFaults(page)]).toEqual([route, []])
    }
  })

  it('with the menus open', async () => {
    const journey = await startJourney()
    const { page, url } = journey
    await signIn(journey)
    await page.getByRole('button', { name: /Account/ }).click()
    expect(await seriousFaults(page)).toEqual([])
    await page.goto(url)
    await page.getByRole('button', { name: 'AI Tools' }).hover()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Video Generator/ })
      .waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousFaults(page)).toEqual([])
  })
})

describe.each(PUBLIC_ROUTES)('%s', (route) => {
  it('has one main heading and skips no level', async () => {
    const { page, url } = await startJourney()
    await page.goto(url + route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const levels = await page
      .getByRole('main')
      .locator('h1, h2, h3, h4')
      .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName[1])))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
    expect(jumps).toEqual([])
  })

  it('does not run out of the window at 200 % zoom, nor with text twice as large', async () => {
    const { page, url } = await startJourney()
    await page.goto(url + route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    // 1280 px at 200 % are 640 CSS pixels.
    await page.setViewportSize({ width: 640, height: 450 })
    expect(await overflow()).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await overflow()).toBe(0)
  })
})
