import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { clickGenerate, download, fillForm, waitForVideo } from '../support/journeys/generate.ts'
import { expectCredits, getWorker, MOVING, openBrowser, signIn, startJourney } from '../support/journeys/journey.ts'
import { videoFacts } from '../support/journeys/video-facts.ts'
import { JOURNEY_ENV } from '../support/journeys/workers.ts'

openBrowser()

/** Lists the video files of the stand-in and of our storage. */
async function videoFiles(): Promise<string[]> {
  const files = await readdir(getWorker().dataDir, { recursive: true })
  return files.filter((file) => /^(storage|video-service).*\.mp4$/.test(file))
}

/** The first prompt in the README. */
const PROMPT = 'A lighthouse in the rain, far thunder'

it("generates a video with sound from the demo account's prompt, downloads the video, and charges once", async () => {
  const journey = await startJourney(MOVING)
  const { page } = journey
  await signIn(journey)
  await expectCredits(page, 2500)
  await fillForm(journey, { model: 'Veo 3', seconds: 8 })
  await page.getByLabel('Prompt', { exact: true }).fill(PROMPT)
  await clickGenerate(page)
  await page.getByText('Generating your video...').first().waitFor()
  await page.getByText('Estimated time: a few seconds').first().waitFor()
  await expectCredits(page, 2170)
  await page.getByText('The video service is generating your video.').first().waitFor()
  const own = basename(new URL(await waitForVideo(page)).pathname)
  // A job of an earlier journey may end at the same time, so this searches for the file by name.
  const found = await Promise.all(
    (await videoFiles()).map(async (file) => ({ file, ...(await stat(join(getWorker().dataDir, file))) })),
  )
  const { ino } = found.find(({ file }) => file.endsWith(own)) ?? {}
  // The stand-in's file and our file are hard links to one file.
  expect(found.filter((file) => file.ino === ino)).toHaveLength(2)
  await page.getByRole('list', { name: 'Your videos' }).getByRole('listitem').first().locator('img').waitFor()
  const { path, name } = await download(page)
  await page.getByText('Video downloaded successfully!').first().waitFor()
  expect(name).toMatch(/^ai-video-\d+\.mp4$/)
  const facts = await videoFacts(path)
  expect(facts).toMatchObject({
    isMp4: true,
    video: { codec: 'avc', width: 1280, height: 720, packets: 8 * Number(JOURNEY_ENV.LOCAL_FRAME_RATE) },
    audio: { codec: 'aac', channels: 2, sampleRate: 48_000 },
  })
  expect(Math.abs(facts.durationSeconds - 8)).toBeLessThanOrEqual(1 / 24)
  await page.getByRole('button', { name: 'Generate New' }).click()
  await expect.poll(() => page.getByLabel('Prompt', { exact: true }).inputValue()).toBe(PROMPT)
  await page.reload()
  await expectCredits(page, 2170)
})
