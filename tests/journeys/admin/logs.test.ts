import { expect, it } from 'vitest'
import { logInAsAdmin, search, storedLogin } from '../../support/journeys/admin.ts'
import { createTestVisitor, openBrowser, signIn, startJourney, waitForSession } from '../../support/journeys/journey.ts'

openBrowser()

it('shows an administrator the latest sign-in, restores the admin login after a reload, and logs out', async () => {
  const person = createTestVisitor()
  const visitor = await startJourney()
  const recorded = visitor.page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/rest/v1/login_logs'),
  )
  await signIn(visitor, person)
  await recorded

  const journey = await startJourney()
  const { page } = journey
  await logInAsAdmin(journey)
  await page.getByText('超级管理员').first().waitFor()
  await search(page, person.email)
  const row = page.getByRole('row').filter({ hasText: person.email })
  await row.getByText(person.name).first().waitFor()
  await row.getByText('127.0.0.1').first().waitFor()
  await row
    .getByText(/^Chrome( Headless)? \d+ · /)
    .first()
    .waitFor()
  expect(await row.locator('img').getAttribute('src')).toContain('/stand-ins/google/picture/')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)

  const stored = await storedLogin(page)
  expect(stored.admin_logged_in).toBe('true')
  expect(JSON.stringify(stored)).not.toContain('soundreel-local')

  await page.reload()
  // Going offline while records load would end the login.
  await page.getByRole('row').nth(1).waitFor()
  await waitForSession(page)
  // The table's images may still be loading.
  journey.expectComplaint(/net::ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.getByText('网络连接已断开').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: '查询' }).isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await page.getByText('网络连接已断开').first().waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByLabel('密码').waitFor()
  await expect.poll(() => storedLogin(page)).not.toHaveProperty('admin_credential')
  await page.reload()
  await page.getByLabel('密码').waitFor()
})
