import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import * as files from '../../support/image-files.ts'
import { clickGenerate, fillForm, waitForVideo } from '../../support/journeys/generate.ts'
import {
  addPlanCredits,
  createTestVisitor,
  getWorker,
  openBrowser,
  openPage,
  signIn,
  startJourney,
} from '../../support/journeys/journey.ts'

openBrowser()

const upload = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

async function openImageTab(page: Page, url: string) {
  await openPage(page, `${url}/create-video`)
  await page.getByRole('tab', { name: 'Image to Video' }).click()
  return page.locator('input[type=file]')
}

it('uploads a rotated photo upright and without its location', async () => {
  const journey = await startJourney()
  const { page } = journey
  await signIn(journey, createTestVisitor())
  await addPlanCredits(journey, 'lite')
  const folder = join(getWorker().dataDir, 'video-service', 'images')
  const before: string[] = await readdir(folder).catch(() => [])
  const photo = files.photo(3200, 2400)
  expect(photo.includes(files.CAMERA)).toBe(true)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'Waves', image: upload('beach.jpg', photo) })
  await page.getByText('2048 × 1536 · beach.jpg').first().waitFor()
  await clickGenerate(page)
  await waitForVideo(page)

  // The file that the stand-in downloaded from our storage.
  const [name] = (await readdir(folder)).filter((file) => !before.includes(file))
  expect(name).toMatch(/\.jpg$/)
  const sent = await readFile(join(folder, name ?? ''))
  for (const trace of ['Exif', files.CAMERA, 'GPS', 'http://ns.adobe.com/xap']) expect(sent.includes(trace)).toBe(false)
  const image = await loadImage(sent)
  expect([image.width, image.height]).toEqual([2048, 1536])
  const canvas = createCanvas(2048, 1536)
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0)
  const brightest = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = pen.getImageData(x, y, 1, 1).data
    return red > 200 && green > 200 ? 'yellow' : red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
  }
  expect([brightest(300, 300), brightest(1700, 300), brightest(1700, 1200), brightest(300, 1200)]).toEqual([
    'red',
    'green',
    'blue',
    'yellow',
  ])
})

it('refuses a truncated image, keeps the form over a reload and sign-in, and clears the form after sign-out', async () => {
  const journey = await startJourney()
  const { page, url } = journey
  const input = await openImageTab(page, url)
  const whole = files.card(900, 600, 'jpeg')
  await input.setInputFiles(upload('half.jpg', whole.subarray(0, whole.length / 2)))
  await page
    .getByText(/file is incomplete/)
    .first()
    .waitFor()
  await input.setInputFiles(upload('fox.jpg', whole))
  const preview = page.getByRole('img', { name: 'fox.jpg' })
  await preview.waitFor()
  await page.getByLabel('Prompt', { exact: true }).fill('a fox looks up')
  await page.getByText('5 seconds', { exact: true }).click()

  const expectForm = async () => {
    await preview.waitFor()
    expect(await preview.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(900)
    await expect.poll(() => page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('a fox looks up')
    await expect.poll(() => page.getByRole('button', { name: '5 seconds' }).getAttribute('aria-pressed')).toBe('true')
  }
  // The form shows an image shortly before storing it.
  await expect.poll(() => countStoredFiles(page)).toBe(1)
  await page.reload()
  await expectForm()
  await signIn(journey, createTestVisitor())
  await page.goto(`${url}/create-video`)
  await expectForm()

  // Signs out on a page that doesn't load the form.
  await page.goto(`${url}/login`)
  await page.waitForURL(`${url}/`)
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await openImageTab(page, url)
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('')
  await page.getByText('Upload image', { exact: true }).first().waitFor()
  await expect.poll(() => countStoredFiles(page)).toBe(0)
})

/** Returns the number of files that the app has stored in this browser. */
function countStoredFiles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('soundreel')
        // The database doesn't exist yet. Only the app may create it.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve(0) : reject(opening.error))
        opening.onsuccess = () => {
          const counting = opening.result.transaction('files').objectStore('files').count()
          counting.onerror = () => reject(counting.error)
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )
}
