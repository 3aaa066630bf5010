// Checks jobs, the library, its dialogs, and messages as in form.test.ts.
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { axeFaults, click, expectNoFaults } from '../../support/journeys/axe.ts'
import {
  chooseFromMore,
  getLibrary,
  getResultPanel,
  NO_RESPONSE,
  openMore,
  startWithFilledForm,
} from '../../support/journeys/faults.ts'
import { chooseModel, clickGenerate } from '../../support/journeys/generate.ts'
import { openBrowser } from '../../support/journeys/journey.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

// axe checks each state twice. On a busy machine, that takes as long as the state's job.
vi.setConfig({ testTimeout: 600_000 })

const scripted = openScriptedProvider()

/**
 * Checks a message while it has the focus, because a message without focus disappears. F6 moves the focus to the message as soon
 * as it appears.
 */
async function expectNoFaultsWithMessage(page: Page, name: string, say: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    const hold = () => {
      if (document.activeElement?.ariaLabel === 'Notifications') return
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6' }))
      requestAnimationFrame(hold)
    }
    hold()
  })
  await say()
  const message = page.getByLabel(name, { exact: true }).and(page.locator('.toast'))
  await message.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Notifications')
  await expectNoFaults(page, `message: ${name}`)
  await message.getByRole('button', { name: 'Close' }).click()
  await message.waitFor({ state: 'detached' })
}

it('finds no accessibility fault while jobs run, when they end, and in the library with its dialogs and messages', async () => {
  const { provider } = scripted
  const { page, context, expectComplaint } = await startWithFilledForm(scripted.url(), 'A brook under ice')
  const mine = getLibrary(page)
  const prompt = page.getByLabel('Prompt', { exact: true })
  await mine.getByText('No videos yet').waitFor()
  await expectNoFaults(page, 'no video yet')

  await click(page, 'Compare')
  await click(page, /^Generate 2 Videos/)
  await getResultPanel(page).getByText('Generating 2 videos...').waitFor()
  await expectNoFaults(page, 'two being made')
  provider.finish()
  await page.getByRole('heading', { name: 'Side by side' }).waitFor()
  await mine.getByText('2 videos are in the comparison above.').waitFor()
  await expectNoFaults(page, 'two made')

  await click(page, 'Generate New')
  await click(page, 'Remove Veo 2')
  provider.wait()
  const isAnswered = Promise.withResolvers<undefined>()
  provider.intercept.cancel = () => isAnswered.promise
  await prompt.fill('A pier at night')
  await clickGenerate(page)
  await getResultPanel(page).getByRole('button', { name: 'Cancel' }).waitFor()
  await expectNoFaults(page, 'waiting')
  await click(getResultPanel(page), 'Cancel')
  await getResultPanel(page).getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
  // Checks one width only. The server waits 15 s for a provider, and two widths take longer on a busy machine.
  expect(await axeFaults(page)).toEqual([])
  isAnswered.resolve(undefined)
  await getResultPanel(page).getByText("You weren't charged.", { exact: false }).waitFor()
  await expectNoFaults(page, 'stopped')

  await click(page, 'Generate New')
  await prompt.fill('A mine #dark')
  provider.fail('Too dark')
  await clickGenerate(page)
  await getResultPanel(page).getByRole('button', { name: 'Try Again' }).waitFor()
  await expectNoFaults(page, 'failed')
  await click(getResultPanel(page), 'Try Again')
  provider.run()
  await clickGenerate(page)
  await getResultPanel(page).getByText('Generating your video...').waitFor()
  await expectNoFaults(page, 'being made')
  await expectNoFaultsWithMessage(page, 'Info', () => click(getResultPanel(page), 'Start another video'))

  // From here on, the library has two videos, a failed job, a canceled job, and a job in progress.
  await mine.locator('details:has-text("All your credit transactions") > summary').click()
  await mine.getByText('380 credits', { exact: true }).first().waitFor()
  await expectNoFaults(page, 'statement')
  const play = page.getByRole('button', { name: 'Play: A brook under ice' })
  const row = mine.getByRole('listitem').filter({ has: play }).first()
  await expectNoFaultsWithMessage(page, 'Done', () => click(row, 'Use again'))
  await mine.getByRole('link', { name: 'All videos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your videos' }).waitFor()
  for (const view of ['List', 'Grid']) {
    await click(mine, view)
    await expectNoFaults(page, view)
  }
  await click(mine, /^2 videos failed or were canceled/)
  await expectNoFaults(page, 'unfolded')
  await click(mine, 'Failed')
  await mine.getByText('2 videos found').waitFor()
  await mine.getByRole('listitem').first().locator('summary').click()
  await expectNoFaults(page, 'failed ones')
  await mine.getByRole('searchbox').fill('no such prompt')
  await mine.getByRole('heading', { name: 'No videos found' }).waitFor()
  await expectNoFaults(page, 'nothing found')
  await click(mine, 'Clear filters')

  await play.first().click()
  const player = page.getByRole('dialog', { name: 'Your video: A brook under ice' })
  await player.getByRole('slider', { name: 'Seek' }).waitFor()
  await expectNoFaults(page, 'player')
  await page.keyboard.press('Escape')
  await player.waitFor({ state: 'detached' })

  expectComplaint(NO_RESPONSE)
  await page.route('**/api/jobs/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  // On a phone, the list renders no row this far down, unless the search leaves out the rows above.
  await mine.getByRole('searchbox').fill('brook')
  await mine.getByText('2 videos found').waitFor()
  // Another number of columns renders the list again, which closes the menu.
  await expectNoFaults(page, 'menu', () => openMore(row))
  await click(mine, 'Clear filters')
  await chooseFromMore(row, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete this video?' })
  await question.waitFor()
  await expectNoFaults(page, 'delete')
  await click(question, 'Delete permanently')
  await question.getByRole('alert').waitFor()
  await expectNoFaults(page, 'not deleted')
  await click(question, 'Cancel')
  await page.route('**/storage/v1/object/sign/**', (route) => route.abort())
  await expectNoFaultsWithMessage(page, 'Error', () => chooseFromMore(row, 'Continue from last frame'))

  await click(mine, 'Select')
  for (const box of await mine.getByRole('checkbox', { name: 'A brook under ice' }).all()) await box.check()
  for (const view of ['List', 'Grid']) {
    await click(mine, view)
    await expectNoFaults(page, `selected, ${view}`)
  }
  await click(mine, 'Join')
  await page.getByRole('dialog', { name: 'Join videos' }).waitFor()
  await expectNoFaults(page, 'join')
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'AI Video Generator' }).click()
  await prompt.waitFor()

  // With the job already in progress, three more reach the limit.
  await chooseModel(page, 'Kling 1.6')
  for (const place of ['A quay', 'A shore', 'A bay']) {
    await prompt.fill(place)
    await clickGenerate(page)
    await getResultPanel(page).getByText('Generating your video...').waitFor()
    await click(getResultPanel(page), 'Start another video')
  }
  await prompt.fill('A cliff')
  await clickGenerate(page)
  await page.locator('.generate-bar [aria-live]').getByText('videos at a time', { exact: false }).waitFor()
  await expectNoFaults(page, 'too many at a time')

  await click(page, 'Compare')
  await click(page, 'Compare')
  await click(page, /^Generate 3 Videos/)
  await page.getByText('Not enough credits! These 3 videos', { exact: false }).waitFor()
  await expectNoFaults(page, 'no credits')
  await context.setOffline(true)
  await page.getByText("You're offline. Your settings are kept here", { exact: false }).waitFor()
  await expectNoFaults(page, 'offline')
})
