import { expect, it } from 'vitest'
import { fillForm, pressGenerate } from '../../support/journeys/generate.ts'
import { expectCredits, newPerson, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { serverCredits, storedSession } from '../../support/journeys/ledger.ts'

openBrowser()

async function debugPage(person = newPerson()) {
  const journey = await startJourney()
  await signIn(journey, person)
  await journey.page.goto(`${journey.url}/debug`)
  await journey.page.getByText('已登录').first().waitFor()
  const panel = (name: string) => journey.page.getByRole('region', { name, exact: true })
  const fact = (name: string, of: string) =>
    panel(of)
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd')
  const press = (name: string) => journey.page.getByRole('button', { name, exact: true }).click()
  return { ...journey, person, panel, fact, press }
}

it('shows login state, e-mail, user id, session data and local-storage data, and no token anywhere', async () => {
  const { page, person, fact } = await debugPage()
  const session = (await storedSession(page)) as Awaited<ReturnType<typeof storedSession>> & { refresh_token: string }
  for (const [name, of, text] of [
    ['邮箱', '登录状态', person.email],
    ['用户ID', '登录状态', session.user.id],
    ['access_token', '会话数据', '有'],
    ['refresh_token', '会话数据', '有'],
    ['token_type', '会话数据', 'bearer'],
  ] as const)
    await expect.poll(() => fact(name, of).textContent()).toBe(text)
  await expect.poll(() => fact('expires_at', '会话数据').textContent()).toMatch(/剩余 (1 小时|5\d 分) /)
  await expect.poll(() => page.getByRole('region', { name: '本地存储' }).textContent()).toContain('••••••')
  const html = await page.content()
  expect(html).not.toContain(session.access_token)
  expect(html).not.toContain(session.refresh_token)
})

it('refresh session: another token, the same person', async () => {
  const { page, press } = await debugPage()
  const before = await storedSession(page)
  await press('刷新会话')
  await page.getByText('会话已刷新').first().waitFor()
  const after = await storedSession(page)
  expect(after.user.id).toBe(before.user.id)
  expect(after).not.toEqual(before)
})

it('simulated subscription: lite 600, pro 1200, pro_plus 2500; validate shows was_repaired and current_credits', async () => {
  const { page, url, fact, press } = await debugPage()
  let credits = 0
  for (const [plan, amount] of [
    ['lite', 600],
    ['pro', 1200],
    ['pro_plus', 2500],
  ] as const) {
    credits += amount
    await page.getByLabel('套餐').selectOption(plan)
    await press('模拟订阅')
    await page
      .getByText(`当前积分：${credits.toLocaleString('en-US')}`)
      .first()
      .waitFor()
    await expectCredits(page, credits)
  }
  expect(await serverCredits(page, url)).toBe(4300)
  await press('验证积分余额')
  await page.getByText('余额正确，当前积分：4,300').first().waitFor()
  await expect.poll(() => fact('was_repaired', '模拟订阅').textContent()).toBe('false')
  await expect.poll(() => fact('current_credits', '模拟订阅').textContent()).toBe('4300')
})

it("needs a user id, and one's own", async () => {
  const { page, press, expectComplaint } = await debugPage()
  expectComplaint(/404/)
  await page.getByLabel('用户ID').fill('')
  for (const name of ['模拟订阅', '验证积分余额']) {
    await press(name)
    await page.getByRole('alert').getByText('请先输入用户ID').first().waitFor()
  }
  await page.getByLabel('用户ID').fill('00000000-0000-4000-8000-00000000de00')
  await press('模拟订阅')
  await page.getByRole('alert').getByText('找不到该用户（404）').first().waitFor()
})

it('clear local storage asks first and says what becomes of a running job, which goes on', async () => {
  const journey = await debugPage()
  const { page, url, person, press } = journey
  await page.getByLabel('套餐').selectOption('lite')
  await press('模拟订阅')
  await expectCredits(page, 600)
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A mill #slow' })
  await pressGenerate(page)
  await expectCredits(page, 580)
  await page.goto(`${url}/debug`)
  await press('清除本地存储')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/有 1 个视频任务正在进行/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await storedSession(page)
  await press('清除本地存储')
  await dialog.getByRole('button', { name: '确认清除' }).click()
  await page.getByText('本地存储已清除').first().waitFor()
  await page.getByText('未登录').first().waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  await signIn(journey, person)
  await expectCredits(page, 580)
})

it('offline: an action says that the network is gone', async () => {
  const { page, context, press, expectComplaint } = await debugPage()
  expectComplaint(/net::ERR_|could not be/)
  await page.clock.install()
  await context.setOffline(true)
  await press('验证积分余额')
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return page.getByRole('alert').filter({ hasText: '网络连接已断开' }).count()
    })
    .toBe(1)
})
