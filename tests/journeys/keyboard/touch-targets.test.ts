// Measures what a finger can hit on a phone, as a signed-in user. pages.test.ts measures every page of a visitor.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getLibrary, openMore, startWithFilledForm } from '../../support/journeys/faults.ts'
import { clickGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { openBrowser, openPage, startJourney, waitForSection, waitForSession } from '../../support/journeys/journey.ts'
import { getOverflow } from '../../support/journeys/layout.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'
import { listSmallTargets } from '../../support/journeys/touch.ts'

openBrowser()

const scripted = openScriptedProvider()
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const

async function expectLargeTargets(page: Page, route: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect.soft(await listSmallTargets(page), route).toEqual([])
  expect.soft(await getOverflow(page), route).toBe(0)
}

it('has touch targets of at least 44 px for a signed-in user, in the menu too', async () => {
  const { provider } = scripted
  provider.finish()
  const { page, url, context } = await startWithFilledForm(scripted.url(), 'A brook under ice')
  await clickGenerate(page)
  await waitForVideo(page)
  const state = await context.storageState()
  const phone = await startJourney({ ...PHONE, url, storageState: state })
  const account = ['profile', 'credits', 'sessions', 'keys', 'webhooks', 'data'].map((id) => `/account#${id}`)
  for (const route of ['/create-video', '/videos', ...account, '/pricing', '/debug', '/']) {
    await openPage(phone.page, url + route)
    await waitForSession(phone.page)
    if (account.includes(route)) await waitForSection(phone.page)
    if (route === '/create-video' || route === '/videos')
      await phone.page.getByText('A brook under ice').first().waitFor()
    await expectLargeTargets(phone.page, route)
  }
  await openPage(phone.page, `${url}/videos`)
  const menu = await openMore(getLibrary(phone.page))
  for (const name of ['Download', 'Use again', 'Delete']) await menu.getByRole('menuitem', { name }).waitFor()
  await menu.getByRole('menuitemcheckbox', { name: 'Star' }).waitFor()
  await expectLargeTargets(phone.page, 'the menu of a video')
  await phone.page.keyboard.press('Escape')
  await phone.page.getByRole('link', { name: 'A brook under ice' }).first().click()
  await phone.page.getByRole('heading', { level: 1, name: 'A brook under ice' }).waitFor()
  await expectLargeTargets(phone.page, '/videos/{id}')
  await phone.page.getByRole('button', { name: 'Open menu' }).click()
  await phone.page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await expectLargeTargets(phone.page, 'menu')
})
