import { expect, it } from 'vitest'
import { isCreate, library, startWith600 } from '../../support/journeys/faults.ts'
import { difference, framesOf, pictureIn } from '../../support/journeys/frames.ts'
import { download, fillForm, pressGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'

openBrowser()

it('a video is continued from its last frame: that frame is the picture of a new job, which runs to its end', async () => {
  const journey = await startWith600()
  const { page, owner } = journey
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A train crosses a viaduct at night' })
  await pressGenerate(page)
  await waitForVideo(page)
  const { path } = await download(page)
  await library(page).getByRole('button', { name: 'Continue from its last frame' }).click()
  await page.getByText('The last frame is in the form. Say what happens next.').first().waitFor()

  const preview = page.getByRole('form', { name: 'Video settings' }).getByRole('img', { name: /^last-frame\./ })
  await preview.waitFor()
  const picture = await pictureIn(preview)
  expect([picture.width, picture.height]).toEqual([1280, 720])
  const frames = await framesOf(path)
  expect(frames).toHaveLength(5 * 24)
  // Of all frames it is like the last one most, and unlike the first.
  const differences = frames.map((frame) => difference(frame, picture.grid))
  const nearest = Math.min(...differences)
  expect(differences.indexOf(nearest)).toBe(frames.length - 1)
  expect(differences[0]).toBeGreaterThan(4 * nearest)

  await page.getByLabel('Prompt', { exact: true }).fill('The train enters a tunnel')
  const created = page.waitForRequest(isCreate)
  await pressGenerate(page)
  const { input } = (await created).postDataJSON() as { input: { image?: string } }
  expect(input.image).toMatch(/^data:image\/jpeg;base64,/)
  await page.getByText('The train enters a tunnel').first().waitFor()
  await waitForVideo(page)
  await expectCredits(page, 560)
  await expectBooks(owner, { available: 560, jobs: ['succeeded', 'succeeded'] })
})
