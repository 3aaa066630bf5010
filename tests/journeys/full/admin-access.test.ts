import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../../supabase/functions/api/services/password-hash.ts'
import { type Server, startServer } from '../../support/journeys/server.ts'

// A server of its own: what is tried here locks this machine's address out.
let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.remove())

const login = (password: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/auth/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'admin', password }),
  })

it('the local server counts tries by the socket’s address, whatever a browser sends, and a restart forgets none', async () => {
  expect((await login('soundreel-local')).status).toBe(200)
  let guesses = 0
  /** Another guess from another made-up address; answers how long the next one has to wait. */
  const guess = async (): Promise<number> => {
    const address = `198.51.100.${++guesses}`
    const headers = { 'x-client-address': address, 'x-forwarded-for': address, 'cf-connecting-ip': address }
    const answer = await login(`wrong ${guesses}`, headers)
    return answer.status === 429 ? (await answer.json()).data.retryAfterSeconds : 0
  }
  let wait = 0
  while (wait < 60) {
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    wait = await guess()
  }
  // Eight are looked at, and between the last five one is refused.
  expect(guesses).toBeLessThan(16)
  expect((await login('soundreel-local')).status).toBe(429)

  await server.stop()
  const { dataDir } = server
  server = await startServer({ dataDir })
  expect((await login('soundreel-local')).status).toBe(429)
})

it('a password of one’s own in the settings takes the place of the published one', async () => {
  await server.remove()
  server = await startServer({ env: { ADMIN_PASSWORD_HASH: await hashPassword('a password of my own') } })
  expect((await login('soundreel-local')).status).toBe(401)
  expect((await login('a password of my own')).status).toBe(200)
})
