// Adds, changes, and deletes a member of the cast, with a voice and from a frame of a video, by keyboard and by touch.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createWav } from '../../support/audio-files.ts'
import * as files from '../../support/image-files.ts'
import { axeFaults } from '../../support/journeys/axe.ts'
import { chooseFromMore, startWith600 } from '../../support/journeys/faults.ts'
import { openBrowser, openPage } from '../../support/journeys/journey.ts'
import { enter, expectDialogFocus, expectFocus, tabTo } from '../../support/journeys/keyboard.ts'
import { cutWords, doubleText, getOverflow } from '../../support/journeys/layout.ts'
import { makeVideo } from '../../support/journeys/make-video.ts'
import { listSmallTargets } from '../../support/journeys/touch.ts'

openBrowser()

const NOTE = 'A diver with short gray hair, about fifty, in an orange jacket with a torn sleeve'
const image = (name: string, width: number) => ({
  name,
  mimeType: 'image/png',
  buffer: files.card(width, 600),
})
const list = (page: Page) => page.getByRole('list', { name: 'Cast' })

async function chooseImages(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByLabel(/^Add images/)
    .setInputFiles([image('front.png', 900), image('side.png', 700)])
  await expect.poll(() => page.getByRole('dialog').getByRole('img').count()).toBe(2)
}

const VOICE = { name: 'mara.wav', mimeType: 'audio/wav', buffer: createWav(3) }
const addVoice = (page: Page) =>
  page
    .getByRole('dialog')
    .getByLabel(/^Add a voice/)
    .setInputFiles([VOICE])

async function expectUsable(page: Page, state: string): Promise<void> {
  expect.soft([state, await getOverflow(page), await axeFaults(page)]).toEqual([state, 0, []])
}

it('adds, renames, and deletes a member of the cast by keyboard, and finds it after a reload', async () => {
  const { page, url } = await startWith600()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, `${url}/`)
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Cast' }).click()
  await page.getByRole('heading', { level: 2, name: 'Your cast is empty' }).waitFor()
  await expectUsable(page, 'empty')

  await enter(page, /^Add to cast$/)
  await expectDialogFocus(page)
  await tabTo(page, /^Name$/)
  await page.keyboard.type('مُنى Mara')
  await tabTo(page, /^Character$/)
  await tabTo(page, /^Add images/)
  await chooseImages(page)
  await expectUsable(page, 'form')
  await enter(page, /^Move image 2, side\.png left$/, 'Shift+Tab')
  await expectFocus(page, /^Move image 1, side\.png left$/)
  await tabTo(page, /^Add a voice/)
  await addVoice(page)
  await tabTo(page, /^This is my own voice/)
  await page.keyboard.press('Space')
  await expectUsable(page, 'form with a voice')
  await tabTo(page, /^Note/)
  await page.keyboard.type(NOTE)
  await enter(page, /^Add to cast$/)
  await list(page).getByRole('heading', { name: 'مُنى Mara' }).waitFor()
  await expectFocus(page, /^Cast$/)
  await expectUsable(page, 'one member')

  await page.reload()
  await list(page).getByText('Character, 2 images').waitFor()
  const shown = list(page).getByRole('img')
  // The side is first now. Its stored file loads, with its own proportions.
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(700)
  await list(page).getByText('Voice, 3 s').waitFor()
  await enter(page, /^Play voice, مُنى Mara$/)
  // The stored file plays, with its own length.
  const sound = list(page).locator('audio')
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.duration)).toBeCloseTo(3)
  await enter(page, /^Edit$/)
  await expectDialogFocus(page)
  await tabTo(page, /^Name$/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Mara Lee')
  await page.keyboard.press('Enter')
  await list(page).getByRole('heading', { name: 'Mara Lee' }).waitFor()
  await expectFocus(page, /^Edit$/)

  await page.reload()
  await list(page).getByRole('heading', { name: 'Mara Lee' }).waitFor()
  await list(page).getByText(NOTE).waitFor()
  await enter(page, /^Delete$/)
  await expectFocus(page, /^Cancel$/)
  await expectUsable(page, 'question')
  await enter(page, /^Delete$/)
  await page.getByRole('heading', { level: 2, name: 'Your cast is empty' }).waitFor()
  await expectFocus(page, /^Cast$/)
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'Your cast is empty' }).waitFor()
})

it('fits the cast on a phone, with large text, and keeps everything typed when the server fails', async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const
  const { page, url, context, expectComplaint } = await startWith600(undefined, undefined, phone)
  expectComplaint(/status of 503/)
  async function expectTouchable(state: string) {
    await expectUsable(page, state)
    expect.soft([state, await listSmallTargets(page)]).toEqual([state, []])
  }
  await openPage(page, `${url}/cast`)
  await page.getByRole('button', { name: 'Add to cast' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to cast' })
  await chooseImages(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The pier')
  await addVoice(page)
  await dialog.getByRole('checkbox', { name: /^This is my own voice/ }).check()
  await expectTouchable('form with a voice')
  await dialog.getByRole('button', { name: 'Place' }).click()
  await dialog.getByText('Only a character has a voice.').waitFor()
  await expectTouchable('form')

  await context.route('**/api/cast', (route) => route.fulfill({ status: 503, body: '{}' }))
  await dialog.getByRole('button', { name: 'Add to cast' }).click()
  await dialog.getByText("We couldn't save this. Nothing you typed is lost.").waitFor()
  await context.unroute('**/api/cast')
  await dialog.getByRole('button', { name: 'Add to cast' }).click()
  await list(page).getByRole('heading', { name: 'The pier' }).waitFor()
  await expectTouchable('one member')
  await doubleText(page)
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
  await list(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit The pier' }).waitFor()
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
})

it("adds a frame of one's own video to the cast from the video's page", async () => {
  const { page, url, owner } = await startWith600()
  await makeVideo(owner, 'kling-1.6', 'A harbor at noon')
  await openPage(page, `${url}/videos`)
  await page.getByRole('link', { name: 'A harbor at noon' }).click()
  await page.getByRole('heading', { level: 1, name: 'A harbor at noon' }).waitFor()
  const player = page.locator('video')
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0)
  await player.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 2
  })
  await chooseFromMore(page.getByRole('group', { name: 'A harbor at noon' }), 'Add to cast')
  const dialog = page.getByRole('dialog', { name: 'Add to cast' })
  const frame = dialog.getByRole('img', { name: 'frame.png' })
  await expect.poll(() => frame.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1280)
  await expectDialogFocus(page)
  await expectUsable(page, 'form with a frame')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The harbor')
  await dialog.getByRole('button', { name: 'Place' }).click()
  await dialog.getByRole('button', { name: 'Add to cast' }).click()
  await page.getByText('The harbor is in your cast.').waitFor()
  await page.getByRole('link', { name: 'Open cast' }).click()
  await list(page).getByRole('heading', { name: 'The harbor' }).waitFor()
  const shown = list(page).getByRole('img')
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1280)
})
