// Checks the player in a real browser, with a real clip that has sound.
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFaults } from '../support/journeys/axe.ts'
import { getLibrary, startWith600 } from '../support/journeys/faults.ts'
import { clickGenerate, fillForm, waitForVideo } from '../support/journeys/generate.ts'
import { MOVING, openBrowser } from '../support/journeys/journey.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const getState = (video: Locator) =>
  video.evaluate(({ currentTime, paused, muted }: HTMLVideoElement) => ({ currentTime, paused, muted }))

async function expectPlays(video: Locator): Promise<void> {
  const { currentTime } = await getState(video)
  await expect.poll(async () => (await getState(video)).currentTime).not.toBe(currentTime)
}

/** Counts the different bar heights of the timeline. A flat timeline has one. */
const getHeights = (player: Locator) =>
  player
    .locator('.player-wave path')
    .first()
    .evaluate((path) => new Set(path.getAttribute('d')?.match(/v\d+/g)).size)

it("plays a video in the panel and the library, shows the sound's waveform, and obeys the player's keys", async () => {
  const { provider } = scripted
  const clip = await readFile('public/videos/asmr1.mp4')
  provider.intercept.file = () => new Response(clip, { headers: { 'content-type': 'video/mp4' } })
  provider.finish()
  const journey = await startWith600(scripted.url())
  const { page } = journey
  await page.emulateMedia(MOVING)
  await fillForm(journey, { model: 'Veo 3', prompt: 'A knife cuts glass' })
  await clickGenerate(page)
  await waitForVideo(page)
  const panel = page.locator('#result-panel .player')
  await expectPlays(panel.locator('video'))
  await expect.poll(() => getHeights(panel)).toBeGreaterThan(10)
  expect(await axeFaults(page, '.player')).toEqual([])

  await page.reload()
  const play = getLibrary(page).getByRole('button', { name: 'Play: A knife cuts glass' })
  // The peaks were stored with the job, so the file is not fetched again for them.
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && request.url().includes('.mp4')) fetched.push(request.url())
  })
  await play.click()
  const dialog = page.getByRole('dialog', { name: 'Your video: A knife cuts glass' })
  const video = dialog.locator('video')
  await expectPlays(video)
  await expect.poll(() => getHeights(dialog)).toBeGreaterThan(10)
  expect(fetched).toEqual([])
  expect((await getState(video)).muted).toBe(false)
  expect(await axeFaults(page, '.player')).toEqual([])

  await page.keyboard.press('k')
  await expect.poll(() => getState(video)).toMatchObject({ paused: true })
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => getState(video)).toMatchObject({ currentTime: 1 })
  const seek = dialog.getByRole('slider', { name: 'Seek' })
  await expect.poll(() => seek.getAttribute('aria-valuetext')).toMatch(/^0:01 of 0:\d\d$/)
  const tenths = () => video.evaluate((clip: HTMLVideoElement) => (clip.muted ? 0 : Math.round(clip.volume * 10)))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(tenths).toBe(8)
  await page.keyboard.press('ArrowUp')
  await expect.poll(tenths).toBe(9)
  await page.keyboard.press('m')
  await expect.poll(tenths).toBe(0)
  await page.keyboard.press('m')
  await expect.poll(tenths).toBe(9)
  await seek.hover()
  await dialog.locator('.player-preview video').waitFor()
  await page.mouse.move(0, 0)
  await expect.poll(() => dialog.locator('video').count()).toBe(1)

  const isFull = () => page.evaluate(() => document.fullscreenElement?.classList.contains('player') ?? false)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  await dialog.locator('.player').focus()
  const ring = () => dialog.locator('.player-over').evaluate((film) => getComputedStyle(film).outlineStyle)
  expect(await ring()).toBe('none')
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(false)
  expect(await ring()).toBe('solid')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})
