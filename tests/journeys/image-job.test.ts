import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { download, fillForm, pressGenerate, waitForVideo } from '../support/journeys/generate.ts'
import { expectCredits, newPerson, openBrowser, signIn, startJourney, takePlan } from '../support/journeys/journey.ts'
import { videoFacts } from '../support/journeys/video-facts.ts'

openBrowser()

it('a new account takes a simulated plan and turns a picture into a downloaded video', async () => {
  const journey = await startJourney()
  const { page } = journey
  await signIn(journey, newPerson())
  await expectCredits(page, 0)

  await fillForm(journey, { prompt: 'Waves' })
  await page.getByText('Not enough credits (0/330)').first().waitFor()
  expect(await page.getByRole('link', { name: 'Buy Credits' }).getAttribute('href')).toBe('/pricing')
  await pressGenerate(page)
  await page
    .getByText('Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 0 credits')
    .first()
    .waitFor()

  await takePlan(journey, 'lite')
  await expectCredits(page, 600)
  const picture = { name: 'beach.png', mimeType: 'image/png', buffer: beach() }
  await fillForm(journey, { model: 'Veo 3', prompt: 'Waves roll in', seconds: 8, picture })
  await page.getByRole('img', { name: /beach\.png/ }).waitFor()
  await pressGenerate(page)
  await waitForVideo(page)
  await expectCredits(page, 270)
  const facts = await videoFacts((await download(page)).path)
  expect(facts).toMatchObject({
    isMp4: true,
    video: { codec: 'avc', packets: 8 * 24 },
    audio: { codec: 'aac', channels: 2 },
  })
  expect(Math.abs(facts.durationSeconds - 8)).toBeLessThanOrEqual(1 / 24)
})

it('a model without sound makes a silent file, and a 5 s job its shortest length that is not shorter', async () => {
  const journey = await startJourney()
  const { page } = journey
  await signIn(journey, newPerson())
  await takePlan(journey, 'lite')
  await expectCredits(page, 600)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A train at night' })
  await pressGenerate(page)
  await page.getByText('Estimated time: a few seconds').first().waitFor()
  await waitForVideo(page)
  await expectCredits(page, 580)
  const facts = await videoFacts((await download(page)).path)
  expect(facts).toMatchObject({ video: { codec: 'avc', packets: 5 * 24 }, audio: null })
})

function beach(): Buffer {
  const canvas = createCanvas(800, 600)
  const context = canvas.getContext('2d')
  const sky = context.createLinearGradient(0, 0, 0, 600)
  sky.addColorStop(0, '#27466f')
  sky.addColorStop(0.6, '#ffb454')
  sky.addColorStop(1, '#1d2a33')
  context.fillStyle = sky
  context.fillRect(0, 0, 800, 600)
  return canvas.toBuffer('image/png')
}
