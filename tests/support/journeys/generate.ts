import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Journey } from './journey.ts'

export interface Take {
  model?: 'Kling 1.6' | 'Veo 2' | 'Veo 3'
  prompt?: string
  seconds?: 5 | 8
  /** A file for the image tab. */
  image?: { name: string; mimeType: string; buffer: Buffer }
}

/**
 * The time limit for a video. It exceeds two renders on a busy two-core machine plus two polls. On an idle machine, 8 s
 * of video take 5 s.
 */
export const VIDEO_TIMEOUT_MS = 180_000

/** Opens the generator and fills the form, without clicking Generate. */
export async function fillForm({ page, url }: Pick<Journey, 'page' | 'url'>, take: Take): Promise<void> {
  await page.goto(`${url}/create-video`)
  // A file that is chosen before the page's code has loaded would be lost.
  await page.locator('form:not([inert])').waitFor()
  if (take.image) {
    await page.getByRole('tab', { name: 'Image to Video' }).click()
    await page.locator('input[type=file]').setInputFiles(take.image)
  }
  if (take.model) await chooseModel(page, take.model)
  if (take.prompt !== undefined) await page.getByLabel('Prompt', { exact: true }).fill(take.prompt)
  await page.getByText(`${take.seconds ?? 5} seconds`, { exact: true }).click()
}

/** Returns the button that opens the list of models. */
export const getModelButton = (page: Page) => page.getByRole('button', { name: /^Model / })

export async function chooseModel(page: Page, name: string): Promise<void> {
  await getModelButton(page).click()
  await page
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click()
}

export async function clickGenerate(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Generate Video/ }).click()
}

/** Waits until the video is finished and the player can play it. Returns the video's URL. */
export async function waitForVideo(page: Page): Promise<string> {
  await page.getByText('Your video is ready!').first().waitFor({ timeout: VIDEO_TIMEOUT_MS })
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(2)
  return video.evaluate((element: HTMLVideoElement) => element.currentSrc)
}

/** Clicks Download Video. Returns the saved file's path and suggested name. */
export async function download(page: Page): Promise<{ path: string; name: string }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Video' }).click(),
  ])
  return { path: await saved.path(), name: saved.suggestedFilename() }
}
