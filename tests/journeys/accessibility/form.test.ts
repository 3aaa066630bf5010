// Checks page states against WCAG 2.2 AA with axe, at two widths. pages.test.ts checks pages as they open,
// announcements.test.ts checks live regions, and keyboard/ checks the keyboard.
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import * as files from '../../support/image-files.ts'
import { axeFaults, click, expectNoFaults } from '../../support/journeys/axe.ts'
import { startWith600 } from '../../support/journeys/faults.ts'
import { clickGenerate, getModelButton } from '../../support/journeys/generate.ts'
import { holdRequests } from '../../support/journeys/hold-requests.ts'
import { openBrowser, openPage, startJourney, waitForSession } from '../../support/journeys/journey.ts'

openBrowser()

// axe checks each state twice. On a busy machine, that takes as long as the state's job.
vi.setConfig({ testTimeout: 600_000 })

it('finds no accessibility fault in the signed-out form with its errors, lists, and image', async () => {
  const { page, url } = await startJourney()
  await openForm(page, url)
  const prompt = page.getByLabel('Prompt', { exact: true })
  const form = page.getByRole('form', { name: 'Video settings' })
  await clickGenerate(page)
  await form.getByText('Please enter a prompt').waitFor()
  await expectNoFaults(page, 'no prompt')
  await prompt.fill('Rain. '.repeat(1000))
  await page.getByLabel('Negative Prompt (Optional)').fill('Fog. '.repeat(1000))
  await form
    .getByText(/characters/)
    .first()
    .waitFor()
  await expectNoFaults(page, 'too long')
  await page.getByLabel('Negative Prompt (Optional)').fill('')
  await prompt.fill('A brook under ice')
  await clickGenerate(page)
  await form.getByText('Please login before generating a video').waitFor()
  await expectNoFaults(page, 'no sign-in')
  await expectNoFaults(page, 'models', () => openModels(page))
  await expectNoFaults(page, 'examples', () => click(form, 'Examples'))
  await click(page, 'Compare')
  await click(page, 'Compare')
  await expectNoFaults(page, 'three models')

  await page.getByRole('tab', { name: 'Image to Video' }).click()
  await click(form, /^Generate 3 Videos/)
  await form.getByText('Please upload an image').waitFor()
  await expectNoFaults(page, 'no image')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await form.getByText("This file isn't an image.", { exact: false }).waitFor()
  await expectNoFaults(page, 'no image at all')
  const worker = await holdRequests(page, '**/image-worker*')
  await input.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: files.card(900, 600) })
  await form.getByText('Preparing your image...').waitFor()
  await click(form, /^Generate 3 Videos/)
  await form.getByText("We're still preparing your image.", { exact: false }).waitFor()
  await expectNoFaults(page, 'image being prepared')
  worker.release()
  await page.getByRole('img', { name: 'card.png' }).waitFor()
  await expectNoFaults(page, 'image')
  await prompt.fill('')

  await page.route('**/api/capabilities', async (route) => {
    const answer = await route.fetch()
    const { success, data } = await answer.json()
    const more = ['Kiln', 'Tarn', 'Weir'].flatMap((maker) =>
      data.models.map((model: { id: string; name: string }) => ({
        ...model,
        maker,
        id: `${maker}-${model.id}`,
        name: `${maker} ${model.name}`,
      })),
    )
    const models = [...data.models, ...more].map((model) => ({ ...model, imageNeedsPrompt: true }))
    await route.fulfill({ response: answer, json: { success, data: { ...data, models } } })
  })
  await openForm(page, url)
  await page.getByRole('img', { name: 'card.png' }).waitFor()
  const models = getModelButton(page)
  const search = page.getByRole('combobox', { name: 'Find a model' })
  // The search field appears with many models, so the capabilities have loaded.
  await models.click()
  await search.waitFor()
  await page.keyboard.press('Escape')
  await clickGenerate(page)
  await form.getByText('needs a prompt and an image', { exact: false }).waitFor()
  await expectNoFaults(page, 'image without a prompt')
  const searchFor = (words: string, found: string) => async () => {
    if (!(await search.isVisible())) await models.click()
    await search.fill(words)
    await form.getByText(found, { exact: false }).first().waitFor()
  }
  await expectNoFaults(page, 'many models', searchFor('', 'Kiln Veo 3'))
  await expectNoFaults(page, 'models searched for', searchFor('tarn veo', '2 of 12 models'))
  await expectNoFaults(page, 'no model found', searchFor('no such model', 'No models match. Veo 3 stays selected.'))
})

it('finds no accessibility fault in open menus, prices, open questions, and the sign-in page', async () => {
  const { page, url } = await startWith600()
  const banner = page.getByRole('banner')
  await openPage(page, url)
  await waitForSession(page)
  const account = banner.getByRole('button', { name: /^Account menu for/ })
  await expectNoFaults(page, 'account menu', async () => {
    await account.click()
    await banner.getByRole('button', { name: 'Sign out' }).waitFor()
  })
  await page.getByRole('button', { name: 'More Videos' }).click()
  await page.getByRole('button', { name: 'Movie', exact: true }).click()
  await page.getByText('Which models generate sound?').click()
  await expectNoFaults(page, 'a category and a question')
  await openPage(page, `${url}/pricing`)
  await page.getByText('Enough for', { exact: false }).first().waitFor()
  await page.getByRole('group', { name: 'Billing' }).getByText('Yearly').click()
  await page.getByRole('main').locator('summary').last().click()
  await expectNoFaults(page, 'by the year')

  const signedOut = await startJourney()
  await openPage(signedOut.page, url)
  await signedOut.page.setViewportSize({ width: 360, height: 900 })
  await click(signedOut.page, 'Open menu')
  await signedOut.page.getByRole('dialog', { name: 'Menu' }).waitFor()
  expect(await axeFaults(signedOut.page)).toEqual([])
  await signedOut.page.setViewportSize({ width: 1440, height: 900 })
  await click(signedOut.page, 'AI Tools')
  await signedOut.page
    .getByRole('banner')
    .getByRole('link', { name: /^Video Generator/ })
    .waitFor()
  expect(await axeFaults(signedOut.page)).toEqual([])
  await openPage(signedOut.page, `${url}/login`)
  const [popup] = await Promise.all([
    signedOut.page.waitForEvent('popup'),
    click(signedOut.page, 'Continue with Google'),
  ])
  await popup.waitForURL(/stand-ins/)
  await expectNoFaults(signedOut.page, 'waiting for Google')
  await popup.close()
  await signedOut.page.getByText('was closed before', { exact: false }).waitFor()
  await expectNoFaults(signedOut.page, 'the window of Google closed')
})

async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/create-video`)
  await page.locator('form:not([inert])').waitFor()
  await waitForSession(page)
}

async function openModels(page: Page): Promise<void> {
  await getModelButton(page).click()
  await page.getByRole('listbox', { name: 'Model' }).waitFor()
}
