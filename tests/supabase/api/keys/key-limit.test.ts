// The daily limit of a key, beside the limits that apply to all users.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { createKey } from '../../../support/server/key.ts'
import { setUp, sql } from '../../../support/server/suite.ts'

it('refuses a key at its daily limit in consume and create requests, and charges nothing', async () => {
  const api = await setUp()
  const { user, consume, create, booked, provider, job } = api
  const { caller } = await createKey(api, user, { dailyLimit: 30 })
  expect((await consume(caller, job)).status).toBe(200)
  const books = await booked()
  for (const refused of [await consume(caller, randomUUID()), await create(caller, randomUUID())]) {
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'key_limit', data: { settlement: 'none', limit: 30, left: 10 } },
    })
    expect(refused.body.message).toMatch(/up to 30 credits per day\. It has 10 left today, and this video costs 20\./)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBe(refused.body.data.retryAfterSeconds)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(24 * 60 * 60)
  }
  expect(await booked()).toEqual(books)
  expect(provider.creates).toEqual([])
  // The job that already holds credits can start, and the user's own session isn't limited.
  expect((await create(caller, job)).status).toBe(200)
  expect((await create(user, randomUUID())).status).toBe(200)
})

it("counts neither canceled nor failed jobs toward a key's daily limit", async () => {
  const api = await setUp()
  const { user, create, request, provider, status } = api
  const { caller } = await createKey(api, user, { dailyLimit: 20 })
  const [canceled, failed, arrived] = [randomUUID(), randomUUID(), randomUUID()]
  await api.consume(caller, canceled)
  expect((await request('POST', `/v1/jobs/${canceled}/cancel`, caller)).body.data.outcome).toBe('stopped')
  await create(caller, failed)
  provider.fail('no')
  await status(caller, failed)
  provider.finish()
  expect((await create(caller, arrived)).status).toBe(200)
  expect((await status(caller, arrived)).body.status).toBe('succeed')
  expect((await create(caller, randomUUID())).body.code).toBe('key_limit')
})

it("counts every take of a comparison toward a key's daily limit", async () => {
  const api = await setUp()
  const { user, consume, booked } = api
  const { caller } = await createKey(api, user, { dailyLimit: 40 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => consume(caller, randomUUID())))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
  expect(await booked()).toMatchObject({ available: 60, held: 40 })
})

it('treats one idempotency key under /api and /v1, from a key and its owner, as one job', async () => {
  const api = await setUp()
  const { user, request, job, provider, consume, create, booked } = api
  const { caller } = await createKey(api, user)
  await consume(user, job)
  await create(caller, job, {}, { path: '/v1/generation/kling-ai/kling-v1-6' })
  await create(user, job)
  expect(provider.creates.length).toBe(1)
  expect(await booked()).toMatchObject({ available: 80, held: 20 })
  expect((await request('GET', `/v1/jobs/${job}`, caller)).body.data.id).toBe(job)
})

it("shows a key's limit and its remainder in the API and in a quote", async () => {
  const api = await setUp(100)
  const { user, job, request, create } = api
  const { caller, id } = await createKey(api, user, { dailyLimit: 50 })
  await createKey(api, user)
  const { use } = await connectAgent(await listen(api), caller)
  const quote = async (takes: number) => {
    const { say, data } = await use('quote', { model: 'kling-1.6', takes })
    return [say, data.keyLeft, data.isEnough]
  }
  expect(await quote(2)).toEqual([expect.stringContaining('can spend 50 more today. Call'), 50, true])
  await create(caller, job)
  expect((await request('GET', '/v1/key', caller)).body.data.key).toMatchObject({ id, dailyLimit: 50, spentToday: 20 })
  expect(await quote(1)).toEqual([expect.stringContaining('can spend 30 more today. Call'), 30, true])
  expect(await quote(2)).toEqual([expect.stringContaining('can spend 30 more today. This is not enough.'), 30, false])
  expect((await request('GET', '/api/key', user)).body.data).toEqual({ key: null })
})

it('spends nothing that the session or another key holds', async () => {
  const api = await setUp()
  const { user, consume, create, booked, provider, job } = api
  const [limited, other] = [await createKey(api, user, { dailyLimit: 1 }), await createKey(api, user)]
  const heldByOther = randomUUID()
  expect([(await consume(user, job)).status, (await consume(other.caller, heldByOther)).status]).toEqual([200, 200])
  const books = await booked()
  for (const held of [job, heldByOther]) {
    expect(await create(limited.caller, held)).toMatchObject({
      status: 409,
      body: { code: 'key_mismatch', data: { settlement: 'held' } },
    })
  }
  expect(await booked()).toEqual(books)
  expect(provider.creates).toEqual([])
  expect((await create(user, job)).status).toBe(200)
  // A key's own hold is returned after a wrong price.
  const released = { status: 409, body: { code: 'price_changed', data: { settlement: 'released' } } }
  expect(await create(other.caller, heldByOther, {}, { quoted: 19 })).toMatchObject(released)
})

it('holds nothing with a key that expires between its check and the hold', async () => {
  const api = await setUp()
  const { user, consume, booked, job } = api
  const { caller, id } = await createKey(api, user)
  expect((await consume(caller, job)).status).toBe(200)
  const books = await booked()
  await sql('update private.api_keys set expires_at = created_at where id = $1', [id])
  const hold = `select public.hold_credits($1, $2, 'video_generation', 'kling-1.6', 20, 'Video', false, $3) ->> 'outcome' as outcome`
  expect(await sql(hold, [user.id, randomUUID(), id])).toEqual([{ outcome: 'key_ended' }])
  expect(await booked()).toEqual(books)
})
