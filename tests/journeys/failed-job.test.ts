import { expect, it } from 'vitest'
import { isConsume } from '../support/journeys/faults.ts'
import { fillForm, pressGenerate } from '../support/journeys/generate.ts'
import { expectCredits, newPerson, openBrowser, signIn, startJourney, takePlan } from '../support/journeys/journey.ts'

openBrowser()

it('a failed job gives the credits back, says so, and keeps what was typed', async () => {
  const journey = await startJourney()
  const { page } = journey
  await signIn(journey, newPerson())
  await takePlan(journey, 'lite')
  await expectCredits(page, 600)
  await fillForm(journey, { model: 'Veo 3', prompt: 'A storm #fail' })
  // It may come and go faster than the header can be read.
  const consumed = page.waitForResponse((response) => isConsume(response.request()))
  await pressGenerate(page)
  expect(await (await consumed).json()).toMatchObject({ data: { settlement: 'held', balance_after: 270 } })
  await page.getByText('Video generation failed. Please try again.').first().waitFor()
  await page.getByText('You were not charged').first().waitFor()
  await expectCredits(page, 600)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A storm #fail')
})

it('nobody is charged who is not signed in: the checks speak in their order', async () => {
  const journey = await startJourney()
  const { page } = journey
  await fillForm(journey, {})
  await page.getByText('Please login to generate videos').first().waitFor()
  await pressGenerate(page)
  await page.getByText('Please enter a prompt').first().waitFor()
  await page.getByRole('tab', { name: 'Image to Video' }).click()
  await pressGenerate(page)
  await page.getByText('Please upload an image').first().waitFor()
  await page.getByRole('tab', { name: 'Text to Video' }).click()
  await page.getByLabel('Prompt', { exact: true }).fill('Rain')
  await pressGenerate(page)
  await page.getByText('Please login before generating a video').first().waitFor()
})
