// Tests the inputs that only some models accept: a last frame, references, a voice, another video, and a
// resolution. This file starts one server with such models.
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Server, startServer } from '../../harness/app-server.ts'
import { createWav } from '../../support/audio-files.ts'
import * as files from '../../support/image-files.ts'
import { click, expectNoFaults } from '../../support/journeys/axe.ts'
import {
  chooseFromMore,
  getLibrary,
  getResultPanel,
  isConsume,
  isCreate,
  openMore,
  recordRequests,
  startWith600,
} from '../../support/journeys/faults.ts'
import { chooseModel, clickGenerate, VIDEO_TIMEOUT_MS, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { makeVideo } from '../../support/journeys/make-video.ts'

openBrowser()

// axe checks each state of the last test twice. On a busy machine, that takes as long as a job.
vi.setConfig({ testTimeout: 600_000 })

let server: Server | undefined
beforeAll(async () => {
  server = await startServer({ env: { LOCAL_MODELS: 'all' } })
})
afterAll(() => server?.remove())

/** Opens the generator as a user with 600 credits. `video`: the prompt and model of a video that the user already has. */
async function start(video?: { model: string; prompt: string }) {
  const journey = await startWith600(server?.url)
  if (video) await makeVideo(journey.owner, video.model, video.prompt)
  await openForm(journey.page, journey.url)
  return journey
}

async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/create-video`)
  await page.locator('form:not([inert])').waitFor()
}

const form = (page: Page) => page.getByRole('form', { name: 'Video settings' })
const prompt = (page: Page) => form(page).getByLabel('Prompt', { exact: true })
/** Selects a model by its name. */
const openImageTab = (page: Page) => page.getByRole('tab', { name: 'Image to Video' }).click()
const isUpload = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/images')
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** Creates an image that differs from other images by its size. */
const image = (name: string, width: number, height = 360) => ({
  name,
  mimeType: 'image/png',
  buffer: files.card(width, height),
})

async function addReferences(page: Page, ...images: ReturnType<typeof image>[]): Promise<void> {
  await click(form(page), 'References')
  await form(page)
    .getByLabel(/^Add references/)
    .setInputFiles(images)
}

const listReferences = (page: Page) =>
  form(page)
    .getByRole('list', { name: /^References/ })
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')))

it("keeps a last frame for a model that accepts one, over a reload, generates with both frames, and names both in the video's menu", async () => {
  const { page, owner } = await start()
  await chooseModel(page, 'Wan 2.7')
  await openImageTab(page)
  await form(page).getByLabel('Upload last frame').setInputFiles(image('night.png', 700))
  const last = form(page).getByRole('img', { name: 'night.png' })
  await last.waitFor()
  await chooseModel(page, 'Veo 2')
  await form(page).getByText("Veo 2 doesn't use a last frame. We'll keep it for a model that does.").waitFor()
  await last.waitFor({ state: 'detached' })
  await page.reload()
  // The code for advanced inputs loads with the first model that accepts some.
  await chooseModel(page, 'Wan 2.7')
  await last.waitFor()
  await form(page).getByLabel('Upload first frame').setInputFiles(image('dawn.png', 640))
  for (const name of ['dawn.png', 'night.png']) await form(page).getByRole('img', { name }).waitFor()
  await click(form(page), '5 seconds')
  await prompt(page).fill('The sun sets over a bay')
  const created = page.waitForRequest(isCreate)
  await clickGenerate(page)
  expect((await created).postDataJSON().input).toMatchObject({ image: ID, lastImage: ID })
  await waitForVideo(page)
  await openMore(getLibrary(page))
  await getLibrary(page).getByText('First and last frame').waitFor()
  await expectBooks(owner, { available: 550, jobs: ['succeeded'] })
})

it('sends references in the order set by keys and pointer, and uploads them once for two takes', async () => {
  const { page, owner } = await start()
  await chooseModel(page, 'Wan 2.7')
  await openImageTab(page)
  await addReferences(page, image('hero.png', 360, 640), image('boat.png', 641), image('mood.png', 642))
  await expect.poll(() => listReferences(page)).toEqual(['hero.png', 'boat.png', 'mood.png'])
  const hero = form(page).getByRole('img', { name: 'hero.png' })
  // A vertical image is shown whole.
  const height = await hero.evaluate((image) => image.clientHeight - (image.parentElement?.clientHeight ?? 0))
  expect(height).toBe(0)
  await form(page).getByLabel('What reference 2, boat.png shows').selectOption('object')
  await form(page).getByRole('button', { name: 'Move reference 1, hero.png down' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => listReferences(page)).toEqual(['boat.png', 'hero.png', 'mood.png'])
  await hero.hover()
  await page.mouse.down()
  await form(page).getByRole('img', { name: 'boat.png' }).hover()
  await page.mouse.up()
  await expect.poll(() => listReferences(page)).toEqual(['hero.png', 'boat.png', 'mood.png'])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => listReferences(page)).toEqual(['boat.png', 'hero.png', 'mood.png'])

  await click(form(page), '5 seconds')
  await prompt(page).fill('A captain sails into the dawn')
  await page.getByRole('button', { name: '2 takes' }).click()
  const uploads = recordRequests(page, isUpload)
  const creates = recordRequests(page, isCreate)
  await page.getByRole('button', { name: 'Generate 2 Videos 100 credits' }).click()
  await getResultPanel(page).getByText('2 of 2 ready').waitFor({ timeout: VIDEO_TIMEOUT_MS })
  expect(uploads.sent).toHaveLength(3)
  const [one, two] = creates.sent.map((request) => request.postDataJSON().input.references)
  expect(one.map(({ role }: { role: string }) => role)).toEqual(['object', 'character', 'character'])
  expect(new Set(one.map(({ image }: { image: string }) => image)).size).toBe(3)
  expect(two).toEqual(one)
  await getResultPanel(page).getByRole('button', { name: 'Generate New' }).click()
  const cards = getLibrary(page).getByRole('list', { name: 'Your videos' }).getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(2)
  for (const card of await cards.all()) {
    await openMore(card)
    await card.getByText('3 references').waitFor()
    await page.keyboard.press('Escape')
  }
  await expectBooks(owner, { available: 500, jobs: ['succeeded', 'succeeded'] })
})

it('holds and charges the price of the chosen resolution, as shown on the button', async () => {
  const { page, owner } = await start()
  await chooseModel(page, 'LTX-2.3 Fast')
  await page.getByRole('tab', { name: 'Text to Video' }).click()
  await click(form(page), '6 seconds')
  await click(form(page), /^1440p/)
  await prompt(page).fill('Rain over a night market')
  const held = page.waitForRequest(isConsume)
  await page.getByRole('button', { name: 'Generate Video 80 credits' }).click()
  expect((await held).postDataJSON()).toMatchObject({ amount: 80, source: 'ltx-2.3-fast:1440p' })
  await expectCredits(page, 520)
  await waitForVideo(page)
  await openMore(getLibrary(page))
  await getLibrary(page).getByText('1440p').waitFor()
  const [job] = await expectBooks(owner, { available: 520, jobs: ['succeeded'] })
  expect(job?.credits).toBe(80)
})

it('continues a video with its own model, offers to join both, and edits one for the price on the button', async () => {
  const { page } = await start({ model: 'ltx-2.3-hosted', prompt: 'A tram climbs a hill' })
  await chooseModel(page, 'Kling 1.6')
  await chooseFromMore(getLibrary(page), 'Continue this video')
  await form(page).getByText('Video to continue').waitFor()
  await click(form(page), '6 seconds')
  await prompt(page).fill('The tram reaches the top')
  const created = page.waitForRequest(isCreate)
  await clickGenerate(page)
  expect((await created).postDataJSON().input.source).toEqual({ job: ID, use: 'extend' })
  await waitForVideo(page)
  const menu = await openMore(getLibrary(page))
  await menu.getByRole('menuitem', { name: 'Continues “A tram climbs a hill”' }).waitFor()
  await page.keyboard.press('Escape')
  await chooseFromMore(getLibrary(page), 'Join 2 videos')
  const dialog = page.getByRole('dialog', { name: 'Join videos' })
  const shots = async () => (await dialog.getByRole('listitem').allTextContents()).map((text) => text.slice(0, 9))
  await expect.poll(shots).toEqual(['1A tram c', '2The tram'])
  await page.keyboard.press('Escape')

  await chooseModel(page, 'Wan 2.7')
  await chooseFromMore(getLibrary(page), 'Edit this video')
  await form(page).getByText('Video to edit').waitFor()
  await click(form(page), '5 seconds')
  await prompt(page).fill('Make it snow')
  const edited = page.waitForRequest(isCreate)
  await page.getByRole('button', { name: 'Generate Video 100 credits' }).click()
  expect((await edited).postDataJSON().input.source).toEqual({ job: ID, use: 'edit' })
  await expectCredits(page, 400)
})

it('finds no accessibility fault in the fields for frames, references, and resolution', async () => {
  const { page } = await start({ model: 'kling-1.6', prompt: 'A harbor at noon' })
  await chooseModel(page, 'Veo 3.1')
  await openImageTab(page)
  await form(page).getByLabel('Upload last frame').setInputFiles(image('night.png', 700))
  await form(page).getByRole('img', { name: 'night.png' }).waitFor()
  await clickGenerate(page)
  await form(page).getByText('Add a first frame. A last frame needs one.').waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoFaults(page, 'a last frame alone, and resolutions')
  await addReferences(page, image('hero.png', 360, 640))
  await expect.poll(() => listReferences(page)).toEqual(['hero.png'])
  await expectNoFaults(page, 'videos to take a frame of', () => click(form(page), 'From your videos'))
  await addReferences(page, ...['a', 'b', 'c', 'd'].map((name, place) => image(`${name}.png`, 650 + place)))
  await form(page).getByText('takes 3 references, so we left out c.png and d.png.').waitFor()
  await expectNoFaults(page, 'too many references')
  await chooseModel(page, 'LTX-2.3 Fast')
  await form(page).getByText("doesn't use references", { exact: false }).waitFor()
  await expectNoFaults(page, 'references that are kept')
  await chooseModel(page, 'LTX-2.3 (hosted)')
  await chooseFromMore(getLibrary(page), 'Continue this video')
  await form(page).getByText('Video to continue').waitFor()
  await page.locator('.toast').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoFaults(page, 'a video to continue')
})

it('generates a video with a voice that its user played, confirmed, and kept across a reload', async () => {
  const { page, owner } = await start()
  await chooseModel(page, 'Seedance 2.5')
  await page.getByRole('tab', { name: 'Image to Video' }).click()
  await form(page)
    .getByRole('button', { name: /^References/ })
    .click()
  expect(
    await form(page)
      .getByLabel(/^Add a voice/)
      .count(),
  ).toBe(0)
  await form(page)
    .getByLabel(/^Add references/)
    .setInputFiles([image('hero.png', 360, 640)])
  await form(page).getByRole('img', { name: 'hero.png' }).waitFor()

  const voice = { name: 'me.wav', mimeType: 'audio/wav', buffer: createWav(3) }
  await form(page)
    .getByLabel(/^Add a voice/)
    .setInputFiles([{ ...voice, buffer: Buffer.from('no sound') }])
  await form(page).getByText("Your file isn't an MP3 or WAV file.", { exact: false }).waitFor()
  await form(page)
    .getByLabel(/^Add a voice/)
    .setInputFiles([voice])
  await form(page).getByRole('button', { name: 'Play voice, me.wav' }).click()
  await form(page).getByRole('button', { name: 'Pause voice, me.wav' }).click()
  await prompt(page).fill('The captain greets the harbor')
  await clickGenerate(page)
  await form(page).getByText('Confirm that this is your own voice', { exact: false }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoFaults(page, 'a voice without consent')
  const consent = form(page).getByRole('checkbox', { name: /^This is my own voice/ })
  await consent.check()
  await form(page).getByText('5 seconds', { exact: true }).click()

  await page.reload()
  await page.locator('form:not([inert])').waitFor()
  await form(page).getByText('me.wav').waitFor()
  expect(await consent.isChecked()).toBe(true)
  const created = page.waitForRequest(isCreate)
  await clickGenerate(page)
  expect((await created).postDataJSON().input).toMatchObject({ audio: ID, voiceConsent: true, references: [{}] })
  await waitForVideo(page)
  await openMore(getLibrary(page))
  await getLibrary(page).getByText('1 reference and a voice').waitFor()
  await expectBooks(owner, { available: 480, jobs: ['succeeded'] })
})

it('upscales a video from its page for the price in its menu, and plays the new video in twice the size', async () => {
  const { page, owner, url } = await startWith600(server?.url)
  await makeVideo(owner, 'kling-1.6', 'A harbor at noon')
  await page.goto(`${url}/videos`)
  await getLibrary(page).getByRole('link', { name: 'A harbor at noon' }).click()
  const title = page.getByRole('heading', { level: 1, name: 'A harbor at noon' })
  await title.waitFor()
  const readSize = () =>
    page.locator('video').evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight])
  await expect.poll(readSize).toEqual([1280, 720])
  const bar = page.getByRole('group', { name: 'A harbor at noon' })
  const menu = await openMore(bar)
  await menu.getByRole('menuitem', { name: 'Upscale 40 credits' }).waitFor()
  await expectNoFaults(page, 'the menu with Upscale')
  await page.keyboard.press('Escape')

  const created = page.waitForRequest(isCreate)
  await chooseFromMore(bar, 'Upscale 40 credits')
  expect((await created).postDataJSON().input).toMatchObject({
    prompt: '',
    source: { job: expect.stringMatching(/^[0-9a-f-]{36}$/), use: 'upscale' },
  })
  await page.getByText('Upscaling started. The larger video will be a new one.').waitFor()
  await page.getByText('40 credits held').waitFor()
  await page.getByText('40 credits charged').waitFor({ timeout: VIDEO_TIMEOUT_MS })
  await title.waitFor()
  await expect.poll(readSize).toEqual([2560, 1440])
  await expectCredits(page, 540)
  await expectNoFaults(page, 'an upscaled video')
  const own = await openMore(bar)
  await own.getByRole('menuitem', { name: 'Rename' }).waitFor()
  expect(await own.getByRole('menuitem', { name: /^(Upscale|New take)/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Upscaled from “A harbor at noon”' }).click()
  await page.getByRole('link', { name: 'Upscaled to “A harbor at noon”' }).waitFor()
  await expect.poll(readSize).toEqual([1280, 720])
  await expectBooks(owner, { available: 540, jobs: ['succeeded', 'succeeded'] })
})
