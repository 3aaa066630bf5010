import { expect, it } from 'vitest'
import { startJob } from '../support/journeys/faults.ts'
import { fillForm } from '../support/journeys/generate.ts'
import {
  addPlanCredits,
  createTestVisitor,
  expectCredits,
  openBrowser,
  signIn,
  startJourney,
} from '../support/journeys/journey.ts'
import { serverCredits, storedSession } from '../support/journeys/ledger.ts'

openBrowser()

it('refreshes the session, adds a plan, checks the balance, and clears this browser on the debug page, without showing a token', async () => {
  const person = createTestVisitor()
  const journey = await startJourney()
  const { page, url } = journey
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await signIn(journey, person)
  await addPlanCredits(journey, 'pro_plus')
  await expectCredits(page, 2500)
  expect(await serverCredits(page, url)).toBe(2500)
  await click('验证积分余额')
  await page.getByText('余额正确，当前积分：2,500').first().waitFor()

  const before = await storedSession(page)
  await click('刷新会话')
  await page.getByText('会话已刷新').first().waitFor()
  const after = (await storedSession(page)) as Awaited<ReturnType<typeof storedSession>> & { refresh_token: string }
  expect(after.user.id).toBe(before.user.id)
  expect(after).not.toEqual(before)
  await expect.poll(() => page.getByRole('region', { name: '本地存储' }).textContent()).toContain('••••••')
  const html = await page.content()
  for (const token of [after.access_token, after.refresh_token]) expect(html).not.toContain(token)

  // Debug actions don't disturb a job, and the job is charged as usual.
  await fillForm(journey, { model: 'Kling 1.6', prompt: 'A mill #slow' })
  await startJob(page)
  await expectCredits(page, 2480)
  await page.goto(`${url}/debug`)
  await click('清除本地存储')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/有 1 个视频任务正在进行/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: '确认清除' }).click()
  await page.getByText('本地存储已清除').first().waitFor()
  await page.getByText('未登录').first().waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  await signIn(journey, person)
  await expectCredits(page, 2480)
})
