// Creates the README's animated image, docs/images/soundreel.webp, from a real run of `npm start`: node
// tools/media/readme/make.ts. It starts the built app with an empty database and signs in with the demo account. It
// then records a video from its prompt to the library. Only the pointer is drawn. The wait for the video is shortened
// to SHOW_WAIT_MS. It requires Chromium (CHROMIUM_PATH, or /usr/bin/chromium) and ffmpeg with libwebp, and takes about
// a minute. PORT sets a port other than 5199.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { openBrowser, openForm, root, signIn, startApp } from '../app.ts'
import { openRecorder, type Recorder } from './recorder.ts'

const PROMPT = 'A lighthouse in the rain, far thunder'
const VIEWPORT = { width: 1100, height: 820 }
/** The pixel density. GitHub shows the image about 830 pixels wide. */
const DOTS_PER_PIXEL = 1
const SHOW_WAIT_MS = 4500
const SHOW_VIDEO_SECONDS = 2.5
const LOOPS = 2
const MAX_BYTES = 700_000

const image = (name: string) => join(root, 'docs/images', name)

const getPart = (page: Page): Locator => page.getByRole('region', { name: 'Your video', exact: true })
const getRow = (page: Page): Locator => page.getByRole('list', { name: 'Your videos' }).getByRole('listitem').first()
const getPrompt = (page: Page) => page.getByLabel('Prompt', { exact: true })
const getButton = (page: Page) => page.getByRole('button', { name: /^Generate Video/ })
const isReady = (page: Page) => page.getByText('Your video is ready!').first()

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
  await filmUntil(() => isReady(page).isVisible(), { everyMs: 900, showMs: SHOW_WAIT_MS })
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
const browser = await openBrowser()
try {
  const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor: DOTS_PER_PIXEL, locale: 'en-US' })
  await signIn(page, app.url)
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
