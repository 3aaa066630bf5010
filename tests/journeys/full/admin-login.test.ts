import { expect, it } from 'vitest'
import { ADMIN_PASSWORD, enterPassword, logInAsAdmin, openAdmin, storedLogin } from '../../support/journeys/admin.ts'
import { newPerson, openBrowser, signIn, startJourney, waitForSession } from '../../support/journeys/journey.ts'
import { storedSession } from '../../support/journeys/ledger.ts'

openBrowser()

const REFUSED = '管理员认证失败，请检查用户名和密码'

it('401 means admin authentication failed; a fallback tries the log call with the password alone', async () => {
  const journey = await startJourney()
  const { page } = journey
  journey.expectComplaint(/401/)
  await openAdmin(journey)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
  await enterPassword(page, 'not the password')
  await page.getByRole('alert').getByText(REFUSED).first().waitFor()
  expect(asked).toEqual(['/api/auth/admin-login', '/api/auth/login-logs'])
  await expect.poll(() => storedLogin(page)).not.toHaveProperty('admin_credential')
  await enterPassword(page, ADMIN_PASSWORD)
  await page.getByRole('region', { name: '登录记录' }).waitFor()
})

it('a login that fails for another reason is made good by the password alone, over a reload too', async () => {
  const journey = await startJourney()
  const { page } = journey
  journey.expectComplaint(/404/)
  await page.route('**/api/auth/admin-login', (route) =>
    route.fulfill({ status: 404, json: { success: false, code: 'not_found', message: 'No such path.' } }),
  )
  await logInAsAdmin(journey)
  await expect
    .poll(async () => (await storedLogin(page)).admin_credential)
    .toBe(`{"kind":"password","password":"${ADMIN_PASSWORD}"}`)
  await page.reload()
  await page.getByRole('region', { name: '登录记录' }).waitFor()
})

it('an expired, forged or other kind of token logs out, on loading and while paging', async () => {
  const journey = await startJourney()
  const { page } = journey
  journey.expectComplaint(/401/)
  await signIn(journey, newPerson())
  const person = (await storedSession(page)).access_token
  await logInAsAdmin(journey)
  const good = JSON.parse((await storedLogin(page)).admin_credential ?? '') as { token: string }
  const [head, claims, signature] = good.token.split('.')
  for (const token of [`${head}.${claims}.${signature?.slice(0, -4)}AAAA`, person, 'x']) {
    await page.evaluate((value) => {
      sessionStorage.setItem('admin_logged_in', 'true')
      sessionStorage.setItem('admin_credential', JSON.stringify({ kind: 'token', token: value }))
    }, token)
    await page.reload()
    await page.getByRole('alert').getByText(REFUSED).first().waitFor()
    await expect.poll(() => storedLogin(page)).not.toHaveProperty('admin_logged_in')
  }
  await enterPassword(page, ADMIN_PASSWORD)
  await page.getByRole('region', { name: '登录记录' }).waitFor()
  // As a token does that ended between two pages.
  await page.route('**/api/auth/login-logs*', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${person}` } }),
  )
  await page.getByRole('combobox', { name: /每页/ }).selectOption('50')
  await page.getByRole('alert').getByText(REFUSED).first().waitFor()
  await expect.poll(() => page.getByRole('region', { name: '登录记录' }).count()).toBe(0)
  await expect.poll(() => storedLogin(page)).not.toHaveProperty('admin_credential')
})

it('buttons to test the backend connection, the admin API and server status show what they found and how long it took', async () => {
  const journey = await startJourney()
  const { page } = journey
  await openAdmin(journey)
  const track = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) })
  await page.getByRole('button', { name: '测试服务器状态' }).click()
  await track('测试服务器状态').getByText('请先输入密码').first().waitFor()
  await page.getByLabel('密码').fill(ADMIN_PASSWORD)
  for (const [name, sentence] of [
    ['测试后端连接', '后端连接正常'],
    ['测试管理API', '管理API正常'],
    ['测试服务器状态', '服务器状态正常'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await track(name).getByText(sentence).first().waitFor()
    await track(name)
      .getByText(/^\d+ 毫秒$/)
      .first()
      .waitFor()
  }
  await track('测试服务器状态').getByText('数据库').first().waitFor()
})

it('offline: the banner, disabled actions, a message instead of acting; a connection that drops in between logs out', async () => {
  const journey = await startJourney()
  const { page, context } = journey
  journey.expectComplaint(/net::ERR_/)
  await openAdmin(journey)
  await waitForSession(page)
  await context.setOffline(true)
  await page.getByText('网络连接已断开').first().waitFor()
  for (const name of ['登录', '测试后端连接', '测试管理API', '测试服务器状态'])
    await expect.poll(() => page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
  await context.setOffline(false)
  await enterPassword(page, ADMIN_PASSWORD)
  await page.getByRole('region', { name: '登录记录' }).waitFor()

  await page.clock.install()
  await page.route('**/api/auth/login-logs*', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: '查询' }).click()
  // Three retries, a second apart.
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return page.getByRole('alert').filter({ hasText: '无法连接到服务器' }).count()
    })
    .toBe(1)
  await expect.poll(() => storedLogin(page)).not.toHaveProperty('admin_credential')
})
