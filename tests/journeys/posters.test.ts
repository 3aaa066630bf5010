import { expect, it } from 'vitest'
import { startWith600 } from '../support/journeys/faults.ts'
import { openBrowser } from '../support/journeys/journey.ts'
import { makeVideo } from '../support/journeys/make-video.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const VIDEOS = 3
const MAX_BYTES = VIDEOS * 40 * 1024

it('shows videos by their stored posters, and loads no video', async () => {
  scripted.provider.finish()
  const { page, url, owner } = await startWith600(scripted.url())
  for (let made = 1; made <= VIDEOS; made += 1) await makeVideo(owner, 'kling-1.6', `Take ${made}`)
  const videos: string[] = []
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().includes('.mp4')) videos.push(response.url())
    if (response.url().includes('.webp?')) sizes.push(response.body().then(({ byteLength }) => byteLength))
  })
  await page.goto(`${url}/videos`)
  const posters = page.getByRole('button', { name: /^Play: Take / }).locator('img')
  await expect.poll(() => posters.count()).toBe(VIDEOS)
  for (const poster of await posters.all()) {
    await expect
      .poll(() => poster.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true)
  }
  expect(videos).toEqual([])
  expect(sizes).toHaveLength(VIDEOS)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThan(MAX_BYTES)
})
