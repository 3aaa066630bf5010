// As form.test.ts: the administrator's page and the debug page.
import { expect, it, vi } from 'vitest'
import { logInAsAdmin, search } from '../../../support/journeys/admin.ts'
import { click, expectNoFaults } from '../../../support/journeys/axe.ts'
import { startWith600 } from '../../../support/journeys/faults.ts'
import { openBrowser } from '../../../support/journeys/journey.ts'

openBrowser()

// Each state is looked at three times, which on a busy machine takes as long as its job.
vi.setConfig({ testTimeout: 600_000 })

it("finds nothing in the administrator's page and the debug page, in both languages", async () => {
  const journey = await startWith600()
  const { page, url, owner, expectComplaint } = journey
  expectComplaint(/status of 401/)
  await page.goto(`${url}/admin-logs`)
  await page.getByLabel('密码').fill('wrong')
  await click(page, '登录')
  await page.getByRole('alert').first().waitFor()
  await expectNoFaults(page, 'wrong password')
  await logInAsAdmin(journey)
  for (const language of ['English', '中文']) {
    await click(page, language)
    await expectNoFaults(page, `records, ${language}`)
  }
  await search(page, 'no such address')
  await page.getByText('没有符合条件的记录').waitFor()
  await click(page, '查看成本')
  await click(page, '核对并发放')
  await page.getByRole('button', { name: '刷新成本' }).waitFor()
  await expectNoFaults(page, 'no records, costs, a grant without words')
  const grant = page.getByRole('region', { name: '发放积分' })
  await grant.getByLabel('用户邮箱或用户ID').fill(owner.userId)
  await grant.getByLabel('积分数量').fill('1')
  await grant.getByLabel('原因').fill('For the test')
  await click(grant, '核对并发放')
  await page.getByRole('dialog').waitFor()
  await expectNoFaults(page, 'a grant')

  await page.goto(`${url}/debug`)
  await expect.poll(() => page.getByLabel('用户ID').inputValue()).not.toBe('')
  for (const [language, clear] of [
    ['English', 'Clear local storage'],
    ['中文', '清除本地存储'],
  ] as const) {
    await click(page, language)
    await expectNoFaults(page, `debug, ${language}`)
    await click(page, clear)
    await page.getByRole('dialog').waitFor()
    await expectNoFaults(page, `clear, ${language}`)
    await page.keyboard.press('Escape')
  }
  await click(page, '验证积分余额')
  await page.getByText('余额正确', { exact: false }).first().waitFor()
  await expectNoFaults(page, 'validated')
})
