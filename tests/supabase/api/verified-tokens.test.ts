// A verified token is trusted for up to a minute. Time is simulated.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createVerifiedTokens } from '../../../supabase/functions/api/middleware/verified-tokens.ts'
import { type Interceptor, startApi } from '../../harness/api.ts'
import { createUser, signToken, type TestUser } from '../../harness/database.ts'
import { supabase } from '../../support/server/suite.ts'

let user: TestUser
beforeAll(async () => {
  user = await createUser(supabase, 100)
})

/** Starts an API. `verified()` returns how often the auth server was called. */
function start() {
  let asked = 0
  const count: Interceptor = (request, send) => {
    if (new URL(request.url).pathname === '/auth/v1/user') asked += 1
    return send(request)
  }
  const api = startApi(supabase, {}, count)
  const ask = async (token = user.token) => (await api.request('GET', '/api/jobs', { ...user, token })).status
  return { ...api, ask, verified: () => asked }
}

it('verifies a token with the auth server once a minute', async () => {
  const { ask, clock, verified } = start()
  expect([await ask(), await ask()]).toEqual([200, 200])
  expect(verified()).toBe(1)
  clock.now += 59_999
  expect([await ask(), verified()]).toEqual([200, 1])
  clock.now += 1
  expect([await ask(), verified()]).toEqual([200, 2])
})

it('verifies a token again if the clock was set back after the last verification', async () => {
  const { ask, clock, verified } = start()
  expect(await ask()).toBe(200)
  clock.now -= 1
  expect([await ask(), verified()]).toEqual([200, 2])
})

it("never mistakes one verified token for another user's", async () => {
  const { ask, consume, verified } = start()
  const other = await createUser(supabase)
  expect(await ask()).toBe(200)
  expect((await consume(other, randomUUID())).body.code).toBe('insufficient_credits')
  expect(verified()).toBe(2)
})

it('refuses a verified token after its expiry', async () => {
  const { ask, clock } = start()
  const second = Math.floor(clock.now / 1000)
  const token = await signToken({ sub: user.id, exp: second + 30 })
  expect(await ask(token)).toBe(200)
  clock.now = (second + 30) * 1000
  expect(await ask(token)).toBe(401)
})

it('remembers neither a refused token nor a failed call to the auth server', async () => {
  const { ask, network, verified } = start()
  const token = await signToken({ sub: user.id, aud: 'admin' })
  expect([await ask(token), await ask(token), verified()]).toEqual([401, 401, 2])
  network.lost = /\/auth\//
  expect(await ask()).toBe(503)
  network.lost = null
  expect(await ask()).toBe(200)
})

it('accepts a verified token for a minute while the auth server is down', async () => {
  const { ask, clock, network } = start()
  expect(await ask()).toBe(200)
  network.lost = /\/auth\//
  expect(await ask()).toBe(200)
  clock.now += 60_000
  expect(await ask()).toBe(503)
})

it('removes the oldest of a thousand verified tokens', async () => {
  const tokens = createVerifiedTokens(() => new Date(0))
  const known = { userId: user.id, email: 'ada@example.com' }
  for (let number = 0; number <= 1000; number += 1) await tokens.keep(`token ${number}`, known, 1)
  expect([await tokens.find('token 0'), await tokens.find('token 1')]).toEqual([undefined, known])
})
