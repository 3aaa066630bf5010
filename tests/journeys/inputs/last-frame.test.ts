import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { chooseFromMore, getLibrary, isCreate, startWithFilledForm } from '../../support/journeys/faults.ts'
import { clickGenerate, VIDEO_TIMEOUT_MS, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { videoFacts } from '../../support/journeys/video-facts.ts'

openBrowser()

/** Positions in the video, as shares of its duration. The last position is inside the last frame. */
const MOMENTS = [0.02, 0.25, 0.5, 0.75, 0.9, 0.999]

/** Returns the difference between an image and the video at each position. */
function getDifferences(image: Locator, address: string): Promise<number[]> {
  return image.evaluate(
    async (image: HTMLImageElement, { address, moments }) => {
      const getPixels = (source: CanvasImageSource) => {
        const pen = new OffscreenCanvas(320, 180).getContext('2d')
        if (!pen) throw new Error('there is no canvas')
        pen.drawImage(source, 0, 0, 320, 180)
        return pen.getImageData(0, 0, 320, 180).data
      }
      await image.decode()
      const wanted = getPixels(image)
      const differences: number[] = []
      for (const moment of moments) {
        const video = document.createElement('video')
        const happens = (event: string) => new Promise((done) => video.addEventListener(event, done, { once: true }))
        Object.assign(video, { crossOrigin: 'anonymous', muted: true, preload: 'auto', src: address })
        await happens('loadedmetadata')
        const seconds = moment * video.duration
        // The 'seeked' event can fire before the frame is drawn, so this waits for the frame.
        const isShown = new Promise<void>((done) => {
          const look = (_now: number, { mediaTime }: { mediaTime: number }) => {
            if (mediaTime > seconds - 0.5) done()
            else video.requestVideoFrameCallback(look)
          }
          video.requestVideoFrameCallback(look)
        })
        const seek = () => Object.assign(video, { currentTime: seconds })
        // A busy browser can draw the frame without the callback, so the video seeks again until one comes.
        const seeking = setInterval(seek, 1000)
        seek()
        await isShown
        clearInterval(seeking)
        const pixels = getPixels(video)
        differences.push(pixels.reduce((sum, value, at) => sum + Math.abs(value - (wanted[at] ?? 0)), 0))
      }
      return differences
    },
    { address, moments: MOMENTS },
  )
}

it('continues a video from its last frame, used as the first image of a new job', async () => {
  const { page, owner } = await startWithFilledForm(undefined, 'A train crosses a viaduct at night')
  await clickGenerate(page)
  const address = await waitForVideo(page)
  await chooseFromMore(getLibrary(page), 'Continue from last frame')
  await page.getByText('The last frame is now your starting image. Describe what happens next.').first().waitFor()

  const preview = page.getByRole('form', { name: 'Video settings' }).getByRole('img', { name: /^last-frame-/ })
  await preview.waitFor()
  const differences = await getDifferences(preview, address)
  expect(differences.indexOf(Math.min(...differences)), String(differences)).toBe(MOMENTS.length - 1)
  const size = await preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(size).toEqual([1280, 720])

  await page.getByLabel('Prompt', { exact: true }).fill('The train enters a tunnel')
  const created = page.waitForRequest(isCreate)
  await clickGenerate(page)
  const { input } = (await created).postDataJSON() as { input: { image?: string } }
  expect(input.image).toMatch(/^data:image\/jpeg;base64,/)
  await page.getByText('The train enters a tunnel').first().waitFor()
  await waitForVideo(page)
  await expectCredits(page, 560)
  await expectBooks(owner, { available: 560, jobs: ['succeeded', 'succeeded'] })

  await chooseFromMore(getLibrary(page), 'Join 2 videos')
  const dialog = page.getByRole('dialog', { name: 'Join videos' })
  const shots = async () => (await dialog.getByRole('listitem').allTextContents()).map((text) => text.slice(0, 12))
  await expect.poll(shots).toEqual(['1A train cro', '2The train e'])
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  const joined = page.getByRole('dialog', { name: 'Your joined video' })
  await joined.waitFor({ timeout: VIDEO_TIMEOUT_MS })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    joined.getByRole('button', { name: 'Download Video' }).click(),
  ])
  const facts = await videoFacts(await saved.path())
  expect(facts.durationSeconds).toBeCloseTo(10, 0)
})
