import { expect, it } from 'vitest'
import { startWith600 } from '../../support/journeys/faults.ts'
import { createTestVisitor, expectCredits, openBrowser, openPage } from '../../support/journeys/journey.ts'
import { addCredits } from '../../support/journeys/ledger.ts'

openBrowser()

it('shows the name and the balance if storage is full, or refuses every access (fault n)', async () => {
  const person = createTestVisitor()
  const { page, owner, url } = await startWith600(undefined, person)
  await openPage(page, `${url}/pricing`)
  await expectCredits(page, 600)
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        for (;;) localStorage.setItem(`filler-${size}-${localStorage.length}`, 'x'.repeat(size))
      } catch {
        // A smaller entry may still fit.
      }
    }
  })
  await addCredits(owner, 100)
  await page.reload()
  const name = page.getByRole('banner').getByRole('button', { name: `Account menu for ${person.name}` })
  await name.waitFor()
  await expectCredits(page, 700)

  await page.evaluate(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { get: refuse })
    for (const call of ['getItem', 'setItem', 'removeItem'] as const) Storage.prototype[call] = refuse
  })
  await name.click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  // The page asks the server with the session's token.
  await page.getByRole('main').getByText(person.email).filter({ visible: true }).first().waitFor()
  await page.getByRole('main').getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create key…' }).waitFor()
  expect(await name.count()).toBe(1)
  await expectCredits(page, 700)
})
