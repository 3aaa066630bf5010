import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { newPerson, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { type Server, startServer } from '../../support/journeys/server.ts'

openBrowser()

// What a deployment sets, on a server of its own.
let server: Server
beforeAll(async () => {
  const ADMIN_PASSWORD_HASH = await hashPassword('a password of my own')
  server = await startServer({ env: { ENABLE_TEST_CREDITS: 'false', ADMIN_PASSWORD_HASH } })
})
afterAll(() => server?.remove())

it('with production settings the test actions answer 404, and the page says so', async () => {
  const journey = await startJourney({ url: server.url })
  const { page } = journey
  journey.expectComplaint(/404/)
  await signIn(journey, newPerson())
  await page.goto(`${server.url}/debug`)
  await page.getByText('已登录').first().waitFor()
  for (const name of ['模拟订阅', '验证积分余额']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('alert').getByText('此服务器未开启测试操作（404）').first().waitFor()
  }
  for (const path of ['balance', 'validate', 'add']) {
    const { status } = await fetch(`${server.url}/api/credits/test/${path}`, { method: 'POST' })
    expect(status).toBe(404)
  }
})

it('a password of one’s own in the settings takes the place of the published one', async () => {
  const login = (password: string) =>
    fetch(`${server.url}/api/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  expect((await login('soundreel-local')).status).toBe(401)
  expect((await login('a password of my own')).status).toBe(200)
})
