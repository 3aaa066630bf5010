import { expect, it } from 'vitest'
import { fillForm, pressGenerate, VIDEO_TIMEOUT_MS, waitForVideo } from '../../support/journeys/generate.ts'
import {
  expectCredits,
  newPerson,
  openBrowser,
  signIn,
  startJourney,
  takePlan,
} from '../../support/journeys/journey.ts'
import { serverCredits } from '../../support/journeys/ledger.ts'

openBrowser()

async function newAccountWith600() {
  const journey = await startJourney()
  await signIn(journey, newPerson())
  await takePlan(journey, 'lite')
  await expectCredits(journey.page, 600)
  return journey
}

it.each([
  ['#reject', /^Request failed: The video service did not accept this request/, true],
  ['#error', /^Request failed: The video service is busy\. You were not charged/, true],
  ['#no-task', /Could not extract task ID from API response\. API returned: \{/, true],
  ['#no-url', 'Unable to retrieve video. Please try again.', false],
  ['#broken-file', /does not play/, false],
])('%s: says what happened, charges nothing and keeps the form', async (word, message, refusesCreate) => {
  const journey = await newAccountWith600()
  const { page, url } = journey
  // Chromium itself reports an answer that is not 2xx.
  if (refusesCreate)
    journey.expectComplaint(/Failed to load resource: the server responded with a status of (422|502|503)/)
  await fillForm(journey, { prompt: `A quiet harbour ${word}` })
  await pressGenerate(page)
  await page.getByText(message).first().waitFor({ timeout: VIDEO_TIMEOUT_MS })
  await expectCredits(page, 600)
  expect(await serverCredits(page, url)).toBe(600)
  await page.getByRole('button', { name: 'Try Again' }).click()
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe(`A quiet harbour ${word}`)
})

it('#garbage: an edge proxy’s page leaves the job open and held, and nobody says that it failed', async () => {
  const journey = await newAccountWith600()
  const { page, url } = journey
  await fillForm(journey, { prompt: 'A quiet harbour #garbage' })
  const status = page.waitForResponse((response) => response.url().endsWith('/status'))
  await pressGenerate(page)
  expect(await (await status).json()).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
  await page.getByText('Generating your video...').waitFor()
  expect(await serverCredits(page, url)).toBe(270)
})

it('a double click makes one job and one hold', async () => {
  const journey = await newAccountWith600()
  const { page, url } = journey
  const creates: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/generation/')) creates.push(request.url())
  })
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'Snow on a village' })
  await page.getByRole('button', { name: /^Generate Video/ }).dblclick()
  await waitForVideo(page)
  expect(creates).toHaveLength(1)
  expect(await serverCredits(page, url)).toBe(580)
})

it('a reload in the middle of a job picks it up, and it is paid once', async () => {
  const journey = await newAccountWith600()
  const { page, url } = journey
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'Desert at noon' })
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/generation/'),
  )
  await pressGenerate(page)
  await created
  await page.reload()
  await waitForVideo(page)
  expect(await serverCredits(page, url)).toBe(580)
})
