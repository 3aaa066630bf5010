import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFaults } from '../../support/journeys/axe.ts'
import { newPerson, openBrowser, openPage, signIn, startJourney } from '../../support/journeys/journey.ts'
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
    await openPage(page, url)
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

it('what is chosen and what is to be pressed can be told in the colours of the person', async () => {
  const { page, url } = await startJourney({ forcedColors: 'active' })
  const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.goto(url)
  const pill = (name: string) => page.getByRole('button', { name, exact: true })
  expect(await ground(pill('All'))).not.toBe(await ground(pill('Movie')))
  const border = await page
    .getByRole('link', { name: 'Try Now' })
    .evaluate((link) => getComputedStyle(link).borderStyle)
  expect(border).toBe('solid')
  await page.goto(`${url}/pricing`)
  const choice = (name: string) => page.locator('label', { hasText: name })
  expect(await ground(choice('Monthly'))).not.toBe(await ground(choice('Yearly')))
})

/** As set by people who need it: all sizes that follow the text are doubled. */
async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Words of which a part is beyond the window, or cut off by what they stand in; what can be scrolled to is not. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const parent = text.parentElement
      if (!parent || !text.data.trim() || !parent.checkVisibility()) continue
      // Only for assistive technology.
      if (parent.getBoundingClientRect().width <= 1 || parent.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      let [left, right] = [0, document.documentElement.clientWidth]
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around)
        if (overflowX === 'auto' || overflowX === 'scroll') right = Number.POSITIVE_INFINITY
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue
        const box = around.getBoundingClientRect()
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
      }
      const isCut = [...range.getClientRects()].some((line) => line.left < left - 1 || line.right > right + 1)
      if (isCut) cut.push(text.data)
    }
    return cut
  })
}

describe('with text twice as large on a phone', () => {
  it.each(PUBLIC_ROUTES)('%s neither scrolls sideways nor cuts a word off', async (route) => {
    const { page, url } = await startJourney({ viewport: { width: 360, height: 740 } })
    await page.goto(url + route)
    await doubleText(page)
    await seeAll(page)
    expect(await overflow(page)).toBe(0)
    expect(await cutWords(page)).toEqual([])
  })

  it('header and menus can be used, by somebody with a long name too', async () => {
    const journey = await startJourney({ viewport: { width: 360, height: 740 } })
    const { page, url } = journey
    await signIn(journey, { ...newPerson(), name: 'Maximiliana Oberhausen-Wolkenstein von der Lippe' })
    await page.goto(`${url}/pricing`)
    await doubleText(page)
    await page.getByRole('button', { name: /^Account/ }).click()
    const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' })
    await signOut.click({ trial: true })
    expect([await overflow(page), await cutWords(page)]).toEqual([0, []])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    for (const name of ['Home', /Video Generator/, 'Video Effects', 'Pricing']) {
      await menu.getByRole('link', { name }).click({ trial: true })
    }
    await menu.getByRole('button', { name: 'Sign out' }).click({ trial: true })
    expect(await cutWords(page)).toEqual([])
    await menu.getByRole('button', { name: 'Close menu' }).click()
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
    // 1280 px at 200 % are 640 CSS pixels.
    await page.setViewportSize({ width: 640, height: 450 })
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await doubleText(page)
    expect(await overflow(page)).toBe(0)
  })
})
