// Uses the other pages by keyboard. The focus stays visible, and is not lost when its element disappears.
import { expect, it } from 'vitest'
import { startWith600 } from '../../support/journeys/faults.ts'
import {
  createTestVisitor,
  getWorker,
  openBrowser,
  openPage,
  startJourney,
  waitForSession,
} from '../../support/journeys/journey.ts'
import {
  enter,
  expectDialogFocus,
  expectFocus,
  expectNewPage,
  focused,
  tabTo,
} from '../../support/journeys/keyboard.ts'
import { publicKey } from '../../support/journeys/public-key.ts'
import { recordVisitors } from '../../support/journeys/visitors.ts'

openBrowser()

it('signs in, opens menus, posts, and questions, chooses a yearly plan, and signs out by keyboard', async () => {
  const { page, url } = await startJourney()
  const press = (keys: string) => page.keyboard.press(keys)
  await openPage(page, `${url}/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
  await tabTo(page, /^Continue with Google$/)
  const [popup] = await Promise.all([page.waitForEvent('popup'), press('Enter')])
  await popup.waitForURL(/stand-ins\/google/)
  await tabTo(popup, /^Demo Account/)
  const closed = popup.waitForEvent('close')
  await popup.keyboard.press('Enter')
  await closed
  await expectNewPage(page, `${url}/`)
  await waitForSession(page)

  await enter(page, /^Account menu for Demo Account$/, 'Shift+Tab')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await tabTo(page, /^Sign out$/)
  await press('Escape')
  await expectFocus(page, /^Account menu for Demo Account$/)
  await enter(page, /^Animation/)
  await expectFocus(page, /^Animation/)
  await enter(page, /^All$/, 'Shift+Tab')
  const posts = page.locator('article[data-frame]')
  await expect.poll(() => posts.count()).toBe(4)
  await enter(page, /^More Videos$/)
  await expect.poll(() => posts.count()).toBe(8)
  await expect.poll(() => posts.nth(4).evaluate((post) => post === document.activeElement)).toBe(true)
  await enter(page, /^Which models generate sound\?$/)
  await expectFocus(page, /^Which models generate sound\?$/)

  await enter(page, /^Pricing$/)
  await expectNewPage(page, `${url}/pricing`)
  await tabTo(page, /^Monthly$/)
  await press('ArrowRight')
  await expectFocus(page, /^Yearly/)
  await expect.poll(() => page.getByRole('radio', { name: /^Yearly/ }).isChecked()).toBe(true)

  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, /^Open menu$/, 'Shift+Tab')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await enter(page, /^Sign out$/)
  await expectNewPage(page, `${url}/`)
  await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
  await expect.poll(() => posts.count()).toBe(8)
  await enter(page, /^More Videos$/)
  // The focus is on the first new post, and the row has scrolled to it.
  await expect.poll(() => posts.nth(8).evaluate((post) => post === document.activeElement)).toBe(true)
  await expect.poll(async () => (await focused(page)).fault).toBe(null)
  await enter(page, /^Open menu$/, 'Shift+Tab')
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await tabTo(page, /^Login$/)
  await press('Escape')
  await expectFocus(page, /^Open menu$/)
})

it('works through the admin page and the debug page by keyboard', async () => {
  // Creates more records than one page has, so that the list grows.
  await recordVisitors(getWorker().url, await publicKey(getWorker().url), Array.from({ length: 30 }, createTestVisitor))
  const { page, url } = await startWith600()
  const press = (keys: string) => page.keyboard.press(keys)
  await page.goto(`${url}/admin-logs`)
  await page.getByLabel('密码').waitFor()
  await tabTo(page, /^密码$/)
  await page.keyboard.type('soundreel-local')
  await press('Enter')
  await page.getByRole('region', { name: '登录记录' }).waitFor()
  await expectFocus(page, /^用户登录记录$/)
  await enter(page, /^English$/)
  await expectFocus(page, /^English$/)
  await tabTo(page, /^Search by email$/)
  await page.keyboard.type('no such address')
  await press('Enter')
  await page.getByRole('button', { name: 'Show all records' }).waitFor()
  await enter(page, /^Show all records$/)
  await page.getByRole('row').nth(1).waitFor()
  await expectFocus(page, /^Search by email$/)
  const [csv] = await Promise.all([page.waitForEvent('download'), enter(page, /^Export CSV$/)])
  expect(csv.suggestedFilename()).toMatch(/\.csv$/)
  await expectFocus(page, /^Export CSV$/)
  await tabTo(page, /^Show.*a page$/)
  await press('ArrowDown')
  await page.locator('[aria-busy="false"] select').waitFor()
  await expectFocus(page, /^Show.*a page$/)
  await enter(page, /^Log out$/, 'Shift+Tab')
  await expectFocus(page, /^Login records$/)

  await page.goto(`${url}/debug`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await enter(page, /^Clear local storage$/)
  await expectFocus(page, /^Cancel$/)
  await press('Enter')
  await expectFocus(page, /^Clear local storage$/)
  await press('Enter')
  await expectDialogFocus(page)
  await enter(page, /^Clear storage$/)
  await page.getByText('Local storage cleared').first().waitFor()
  await expectFocus(page, /^Clear local storage$/)
})
