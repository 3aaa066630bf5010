// Checks scrolling, playing, hovering, printing, and pages without JavaScript on the marketing and legal pages.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PUBLIC_PAGES } from '../../src/config/paths.ts'
import { MOVING, openBrowser, openPage, startJourney } from '../support/journeys/journey.ts'

openBrowser()

/** Polls for up to 20 s. A fade takes 0.7 s, and longer on a busy machine. */
const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 })

const CLIP = 'tests/harness/one-second.mp4'

async function playClips(page: Page): Promise<void> {
  await page.route('**/videos/*.mp4', (route) => route.fulfill({ path: CLIP }))
  await page.route('**/posters/*.avif', (route) => route.fulfill({ path: 'public/images/posters/hero.avif' }))
}
const getOpacity = (part: Locator) => part.evaluate((element) => Number(getComputedStyle(element).opacity))
const getState = (video: Locator) =>
  video.evaluate((clip: HTMLVideoElement) => [clip.paused, clip.muted, clip.controls])
/** Scrolls a part to the middle, because the header would cover the top. */
const scrollTo = (part: Locator) => part.evaluate((element) => element.scrollIntoView({ block: 'center' }))
const examples = (page: Page) => page.locator('.reveal:has(> article)')

it('fades an ASMR example in on scrolling, plays it muted, and turns on the sound of one example at a time', async () => {
  const { page, url } = await startJourney({ ...MOVING, viewport: { width: 1280, height: 700 } })
  await playClips(page)
  await openPage(page, `${url}/asmr-video`)
  const [second, third] = [examples(page).nth(1), examples(page).nth(2)]
  await poll(() => getOpacity(third)).toBe(0)
  for (const [example, other] of [
    [third, second],
    [second, third],
  ] as const) {
    await scrollTo(example)
    // Waits for the fade. Playwright scrolls again to click a moving element, which may leave the example out of view.
    for (const part of [example, example.locator('.reveal')]) await poll(() => getOpacity(part)).toBe(1)
    await poll(() => getState(example.locator('video'))).toEqual([false, true, true])
    await example.getByRole('button', { name: /^Turn sound on/ }).click()
    await poll(() => getState(example.locator('video'))).toEqual([false, false, true])
    await poll(async () => (await getState(other.locator('video')))[1]).toBe(true)
  }
})

it('autoplays no clip with reduced motion, and shows the video controls', async () => {
  const { page, url } = await startJourney()
  await playClips(page)
  await openPage(page, `${url}/asmr-video`)
  const third = examples(page).nth(2)
  expect(await getOpacity(third)).toBe(1)
  await scrollTo(third)
  const video = third.locator('video')
  await poll(() => video.evaluate((clip: HTMLVideoElement) => clip.poster)).toContain('/images/posters/asmr3.avif')
  await poll(() => getState(video)).toEqual([true, true, true])
  await third.getByRole('button', { name: /^Turn sound on/ }).click()
  await poll(() => getState(video)).toEqual([false, false, true])
})

it('says that a clip and its poster are missing', async () => {
  const { page, url, expectComplaint } = await startJourney(MOVING)
  expectComplaint(/status of 404/)
  await page.route(/\/(videos|posters)\//, (route) => route.fulfill({ status: 404 }))
  await page.goto(`${url}/asmr-video`)
  await scrollTo(examples(page).first())
  await examples(page).first().getByText("We couldn't load this clip.").first().waitFor()
  await poll(() => examples(page).first().locator('img').count()).toBe(0)
})

it("shows the marketing pages' text without JavaScript", async () => {
  const { page, url } = await startJourney({ javaScriptEnabled: false })
  await playClips(page)
  for (const route of PUBLIC_PAGES) {
    await page.goto(url + route)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.isVisible()).toBe(true)
    for (const part of [heading, ...(await page.locator('.reveal').all())]) expect(await getOpacity(part)).toBe(1)
    expect(((await page.locator('main').textContent()) ?? '').length).toBeGreaterThan(100)
  }
})

it("links the whole effect card except its pause button, and labels the button without an action 'Coming soon'", async () => {
  const { page, url } = await startJourney(MOVING)
  await playClips(page)
  await openPage(page, `${url}/video-effects`)
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: /^Pause/ }).click()
  await card.getByRole('button', { name: /^Play/ }).waitFor()
  expect(page.url()).toBe(`${url}/video-effects`)

  const button = page.getByRole('button', { name: 'Create AI Video Now' })
  const note = page.getByRole('tooltip', { includeHidden: true })
  await button.scrollIntoViewIfNeeded()
  expect(await getOpacity(note)).toBe(0)
  await button.hover()
  await poll(() => getOpacity(note)).toBe(1)
  await page.mouse.move(0, 0)
  await poll(() => getOpacity(note)).toBe(0)
  await button.focus()
  await poll(() => getOpacity(note)).toBe(1)
  await card.click({ position: { x: 60, y: 90 } })
  await page.waitForURL(`${url}/ai-french-kissing`)
})

it('leads from the contents of a legal text to its sections, and back', async () => {
  const { page, url } = await startJourney()
  await page.goto(`${url}/terms-of-service`)
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  const hash = () => page.evaluate(() => location.hash)
  await page.mouse.wheel(0, 300)
  await poll(scrolled).toBe(300)
  const places: [number, string][] = [[300, '']]
  for (const index of [4, 7]) {
    await links.nth(index).click()
    const id = (await links.nth(index).getAttribute('href'))?.split('#')[1]
    await poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id)
    places.push([await scrolled(), `#${id}`])
  }
  expect(new Set(places.map(([at]) => at)).size).toBe(3)
  for (const place of places.slice(0, 2).reverse()) {
    await page.goBack()
    await poll(async () => [await scrolled(), await hash()]).toEqual(place)
  }
})

it('opens a new page at its top, and a reloaded page at its former scroll position', async () => {
  const { page, url } = await startJourney()
  const moveTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  await openPage(page, `${url}/terms-of-service`)
  await moveTo(900)
  await openPage(page, `${url}/privacy-policy`)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await expect.poll(place).toBe(0)
  await moveTo(500)
  await page.reload()
  await expect.poll(place).toBe(500)
})

it('prints dark text on white with every answer, without background images or controls', async () => {
  const { page, url } = await startJourney()
  await playClips(page)
  await page.goto(url)
  const heading = page.getByRole('heading', { level: 1 })
  const picture = page.locator('section', { has: heading }).locator('img').first()
  expect(await picture.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect([await heading.isVisible(), await picture.isVisible()]).toEqual([true, false])
  const readResponses = () =>
    page.locator('details > div').evaluateAll((all) => all.map((part) => part.checkVisibility()))
  await expect.poll(readResponses).toEqual([true, true, true, true, true, true])

  await page.goto(`${url}/privacy-policy`)
  for (const role of ['banner', 'contentinfo'] as const) expect(await page.getByRole(role).isVisible()).toBe(false)
  for (const name of ['On this page', 'Legal pages'])
    expect(await page.getByRole('navigation', { name }).isVisible()).toBe(false)
  const colors = await page.evaluate(() => [
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.querySelector('.legal-text p') as Element).color,
  ])
  expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(17, 17, 17)'])
})
