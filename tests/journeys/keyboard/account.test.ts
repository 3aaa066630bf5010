// Goes through the account page by keyboard alone.
import { expect, it } from 'vitest'
import { startWith600 } from '../../support/journeys/faults.ts'
import { createTestVisitor, openBrowser, openPage } from '../../support/journeys/journey.ts'
import { enter, expectDialogFocus, expectFocus, expectNewPage, tabTo } from '../../support/journeys/keyboard.ts'
import { signInWithoutBrowser } from '../../support/journeys/visitors.ts'

openBrowser()

it('goes through the account by keyboard: sections, months, another device, a key, a webhook, and signing out', async () => {
  const person = createTestVisitor()
  const { page, url, owner } = await startWith600(undefined, person)
  // Another device.
  await signInWithoutBrowser(url, owner.apiKey, person)
  const press = (keys: string) => page.keyboard.press(keys)
  /** Opens a section and waits for its heading, which often has the same name as the link. */
  const open = async (link: RegExp, key: 'Tab' | 'Shift+Tab' = 'Shift+Tab', heading = link) => {
    await enter(page, link, key)
    await page.locator('h2:focus').filter({ hasText: heading }).waitFor()
    await expectFocus(page, heading)
  }
  await openPage(page, `${url}/account`)
  await page.getByText('Member since').waitFor()

  await open(/^Credits$/, 'Tab')
  await page.getByRole('table').waitFor()
  const rows = () => page.getByRole('row').count()
  const before = await rows()
  await enter(page, /^\w+ 20\d\d$/)
  await expect.poll(rows).toBeLessThan(before)
  await press('Enter')
  await expect.poll(rows).toBe(before)

  await open(/^Sessions$/, 'Shift+Tab', /^Where you're signed in$/)
  await enter(page, /^Sign out$/)
  await expectFocus(page, /^Cancel$/)
  await press('Escape')
  await expectFocus(page, /^Sign out$/)
  await press('Enter')
  await expectDialogFocus(page)
  await enter(page, /^Sign out$/)
  await page.getByText('Session ended. The device may stay signed in for up to an hour.').waitFor()
  await tabTo(page, /^Sign out everywhere$/)

  await open(/^API keys$/)
  await enter(page, /^Create key…$/)
  await expectDialogFocus(page)
  await tabTo(page, /^Name$/)
  await page.keyboard.type('Laptop')
  await press('Enter')
  await expectFocus(page, /^Key$/)
  await enter(page, /^Done$/)
  // The list is no longer empty, and the same button is below it.
  await expectFocus(page, /^Create key…$/)
  await enter(page, /^Revoke$/, 'Shift+Tab')
  await expectDialogFocus(page)
  await enter(page, /^Revoke$/)
  await page.getByText('Key revoked.').waitFor()
  await tabTo(page, /^Create key…$/)

  await open(/^Webhooks$/)
  await tabTo(page, /^Server URL$/)
  await tabTo(page, /^Add webhook$/)
  await open(/^Your data$/)
  await tabTo(page, /^Export everything$/)
  await enter(page, /^Delete account…$/)
  await expectDialogFocus(page)
  await press('Escape')
  await expectFocus(page, /^Delete account…$/)

  // Headless Chromium has no shortcut for Back.
  await page.goBack()
  await expectFocus(page, /^Webhooks$/)
  expect(new URL(page.url()).hash).toBe('#webhooks')
  await open(/^Profile$/)
  await enter(page, /^Sign out$/)
  await expectNewPage(page, `${url}/`)
})
