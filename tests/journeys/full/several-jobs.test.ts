import { expect, it } from 'vitest'
import { library, stage, startWith600 } from '../../support/journeys/faults.ts'
import { fillForm, pressGenerate } from '../../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { openScriptedVendor } from '../../support/journeys/vendor.ts'

openBrowser()

const scripted = openScriptedVendor()

it('while one video is made another is started: both arrive, each paid once', async () => {
  const journey = await startWith600(scripted.url())
  const { page, owner } = journey
  const mine = library(page)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A brook under ice' })
  await pressGenerate(page)
  await stage(page).getByText('20 credits held').first().waitFor()
  await stage(page).getByRole('button', { name: 'Start another' }).click()
  await mine.getByText('A brook under ice').first().waitFor()
  await page.getByText('1 of 3 videos are being made.').first().waitFor()

  await page.getByLabel('Prompt', { exact: true }).fill('A pier at night')
  await pressGenerate(page)
  await stage(page).getByText('A pier at night').first().waitFor()
  await expect.poll(() => mine.getByText('20 credits held').count()).toBe(2)
  await expectBooks(owner, { available: 560, jobs: ['running', 'running'] })

  // A reload shows the second one again, and leaves the first where it is.
  await page.reload()
  await stage(page).getByText('A pier at night').first().waitFor()
  await mine.getByText('A brook under ice').first().waitFor()

  scripted.vendor().onStatus = () => scripted.vendor().says('succeed')
  await stage(page).getByText('Your video is ready!').first().waitFor()
  await expect.poll(() => mine.getByText('20 credits charged').count(), { timeout: 30_000 }).toBe(2)
  await expectCredits(page, 560)
  await expectBooks(owner, { available: 560, jobs: ['succeeded', 'succeeded'] })
  expect(scripted.vendor().creates).toHaveLength(2)
})
