// Fault +e for the one part of the code that every page waits for: that of the sign-in.
import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { isConsume, library, NO_ANSWER, recordRequests, startWith600 } from '../../support/journeys/faults.ts'
import { fillForm, pressGenerate } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser, startJourney } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'

openBrowser()

const CODE = /\/assets\/supabase-[^/]+\.js$/
const SENTENCE = /^Your sign-in could not be loaded: a part of this site did not arrive\./

/** A signed-in person on the generator, and what this tab loads from now on. */
async function startOnGenerator() {
  const journey = await startWith600()
  const { page, url } = journey
  journey.expectComplaint(NO_ANSWER)
  journey.expectComplaint(/^The sign-in could not be loaded|status of 404/)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A pier in the fog #stuck' })
  const isPage = (request: Request) => request.resourceType() === 'document' && request.url().startsWith(url)
  return { ...journey, documents: recordRequests(page, isPage) }
}

it('fault e: the code of the sign-in stays away: one reload, then a sentence and a button that tries again', async () => {
  const journey = await startOnGenerator()
  const { page, owner, documents } = journey
  await page.route(CODE, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }))
  await page.reload()
  const note = page.getByText(SENTENCE)
  await note.waitFor()
  // The reload of the test and the one of the page.
  expect(documents.sent).toHaveLength(2)
  await library(page).getByText('Your videos wait for your sign-in').first().waitFor()
  const prompt = page.getByLabel('Prompt', { exact: true })
  expect(await prompt.inputValue()).toBe('A pier in the fog #stuck')
  const consumes = recordRequests(page, isConsume)
  const again = page.getByRole('status', { name: 'Sign-in' }).getByRole('button', { name: 'Try again' })

  // Still gone: the page is loaded again because the person asked for it, and says the same.
  await Promise.all([page.waitForEvent('load'), again.click()])
  await note.waitFor()
  expect(documents.sent).toHaveLength(3)

  await page.unroute(CODE)
  await again.click()
  await expectCredits(page, 600)
  await note.waitFor({ state: 'detached' })
  await library(page).getByText('Nothing here yet').first().waitFor()
  expect(await prompt.inputValue()).toBe('A pier in the fog #stuck')
  expect(consumes.sent).toHaveLength(0)
  await pressGenerate(page)
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['running'] })
})

it('fault e: the network goes away before the code of the sign-in came: no reload, and the page goes on with the network', async () => {
  const journey = await startOnGenerator()
  const { page, context, owner, documents } = journey
  await page.route(CODE, async (route) => {
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await page.reload()
  const note = page.getByText(SENTENCE)
  await note.waitFor()
  // A press starts nothing and loses nothing.
  await pressGenerate(page)
  await page
    .getByText(/^Your sign-in could not be loaded, so nothing was started\./)
    .first()
    .waitFor()
  await page.unroute(CODE)
  await context.setOffline(false)
  await note.waitFor({ state: 'detached' })
  await expectCredits(page, 600)
  expect(documents.sent).toHaveLength(1)
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('A pier in the fog #stuck')
  await expectBooks(owner, { available: 600, jobs: [] })
})

it('fault e: without the code of the sign-in the login page offers to load it again', async () => {
  const journey = await startJourney()
  const { page, url } = journey
  journey.expectComplaint(NO_ANSWER)
  journey.expectComplaint(/^The sign-in could not be loaded/)
  await page.route(CODE, (route) => route.abort('failed'))
  await page.goto(`${url}/login`)
  const load = page.getByRole('button', { name: 'Load the sign-in again' })
  await load.waitFor()
  await page.unroute(CODE)
  await load.click()
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
})
