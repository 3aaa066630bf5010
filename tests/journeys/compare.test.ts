import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  chooseFromMore,
  getLibrary,
  getResultPanel,
  isCreate,
  recordRequests,
  startWithFilledForm,
} from '../support/journeys/faults.ts'
import { VIDEO_TIMEOUT_MS } from '../support/journeys/generate.ts'
import { expectCredits, openBrowser } from '../support/journeys/journey.ts'
import { expectBooks } from '../support/journeys/ledger.ts'
import { openScriptedProvider } from '../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

it('generates three takes side by side, marks one as the keeper, and adds a new take from the library', async () => {
  const { page, owner } = await startWithFilledForm(scripted.url(), 'Waves on a dark beach')
  const creates = recordRequests(page, isCreate)
  await page.getByRole('button', { name: '3 takes' }).click()
  await page.getByRole('button', { name: 'Generate 3 Videos 60 credits' }).click()
  await expectCredits(page, 600 - 3 * 20)
  await expect.poll(() => [creates.sent.length, creates.open]).toEqual([3, 0])
  const inputs = creates.sent.map((request) => request.postDataJSON().input)
  expect(new Set(inputs.map(({ seed }) => seed)).size).toBe(3)
  await page.reload()
  scripted.provider.finish()
  await getResultPanel(page).getByText('3 of 3 ready').waitFor({ timeout: VIDEO_TIMEOUT_MS })
  const width = (locator: Locator) => locator.evaluate((element) => Math.round(element.getBoundingClientRect().width))
  expect(await width(getResultPanel(page))).toBe(await width(page.getByRole('form', { name: 'Video settings' })))

  const starred = getResultPanel(page).getByRole('button', { name: 'Keeper Take 2' })
  await starred.click()
  await expect.poll(() => starred.getAttribute('aria-pressed')).toBe('true')
  await getResultPanel(page).getByRole('button', { name: 'Keeper Take 3' }).click()
  await expect.poll(() => starred.getAttribute('aria-pressed')).toBe('false')
  const mine = getLibrary(page)
  await mine.getByText('3 videos are in the comparison above.').waitFor()
  await getResultPanel(page).getByRole('button', { name: 'Generate New' }).click()
  await expect.poll(() => mine.getByRole('button', { name: 'Star', pressed: true }).count()).toBe(1)

  await chooseFromMore(mine, 'New take 20 credits')
  await page.getByText('New take started, with a new seed.').waitFor()
  await expectCredits(page, 600 - 4 * 20)
  await expect.poll(() => creates.sent.length).toBe(4)
  await mine
    .getByRole('button', { name: /^Play: / })
    .nth(3)
    .waitFor({ timeout: VIDEO_TIMEOUT_MS })
  const jobs = Array.from({ length: 4 }, () => 'succeeded' as const)
  await expectBooks(owner, { available: 600 - 4 * 20, jobs })
})
