import { expect, it } from 'vitest'
import { openBrowser, openPage, startJourney } from '../../support/journeys/journey.ts'
import { getOverflow } from '../../support/journeys/layout.ts'

openBrowser()

it('leads back to the prompt after a sign-in from the generator, until that is used', async () => {
  const { page, url } = await startJourney()
  await openPage(page, `${url}/create-video`)
  await page.getByLabel('Prompt', { exact: true }).fill('A heron waits in the reeds')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.getByText('Your prompt is kept. You can go back to it after you sign in.').waitFor()
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.waitForURL(/stand-ins\/google/)
  await popup.getByRole('button', { name: 'Demo Account' }).click()
  const back = page.getByRole('link', { name: 'Back to your prompt' })
  await back.waitFor()
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // The first screen of the home page begins behind the header, and must not cover the note.
    await back.click({ trial: true })
    expect(await getOverflow(page)).toBe(0)
  }
  expect(page.url()).toBe(`${url}/`)
  await back.click()
  const prompt = page.getByLabel('Prompt', { exact: true })
  await prompt.waitFor()
  expect(await prompt.inputValue()).toBe('A heron waits in the reeds')
  await page.goBack()
  await page.getByRole('link', { name: 'Try Now' }).waitFor()
  expect(await back.count()).toBe(0)
})

it('says on the home page why a sign-in failed, and cleans the address', async () => {
  const { page, url } = await startJourney()
  await openPage(page, `${url}/?error=access_denied&error_description=Send%20money`)
  await page.getByText("Sign-in was canceled, and nothing was shared. Try again whenever you're ready.").waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/`)
})
