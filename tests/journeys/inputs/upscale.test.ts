// Upscales a finished video from its page, on a server with the models of fal.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from '../../harness/app-server.ts'
import { expectNoFaults } from '../../support/journeys/axe.ts'
import { chooseFromMore, getLibrary, isCreate, openMore, startWith600 } from '../../support/journeys/faults.ts'
import { VIDEO_TIMEOUT_MS } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { makeVideo } from '../../support/journeys/make-video.ts'

openBrowser()

let server: Server | undefined
beforeAll(async () => {
  server = await startServer({ env: { LOCAL_MODELS: 'all' } })
})
afterAll(() => server?.remove())

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
