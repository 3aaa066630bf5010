import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_PASSWORD, enterPassword, openAdmin, storedLogin } from '../../support/journeys/admin.ts'
import { openBrowser, startJourney } from '../../support/journeys/journey.ts'
import { type Server, startServer } from '../../support/journeys/server.ts'

openBrowser()

// A server of its own: what is tried here locks this machine's address out.
let server: Server
let guesses = 0
beforeAll(async () => {
  server = await startServer()
  expect((await login(ADMIN_PASSWORD)).status).toBe(200)
  let wait = 0
  // Not only for the moment after a try.
  while (wait < 60) {
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    wait = await guess()
  }
})
afterAll(() => server?.remove())

const login = (password: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'admin', password }),
  })

/** Another guess from another made-up address; answers how long the next one has to wait. */
async function guess(): Promise<number> {
  guesses += 1
  const address = `198.51.100.${guesses}`
  const headers = { 'x-client-address': address, 'x-forwarded-for': address, 'cf-connecting-ip': address }
  const answer = await login(`wrong ${guesses}`, headers)
  return answer.status === 429 ? (await answer.json()).data.retryAfterSeconds : 0
}

it('locked out: the right password is refused too, with the wait in a sentence, and the fallback is left out', async () => {
  const journey = await startJourney({ url: server.url })
  const { page } = journey
  journey.expectComplaint(/429/)
  await openAdmin(journey)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
  await enterPassword(page, ADMIN_PASSWORD)
  await page.getByRole('alert').getByText('登录尝试次数过多，请稍后再试').first().waitFor()
  await page
    .getByText(/^请在 1\d 分 \d+ 秒 后重试$/)
    .first()
    .waitFor()
  expect(asked).toEqual(['/api/auth/admin-login'])
  await expect.poll(() => storedLogin(page)).not.toHaveProperty('admin_credential')
})

it('the local server counts tries by the socket’s address, whatever a browser sends, and a restart forgets none', async () => {
  // Eight are looked at, and between the last five one is refused, or two where the clocks differ by a moment.
  expect(guesses).toBeLessThan(18)
  expect((await login(ADMIN_PASSWORD)).status).toBe(429)
  await server.stop()
  const { dataDir } = server
  server = await startServer({ dataDir })
  expect((await login(ADMIN_PASSWORD)).status).toBe(429)
})
