import { expect, it } from 'vitest'
import { isCreate, recordRequests, stage, startFilled } from '../support/journeys/faults.ts'
import { VIDEO_TIMEOUT_MS } from '../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../support/journeys/journey.ts'
import { expectBooks } from '../support/journeys/ledger.ts'

openBrowser()

it('holds, generates, and charges one prompt for two models, and shows both after a reload', async () => {
  const { page, owner } = await startFilled(undefined, 'Waves on a dark beach')
  await page.getByRole('button', { name: 'Compare' }).click()
  const creates = recordRequests(page, isCreate)
  await page.getByRole('button', { name: /^Generate 2 Videos/ }).click()
  await expectCredits(page, 600 - 20 - 180)
  // Held is not sent yet: a reload in between would leave a job that was never made.
  await expect.poll(() => [creates.sent.length, creates.open]).toEqual([2, 0])
  await page.reload()
  const compared = stage(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect.poll(() => compared.count()).toBe(2)
  await page.getByRole('heading', { name: 'Side by side' }).waitFor({ timeout: VIDEO_TIMEOUT_MS })
  await page.getByText(/^Generated in \d:\d\d, no sound · 180 credits charged$/).waitFor()
  await page.getByText(/^Generated in \d:\d\d, no sound · 20 credits charged$/).waitFor()
  const sizes = () =>
    page
      .locator('#monitor video')
      .evaluateAll((videos: HTMLVideoElement[]) => videos.map(({ videoWidth }) => videoWidth > 0))
  await expect.poll(sizes).toEqual([true, true])
  await expectBooks(owner, { available: 400, jobs: ['succeeded', 'succeeded'] })
})
