import { expect, it } from 'vitest'
import {
  expectAfterReload,
  GENERATING,
  IDLE,
  isConsume,
  isCreate,
  jobIds,
  recordRequests,
  runClockUntil,
  startWatchedJob,
  startWithFilledForm,
} from '../../support/journeys/faults.ts'
import { clickGenerate } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const sendPage = (title: string, status = 200) =>
  new Response(`<!DOCTYPE html><title>${title}</title>`, { status, headers: { 'content-type': 'text/html' } })

it('keeps a job open and its credits held if an edge proxy responds instead of the provider (fault 6)', async () => {
  const { provider } = scripted
  const { page, owner } = await startWithFilledForm(scripted.url())
  provider.intercept.create = () => sendPage('502 Bad Gateway', 502)
  const status = page.waitForResponse((response) => response.url().endsWith('/status'))
  await clickGenerate(page)
  expect(await (await status).json()).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
  await page.getByText(GENERATING).first().waitFor()
  await page.getByText("20 credits held. You're charged only if it arrives.").first().waitFor()
  await page.getByText("We couldn't confirm that the video service received your request.").first().waitFor()
  await expectBooks(owner, { available: 580, jobs: ['unknown'] })
  await expectAfterReload(page, 580, /You're charged only if it arrives/)
  expect(provider.creates).toHaveLength(1)
})

it('creates and charges nothing, and sends nothing again by itself, after a 429 of the provider (fault 8)', async () => {
  const { provider } = scripted
  const { page, owner, expectComplaint } = await startWithFilledForm(scripted.url())
  expectComplaint(/status of 503/)
  const consumes = recordRequests(page, isConsume)
  const creates = recordRequests(page, isCreate)
  provider.intercept.create = () =>
    Response.json({ message: 'Too many requests', code: 'TOO_MANY_REQUESTS' }, { status: 429 })
  await clickGenerate(page)
  await page
    .getByText(/^Request failed: The video service was busy\./)
    .first()
    .waitFor()
  await page.getByText("You weren't charged.").first().waitFor()
  await expectCredits(page, 600)
  expect([provider.creates.length, creates.sent.length]).toEqual([1, 1])
  await expectBooks(owner, { available: 600, jobs: ['failed'] })

  // The next click creates a new job, because the job with the returned hold can't run again.
  scripted.provider.reset()
  await clickGenerate(page)
  await page.getByText('20 credits held').first().waitFor()
  expect(new Set(jobIds(consumes.sent)).size).toBe(2)
  await expectBooks(owner, { available: 580, jobs: ['failed', 'running'] })
})

it('shows the reason of a refusal, charges nothing, and keeps the form (fault 7)', async () => {
  const prompt = 'A quiet harbor #reject'
  const { page, owner, expectComplaint } = await startWithFilledForm(undefined, prompt)
  expectComplaint(/status of 422/)
  await clickGenerate(page)
  await page
    .getByText(/^Request failed: The video service didn't accept this request/)
    .first()
    .waitFor()
  await expectCredits(page, 600)
  await expectBooks(owner, { available: 600, jobs: ['failed'] })
  await page.getByRole('button', { name: 'Try Again', exact: true }).click()
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe(prompt)
  await expectAfterReload(page, 600, IDLE)
})

it('refuses a video file that is an HTML page (fault 15)', async () => {
  const { provider } = scripted
  const { page, owner } = await startWatchedJob(scripted.url())
  provider.intercept.file = () => sendPage('Sign in')
  provider.finish()
  await runClockUntil(page, page.getByText('Video generation failed. Please try again.'))
  await page
    .getByText(/You weren't charged/)
    .first()
    .waitFor()
  await expectCredits(page, 600)
  await expectBooks(owner, { available: 600, jobs: ['failed'] })
  await expectAfterReload(page, 600, IDLE)
})
