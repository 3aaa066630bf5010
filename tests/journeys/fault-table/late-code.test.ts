// Fault e for code of a part of a page: a dialog or a section that is opened after a deployment.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chooseFromMore, getLibrary, NO_RESPONSE, startWith600 } from '../../support/journeys/faults.ts'
import { openBrowser, openPage } from '../../support/journeys/journey.ts'
import { getOverflow } from '../../support/journeys/layout.ts'
import { makeVideo } from '../../support/journeys/make-video.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'

openBrowser()

const scripted = openScriptedProvider()

const OUTDATED = 'This page was updated. Reload it to continue. Everything you typed is kept.'

const removeCode = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }),
  )

it('offers one reload for a dialog whose code is gone, and keeps the title that is being typed (fault e)', async () => {
  scripted.provider.finish()
  const { page, owner, url, expectComplaint } = await startWith600(scripted.url())
  expectComplaint(/status of 404/)
  await makeVideo(owner, 'kling-1.6', 'A heron waits in the reeds')
  await openPage(page, `${url}/videos`)
  await chooseFromMore(getLibrary(page), 'Rename')
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('The patient heron')
  await removeCode(page, 'share-dialog')
  await chooseFromMore(getLibrary(page), 'Share')
  await page.getByText(OUTDATED).waitFor()
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await getOverflow(page)).toBe(0)
  }
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload page' }).click()])
  await title.waitFor()
  expect(await title.inputValue()).toBe('The patient heron')
  // The reload didn't help.
  await chooseFromMore(getLibrary(page), 'Share')
  await page.getByText("We couldn't load sharing. Check your connection").waitFor()
  expect(await page.getByText(OUTDATED).count()).toBe(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog', { name: 'Share this video' }).waitFor()
})

it("doesn't offer it offline, or while the reload would lose the address that is being typed (fault e)", async () => {
  const { page, context, url, expectComplaint } = await startWith600()
  expectComplaint(/status of 404/)
  expectComplaint(NO_RESPONSE)
  await openPage(page, `${url}/account#webhooks`)
  const openSection = (name: string) => page.getByRole('main').getByRole('link', { name }).click()
  const address = page.getByLabel('Server URL')
  await address.fill('https://example.com/hook')
  await context.setOffline(true)
  await openSection('API keys')
  await page.getByText('Check your connection and try again.').waitFor()
  await removeCode(page, 'key-manager')
  await context.setOffline(false)
  await page.getByText('This page was updated. Copy any new secret and the text that you typed').waitFor()
  const reload = page.getByRole('button', { name: 'Reload page' })
  expect(await reload.count()).toBe(0)
  await openSection('Webhooks')
  await address.fill('')
  await openSection('API keys')
  await reload.waitFor()
  await page.unrouteAll()
  await Promise.all([page.waitForEvent('load'), reload.click()])
  await page.getByRole('button', { name: 'Create key…' }).waitFor()
})
