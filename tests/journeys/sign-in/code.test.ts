// Tests a failed load of the sign-in code, which every page waits for.
import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  getLibrary,
  isConsume,
  NO_RESPONSE,
  recordRequests,
  startWithFilledForm,
} from '../../support/journeys/faults.ts'
import { clickGenerate } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'

openBrowser()

const CODE = /\/assets\/supabase-[^/]+\.js$/

it('reloads once, then offers to try again if the sign-in code is still missing (fault e)', async () => {
  const { page, owner, url, expectComplaint } = await startWithFilledForm(undefined, 'A pier in the fog #stuck')
  expectComplaint(NO_RESPONSE)
  expectComplaint(/^Couldn't load the sign-in code|status of 404/)
  const isPage = (request: Request) => request.resourceType() === 'document' && request.url().startsWith(url)
  const documents = recordRequests(page, isPage)
  await page.route(CODE, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }))
  await page.reload()
  const note = page.getByText(/^We couldn't load sign-in\./)
  await note.waitFor()
  // The test reloaded the page once, and the page reloaded itself once.
  expect(documents.sent).toHaveLength(2)
  await getLibrary(page).getByText("We couldn't load sign-in").first().waitFor()
  const prompt = page.getByLabel('Prompt', { exact: true })
  expect(await prompt.inputValue()).toBe('A pier in the fog #stuck')
  const consumes = recordRequests(page, isConsume)
  const again = page.getByRole('status', { name: 'Sign-in' }).getByRole('button', { name: 'Try again' })

  // The code is still missing. The page reloads because the user requests it, and shows the same message.
  await Promise.all([page.waitForEvent('load'), again.click()])
  await note.waitFor()
  expect(documents.sent).toHaveLength(3)

  await page.unroute(CODE)
  await again.click()
  await expectCredits(page, 600)
  await note.waitFor({ state: 'detached' })
  await getLibrary(page).getByText('No videos yet').first().waitFor()
  expect(await prompt.inputValue()).toBe('A pier in the fog #stuck')
  expect(consumes.sent).toHaveLength(0)
  await clickGenerate(page)
  await expectCredits(page, 580)
  await expectBooks(owner, { available: 580, jobs: ['running'] })
})
