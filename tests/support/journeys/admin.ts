import type { Page } from 'playwright-core'
import type { Journey } from './journey.ts'

/** Of the local default; the README names it. */
export const ADMIN_PASSWORD = 'soundreel-local'

export async function openAdmin({ page, url }: Pick<Journey, 'page' | 'url'>): Promise<void> {
  await page.goto(`${url}/admin-logs`)
  await page.getByRole('heading', { level: 1, name: '用户登录记录' }).waitFor()
}

export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Opens the admin screen and logs in; ends with the records in sight. */
export async function logInAsAdmin(journey: Pick<Journey, 'page' | 'url'>): Promise<void> {
  await openAdmin(journey)
  await enterPassword(journey.page, ADMIN_PASSWORD)
  await journey.page.getByRole('region', { name: '登录记录' }).waitFor()
}

/** Shows the records of addresses with this in them. */
export async function search(page: Page, email: string): Promise<void> {
  await page.getByLabel('按邮箱搜索').fill(email)
  const answered = page.waitForResponse((response) => response.url().includes('/api/auth/login-logs'))
  await page.getByRole('button', { name: '查询' }).click()
  await answered
  await page.locator('[aria-label="登录记录"][aria-busy="false"]').waitFor()
}

/** What this tab keeps of the login. */
export function storedLogin(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...sessionStorage }))
}
