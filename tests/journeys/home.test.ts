import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { measureContrastOver } from '../support/journeys/contrast.ts'
import { MOVING, openBrowser, openPage, startJourney } from '../support/journeys/journey.ts'

openBrowser()

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'AI video generator with realistic sound' })

it("plays the home page's footage muted behind the heading, in step with the playhead", async () => {
  const { page, url } = await startJourney(MOVING)
  await page.goto(url)
  await heading(page).waitFor()
  const video = page.locator('section video').first()
  // Returns the positions of the playhead and of the lit wave's end, as shares of the track, 0 to 1.
  const places = () =>
    page
      .locator('section .lanes')
      .first()
      .evaluate((lanes) => {
        const { left, width } = lanes.getBoundingClientRect()
        const part = (name: string) => lanes.querySelector(name)?.getBoundingClientRect() ?? new DOMRect()
        return [part('.playhead').left + 1, part('.played').right].map((x) => (x - left) / width)
      })
  const at = async () => (await places())[0] ?? 0
  const before = await at()
  await expect.poll(at).not.toBe(before)
  const filmAt = () => video.evaluate((clip: HTMLVideoElement) => clip.currentTime / clip.duration)
  // Both values are read at slightly different times, so they may differ by about a second of the video.
  expect(Math.abs((await at()) - (await filmAt()))).toBeLessThan(0.15)
  const [head = 0, lit = 1] = await places()
  expect(Math.abs(head - lit)).toBeLessThan(0.01)
  expect(await video.evaluate((clip: HTMLVideoElement) => [clip.muted, clip.loop, clip.paused])).toEqual([
    true,
    true,
    false,
  ])
  await page.getByRole('button', { name: 'V1: Pause video' }).click()
  await page.getByRole('button', { name: 'V1: Play video' }).waitFor()
  await page.getByRole('slider', { name: 'Seek' }).focus()
  await page.keyboard.press('End')
  await expect.poll(at).toBeGreaterThan(0.95)
  await page.getByRole('link', { name: 'Try Now' }).click()
  await page.waitForURL(`${url}/create-video`)
})

it('shows the playhead of the home page where its clock is, in forced colors and with less motion', async () => {
  const { page, url } = await startJourney({ forcedColors: 'active' })
  await page.goto(url)
  await page.getByRole('button', { name: 'V1: Play video' }).waitFor()
  expect(await page.locator('.timecode').textContent()).toBe('00:00')
  const lefts = await page
    .locator('section .lanes')
    .first()
    .evaluate((lanes) => [lanes, lanes.querySelector('.playhead')].map((part) => part?.getBoundingClientRect().left))
  expect(Math.abs((lefts[0] ?? 0) - (lefts[1] ?? 99))).toBeLessThan(2)
})

it.each([
  [360, 740],
  [1440, 900],
])("keeps the home page's words readable over the footage at %i px", async (width, height) => {
  const { page, url } = await startJourney({ ...MOVING, viewport: { width, height } })
  await page.goto(url)
  await page.getByRole('button', { name: 'V1: Pause video' }).click()
  const hero = page.locator('section').first()
  const words = hero.locator('h1, h1 + div p')
  // Hides the text to measure only the background behind it, at several times of the video.
  await words.evaluateAll((all) => {
    for (const element of all as HTMLElement[]) element.style.setProperty('visibility', 'hidden')
  })
  for (const at of [0.02, 0.27, 0.52, 0.77]) {
    await hero.locator('video').evaluate(async (clip: HTMLVideoElement, share) => {
      clip.currentTime = share * clip.duration
      await new Promise((done) => clip.addEventListener('seeked', done, { once: true }))
    }, at)
    // The heading, the sentence below it, and the price of a video.
    for (const [index, [needed, opacity]] of (
      [
        [3, 1],
        [4.5, 1],
        [4.5, 0.85],
      ] as const
    ).entries()) {
      const clip = await words.nth(index).boundingBox()
      if (!clip) throw new Error('the hero lacks words')
      expect(
        await measureContrastOver(await page.screenshot({ clip }), opacity),
        `words ${index} at ${at}`,
      ).toBeGreaterThanOrEqual(needed)
    }
  }
})

it('shows no broken image where a home page poster failed before the script loaded', async () => {
  const { page, url, expectComplaint } = await startJourney(MOVING)
  expectComplaint(/404/)
  await page.route('**/images/posters/hero.*', (route) => route.fulfill({ status: 404 }))
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 400))
    await route.continue()
  })
  await page.goto(url)
  await page.getByRole('button', { name: 'V1: Pause video' }).waitFor()
  await expect.poll(() => page.locator('section').first().locator('img').count()).toBe(0)
})

it('lays out home page posts side by side on a phone, and swipes to new posts', async () => {
  const { page, url } = await startJourney({ viewport: { width: 360, height: 740 } })
  await openPage(page, url)
  const row = page.locator('ul:has(article[data-frame])')
  const tops = () =>
    row.locator('article').evaluateAll((all) => new Set(all.map((post) => post.getBoundingClientRect().top)).size)
  await row.scrollIntoViewIfNeeded()
  await expect.poll(tops).toBe(1)
  await page.getByRole('button', { name: 'More Videos' }).click()
  await expect.poll(() => row.evaluate((list) => list.scrollLeft > list.clientWidth * 5)).toBe(true)
  const ninth = row.locator('article').nth(8)
  await expect.poll(async () => Math.round((await ninth.boundingBox())?.x ?? -1)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Movie', exact: true }).click()
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBe(0)
})

it('shows all home page text without JavaScript', async () => {
  const { page, url } = await startJourney({ javaScriptEnabled: false })
  await page.goto(url)
  await heading(page).waitFor()
  for (const name of ['Made with these models', 'Key Features', 'Your first video, in four steps']) {
    expect(await page.getByRole('heading', { name }).isVisible()).toBe(true)
  }
  expect(await page.locator('article[data-frame]').count()).toBe(8)
  // Shows the poster instead of an empty player, and no buttons that need JavaScript.
  expect(await page.locator('section').first().locator('video').isVisible()).toBe(false)
  expect(await page.locator('section').first().locator('img').isVisible()).toBe(true)
  await page.getByRole('heading', { name: 'Key Features' }).scrollIntoViewIfNeeded()
  expect(await page.locator('img[src$="posters/asmr1.avif"]').first().isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Turn sound on/ }).count()).toBe(0)
  await page.getByText('Which models generate sound?').click()
  expect(await page.getByText('Kling 1.6 and Veo 2 are silent.', { exact: false }).last().isVisible()).toBe(true)
})
