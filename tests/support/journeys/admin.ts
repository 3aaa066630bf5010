import type { Page } from 'playwright-core'
import type { Journey } from './journey.ts'

/** Opens the admin screen and logs in with the password of the local default. Resolves when the records are visible. */
export async function logInAsAdmin({ page, url }: Pick<Journey, 'page' | 'url'>): Promise<void> {
  await page.goto(`${url}/admin-logs`)
  await page.getByRole('heading', { level: 1, name: '用户登录记录' }).waitFor()
  await page.getByLabel('密码').fill('soundreel-local')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('region', { name: '登录记录' }).waitFor()
}

/** Searches the records by a part of the email address. */
export async function search(page: Page, email: string): Promise<void> {
  await page.getByLabel('按邮箱搜索').fill(email)
  const answered = page.waitForResponse((response) => response.url().includes('/api/auth/login-logs'))
  await page.getByRole('button', { name: '查询' }).click()
  await answered
  await page.locator('[aria-label="登录记录"][aria-busy="false"]').waitFor()
}

/** Returns the login data that this tab has stored. */
export function storedLogin(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...sessionStorage }))
}
