// Creates the README's animated image, docs/images/soundreel.webp, from a real run of `npm start`: node
// tools/media/readme/make.ts. It starts the built app with an empty database and signs in with the demo account. It
// then records a video from its prompt to the library. Only the pointer is drawn. The wait for the video is shortened
// to SHOW_WAIT_MS. It requires Chromium (CHROMIUM_PATH, or /usr/bin/chromium) and ffmpeg with libwebp, and takes about
// a minute. PORT sets a port other than 5199.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Locator, type Page } from 'playwright-core'
import { openRecorder, type Recorder } from './recorder.ts'

const PROMPT = 'A lighthouse in the rain, far thunder'
const VIEWPORT = { width: 1100, height: 820 }
/** The positions of starter ideas in the generator. Their videos are in the library before the recording starts. */
const EARLIER_IDEAS = [1, 2]
/** The pixel density. GitHub shows the image about 830 pixels wide, often on screens with a pixel ratio of 2. */
const DOTS_PER_PIXEL = 1.25
const SHOW_WAIT_MS = 4500
const SHOW_VIDEO_SECONDS = 2.5
const LOOPS = 2
const MAX_BYTES = 1_500_000

const root = fileURLToPath(new URL('../../..', import.meta.url))
const image = (name: string) => join(root, 'docs/images', name)

async function startApp(dataDir: string) {
  const PORT = process.env.PORT ?? '5199'
  const child = spawn(process.execPath, ['local/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, PORT, LOCAL_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('ready') && resolve())
    ended.then(() => reject(new Error('npm start ended before it was ready.')))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url: `http://localhost:${PORT}`, stop }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await popup).getByRole('button', { name: 'Demo Account' }).click()
  await page.waitForURL(`${url}/`)
}

async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/create-video`)
  await page.locator('form:not([inert])').waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.getByRole('banner').getByText('credits').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

const getPart = (page: Page): Locator => page.getByRole('region', { name: 'Your video', exact: true })
const getRow = (page: Page): Locator => page.getByRole('list', { name: 'Your videos' }).getByRole('listitem').first()
const getPrompt = (page: Page) => page.getByLabel('Prompt', { exact: true })
const getButton = (page: Page) => page.getByRole('button', { name: /^Generate Video/ })
const isReady = (page: Page) => page.getByText('Your video is ready!').first()

async function makeEarlierVideos(page: Page): Promise<void> {
  for (const place of EARLIER_IDEAS) {
    await getPart(page).getByRole('listitem').nth(place).getByRole('button').click()
    await getButton(page).click()
    await isReady(page).waitFor({ timeout: 180_000 })
    await page.getByRole('button', { name: 'Generate New' }).click()
  }
  await getPrompt(page).fill('')
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

/** Records a video from its prompt to its row in the library. */
async function actStory(page: Page, recorder: Recorder): Promise<void> {
  const { film, pointAt, filmUntil, filmVideo, scrollBy } = recorder
  await recorder.showPointer({ x: 620, y: 560 })
  await film(900)
  await pointAt(getPrompt(page), 8)
  await getPrompt(page).click()
  for (let n = 0; n < PROMPT.length; n += 2) {
    await page.keyboard.type(PROMPT.slice(n, n + 2))
    await film(n + 2 < PROMPT.length ? 70 : 600)
  }
  await pointAt(getButton(page), 10)
  await film(400)
  await getButton(page).click()
  await recorder.hidePointer()
  await page.getByText('The video service is generating your video.').first().waitFor()
  await filmUntil(() => isReady(page).isVisible(), { everyMs: 350, showMs: SHOW_WAIT_MS })
  const video = getPart(page).locator('video')
  await video.waitFor()
  await page.waitForTimeout(600)
  await filmVideo(video, SHOW_VIDEO_SECONDS)
  await film(500)
  const title = await page.getByRole('heading', { name: 'Your videos' }).boundingBox()
  await scrollBy((title?.y ?? 0) - 110, 8)
  await getRow(page).locator('img, canvas').first().waitFor()
  await film(4000)
}

const scratch = await mkdtemp(join(tmpdir(), 'readme-picture-'))
const app = await startApp(join(scratch, 'data'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor: DOTS_PER_PIXEL, locale: 'en-US' })
  await signIn(page, app.url)
  await openForm(page, app.url)
  await makeEarlierVideos(page)
  await openForm(page, app.url)
  const recorder = openRecorder(page, scratch)
  await actStory(page, recorder)
  await recorder.write(image('soundreel.webp'), image('soundreel-still.webp'), LOOPS)
  const { size } = await stat(image('soundreel.webp'))
  if (size > MAX_BYTES) throw new Error(`The image has ${size} bytes, which is too large. Show less of the video.`)
  console.log(`docs/images/soundreel.webp: ${size} bytes`)
} finally {
  await browser.close()
  await app.stop()
  await rm(scratch, { recursive: true, force: true })
}
