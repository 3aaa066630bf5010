import { expect, it } from 'vitest'
import { ADMIN_PASSWORD, enterPassword, openAdmin, storedLogin } from '../../support/journeys/admin.ts'
import { openBrowser, startJourney, startServerForTest } from '../../support/journeys/journey.ts'

openBrowser()

/** Wrong passwords until the server says that it is locked for minutes, and not only for the moment after a try. */
async function tryUntilLocked(url: string): Promise<void> {
  let number = 0
  await expect
    .poll(
      async () => {
        number += 1
        const response = await fetch(`${url}/api/auth/admin-login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'admin', password: `wrong ${number}` }),
        })
        const { data } = (await response.json()) as { data?: { retryAfterSeconds: number } }
        return data?.retryAfterSeconds ?? 0
      },
      { interval: 300, timeout: 60_000 },
    )
    .toBeGreaterThan(60)
}

it('locked out: the right password is refused too, with the wait in a sentence, and the fallback is left out', async () => {
  const server = await startServerForTest()
  await tryUntilLocked(server.url)
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
