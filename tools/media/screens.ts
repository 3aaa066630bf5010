// Takes the pictures of our own screens on the home page: node tools/media/screens.ts. It starts the built app with an
// empty database, signs in with the demo account, and generates videos. Their pictures are drawn on this computer, so
// one of our clips takes their place. It writes public/images/screens, and the sizes to src/config/screens.json. Run it
// again after a change of a screen that it shows. `--url` uses a running app with the demo account instead, and PORT
// sets a port other than 5199. It requires Chromium (CHROMIUM_PATH, or /usr/bin/chromium) and ffmpeg.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from 'playwright-core'
import { openBrowser, openForm, root, signIn, startApp } from './app.ts'
import { runFfmpeg } from './encode/tools.ts'

const WIDE = { width: 1440, height: 1000 }
/** The steps stand side by side, so their pictures are of a phone's layout. A high window covers nothing. */
const NARROW = { width: 330, height: 2000 }
/** The layout in which a statement's row is as wide as its card. */
const STATEMENT = { width: 410, height: 1000 }
/** The pixels per CSS pixel, for sharp text on phones and good screens. */
const DENSITY = 2
const QUALITY = 52
const CLIP = join(root, 'public/videos/record.mp4')
const PROMPT =
  'A record turns by a rainy window at night, neon outside. The needle crackles, slow piano. A man off screen: “One more song.”'
const LEFT_OUT = 'captions, fog, a second person'
const FAILING = 'A paper boat sails a gutter after rain'
/** The stand-in provider fails when it reads this. It isn't shown. */
const FAIL = ' #fail'

const { values } = parseArgs({ options: { url: { type: 'string' } } })
const scratch = await mkdtemp(join(tmpdir(), 'screens-'))
const app = values.url ? { url: values.url, stop: async () => {} } : await startApp(join(scratch, 'data'))
const browser = await openBrowser()
const sizes: Record<string, { width: number; height: number }> = {}

/** Takes a picture of the smallest rectangle around these elements. */
async function take(name: string, page: Page, ...parts: Locator[]): Promise<void> {
  await parts[0]?.scrollIntoViewIfNeeded()
  await page.mouse.move(2, 2)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return document.fonts.ready
  })
  const boxes = []
  for (const part of parts) {
    const box = await part.boundingBox()
    if (!box) throw new Error(`${name} isn't on the page.`)
    boxes.push(box)
  }
  const x = Math.floor(Math.min(...boxes.map((box) => box.x)))
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
  const width = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) - x
  const height = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) - y
  const image = await loadImage(await page.screenshot({ clip: { x, y, width, height }, animations: 'disabled' }))
  const canvas = createCanvas(width * DENSITY, height * DENSITY)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const file = await canvas.encode('avif', { quality: QUALITY, speed: 4 })
  await writeFile(join(root, 'public/images/screens', `${name}.avif`), file)
  sizes[name] = { width, height }
  console.log(`${name}: ${width} x ${height}, ${file.length} bytes`)
}

/** Hides the word that makes the stand-in provider fail. */
async function hideFailure(page: Page): Promise<void> {
  await page.route('**/api/jobs**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(FAIL, '') })
  })
  await page.route('**/api/credits/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(FAIL, '') })
  })
}

/** Puts our clip and its poster in the place of the videos that this computer drew. */
async function showOurClip(page: Page): Promise<void> {
  const poster = join(scratch, 'poster.jpg')
  await runFfmpeg('-ss', '1.5', '-i', CLIP, '-frames:v', '1', poster)
  await page.route('**/storage/v1/**', async (route) => {
    const type = route.request().resourceType()
    if (type === 'image') return route.fulfill({ contentType: 'image/jpeg', body: await readFile(poster) })
    if (type === 'media') return route.fulfill({ contentType: 'video/mp4', body: await readFile(CLIP) })
    return route.continue()
  })
}

const getField = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('xpath=..')

async function takeForm(page: Page): Promise<void> {
  await openForm(page, app.url)
  const form = page.getByRole('form', { name: 'Video settings' })
  await page.getByLabel('Prompt', { exact: true }).fill(PROMPT)
  await take('prompt', page, getField(page, 'Prompt'))
  const audio = page.getByRole('switch', { name: 'Generate Audio' }).locator('xpath=..')
  await take('audio', page, audio)
  await page.getByLabel('Negative Prompt (Optional)').fill(LEFT_OUT)
  await take('negative', page, getField(page, 'Negative Prompt (Optional)'))
  await page.getByRole('tab', { name: 'Image to Video' }).click()
  const photo = join(scratch, 'photo.jpg')
  await runFfmpeg('-ss', '1', '-i', join(root, 'public/videos/asmr3.mp4'), '-frames:v', '1', photo)
  await form.locator('input[type=file]').first().setInputFiles(photo)
  const preview = form.getByRole('button', { name: /^Remove/ }).first()
  await preview.waitFor()
  await take('image', page, preview.locator('xpath=../..'))
  await page.getByRole('tab', { name: 'Text to Video' }).click()
  await page.setViewportSize(NARROW)
  await page.getByLabel('Prompt', { exact: true }).fill(PROMPT)
  await take('write', page, getField(page, 'Prompt'))
  await take('settings', page, page.getByRole('group', { name: 'Video Duration' }), audio)
}

async function generate(page: Page, prompt: string): Promise<void> {
  await openForm(page, app.url)
  await page.getByLabel('Prompt', { exact: true }).fill(prompt)
  await page.getByRole('button', { name: /^Generate Video/ }).click()
}

try {
  await mkdir(join(root, 'public/images/screens'), { recursive: true })
  const page = await browser.newPage({ viewport: WIDE, deviceScaleFactor: DENSITY, locale: 'en-US' })
  await page.setViewportSize(NARROW)
  await page.goto(`${app.url}/login`)
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await google.waitFor()
  await take('account', page, google, page.getByText('By continuing'))
  await page.setViewportSize(WIDE)
  await signIn(page, app.url)
  await takeForm(page)

  await showOurClip(page)
  const panel = page.getByRole('region', { name: 'Your video', exact: true })
  await page.setViewportSize(WIDE)
  await generate(page, FAILING + FAIL)
  await panel.getByRole('button', { name: 'Try Again' }).waitFor({ timeout: 180_000 })
  await generate(page, PROMPT)
  await page.getByText('Your video is ready!').first().waitFor({ timeout: 180_000 })
  await page.setViewportSize(NARROW)
  await panel.locator('video').evaluate(async (clip: HTMLVideoElement) => {
    await clip.play()
    while (clip.currentTime < 2) await new Promise((done) => clip.addEventListener('timeupdate', done, { once: true }))
    clip.pause()
  })
  await take('player', page, panel.locator('video'), panel.getByRole('button', { name: 'Download Video' }))
  await page.goto(`${app.url}/videos`)
  const card = page.getByRole('list', { name: 'Your videos' }).getByRole('listitem').first()
  await card.locator('img').first().waitFor()
  await take('library', page, card.locator('img').first(), card.locator('.video-text'))
  await hideFailure(page)
  await page.setViewportSize(STATEMENT)
  await page.goto(`${app.url}/account#credits`)
  // The first two rows are the columns' names and the month.
  await page.getByRole('row').nth(3).waitFor()
  await take('statement', page, page.getByRole('row').nth(2), page.getByRole('row').nth(3))
  await writeFile(join(root, 'src/config/screens.json'), `${JSON.stringify(sizes, null, 2)}\n`)
} finally {
  await browser.close()
  await app.stop()
  await rm(scratch, { recursive: true, force: true })
}
