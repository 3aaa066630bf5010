import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { books, createUser, grant, openTestSupabase, rows } from '../../support/server/database.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

describe('POST /api/credits/consume', () => {
  it('holds the price and answers what is left', async () => {
    const { consume } = startApi(supabase)
    const user = await createUser(supabase, 100)
    const job = randomUUID()
    const { status, body } = await consume(user, job)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, data: { balance_after: 80, settlement: 'held' } })
    expect(await books(supabase, user.id)).toEqual({ available: 80, held: 20, captured: 0 })
  })

  it('holds once for a repeated key', async () => {
    const { consume } = startApi(supabase)
    const user = await createUser(supabase, 100)
    const job = randomUUID()
    await consume(user, job)
    const again = await consume(user, job)
    expect(again).toMatchObject({ status: 200, body: { data: { balance_after: 80 } } })
    expect(await books(supabase, user.id)).toEqual({ available: 80, held: 20, captured: 0 })
  })

  it('refuses what the balance does not cover, with both numbers', async () => {
    const { consume } = startApi(supabase)
    const user = await createUser(supabase, 19)
    const { status, body } = await consume(user, randomUUID())
    expect(status).toBe(402)
    expect(body).toMatchObject({ success: false, code: 'insufficient_credits', data: { have: 19, need: 20 } })
    expect(body.message).toBe(
      'Not enough credits! Generating a Kling 1.6 video requires 20 credits, you currently have 19 credits',
    )
    expect(await books(supabase, user.id)).toEqual({ available: 19, held: 0, captured: 0 })
  })

  it('refuses another amount than the price and says the price', async () => {
    const { consume } = startApi(supabase)
    const user = await createUser(supabase, 100)
    const { status, body } = await consume(user, randomUUID(), { amount: 1 })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'price_changed', data: { price: 20 } })
    expect(await books(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
  })

  it('refuses a key that held something else, and one of another person', async () => {
    const { consume } = startApi(supabase)
    const [user, other] = [await createUser(supabase, 500), await createUser(supabase, 500)]
    const job = randomUUID()
    await consume(user, job)
    expect(await consume(user, job, { source: 'veo-2', amount: 180 })).toMatchObject({
      status: 409,
      body: { code: 'key_mismatch' },
    })
    expect(await consume(other, job)).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(await books(supabase, other.id)).toEqual({ available: 500, held: 0, captured: 0 })
  })

  it.each([
    ['a negative amount', { amount: -20 }, 400, 'bad_request'],
    ['zero', { amount: 0 }, 400, 'bad_request'],
    ['a fraction', { amount: 20.5 }, 400, 'bad_request'],
    ['an amount beyond 32 bits', { amount: 2 ** 31 }, 400, 'bad_request'],
    ['text as amount', { amount: '20' }, 400, 'bad_request'],
    ['no amount', { amount: null }, 400, 'bad_request'],
    ['an unknown model', { source: 'sora-9' }, 422, 'unknown_model'],
    ['an unknown type', { type: 'gift' }, 422, 'unknown_type'],
    ['a NUL in the model', { source: 'kling\0-1.6' }, 400, 'bad_request'],
    ['half a character as model', { source: '\ud83d' }, 400, 'bad_request'],
  ])('refuses %s and changes nothing', async (_name, over, status, code) => {
    const { consume } = startApi(supabase)
    const user = await createUser(supabase, 100)
    const answer = await consume(user, randomUUID(), over)
    expect(answer).toMatchObject({ status, body: { success: false, code, requestId: expect.any(String) } })
    expect(await books(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
  })

  it.each([
    ['no key', undefined],
    ['a key that is no UUID', 'abc'],
  ])('refuses %s', async (_name, key) => {
    const { request } = startApi(supabase)
    const user = await createUser(supabase, 100)
    const body = { amount: 20, type: 'video_generation', source: 'kling-1.6' }
    const answer = await request('POST', '/api/credits/consume', user, body, key ? { key } : {})
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it.each([
    ['a body that is not JSON', '{"amount":', { 'content-type': 'application/json' }],
    ['a form post', 'amount=20', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an array', '[]', { 'content-type': 'application/json' }],
  ])('refuses %s', async (_name, body, headers) => {
    const { request } = startApi(supabase)
    const user = await createUser(supabase, 100)
    const answer = await request('POST', '/api/credits/consume', user, body, { key: randomUUID(), headers })
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'bad_request' } })
  })

  it('refuses a body over the limit', async () => {
    const { consume } = startApi(supabase)
    const user = await createUser(supabase, 100)
    expect(await consume(user, randomUUID(), { description: 'x'.repeat(70_000) })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
  })

  it('captures at once where no gateway settles jobs, once per key', async () => {
    const { consume, request } = startApi(supabase, { VIDEO_PROVIDER: 'none', VIDEO_API_KEY: '' })
    const user = await createUser(supabase, 100)
    const job = randomUUID()
    expect(await consume(user, job)).toMatchObject({
      status: 200,
      body: { data: { settlement: 'captured', balance_after: 80 } },
    })
    expect(await consume(user, job)).toMatchObject({ status: 200, body: { data: { balance_after: 80 } } })
    expect(await books(supabase, user.id)).toEqual({ available: 80, held: 0, captured: 20 })
    expect(await request('GET', `/generation/${job}/status`, user)).toMatchObject({ status: 404 })
  })

  it('captures a hold that was taken while there was a gateway', async () => {
    const user = await createUser(supabase, 100)
    const job = randomUUID()
    await startApi(supabase).consume(user, job)
    const { consume } = startApi(supabase, { VIDEO_PROVIDER: 'none', VIDEO_API_KEY: '' })
    expect(await consume(user, job)).toMatchObject({ body: { data: { settlement: 'captured', balance_after: 80 } } })
    expect(await books(supabase, user.id)).toEqual({ available: 80, held: 0, captured: 20 })
  })
})

describe('test credits', () => {
  it('add a plan once per key, show it in the balance and keep another plan apart', async () => {
    const { request, consume } = startApi(supabase)
    const user = await createUser(supabase)
    const key = randomUUID()
    const body = { user_id: user.id, amount: 600, plan_id: 'lite' }
    expect(await request('POST', '/api/credits/test/add', user, body, { key })).toMatchObject({
      status: 200,
      body: { data: { total_credits: 600 } },
    })
    expect(await request('POST', '/api/credits/test/add', user, body, { key })).toMatchObject({
      status: 200,
      body: { data: { total_credits: 600 } },
    })
    expect(await request('POST', '/api/credits/test/add', user, { ...body, amount: 1200 }, { key })).toMatchObject({
      status: 409,
    })
    await request(
      'POST',
      '/api/credits/test/add',
      user,
      { ...body, amount: 1200, plan_id: 'pro' },
      { key: randomUUID() },
    )
    await consume(user, randomUUID(), { source: 'veo-3', amount: 330 })
    await consume(user, randomUUID(), { source: 'veo-3', amount: 330 })
    const { body: balance } = await request('GET', `/api/credits/test/balance?user_id=${user.id}`, user)
    expect(balance).toMatchObject({ success: true, data: { total_credits: 1140 } })
    expect(balance.data.balances).toMatchObject([
      { source: 'lite', granted: 600, remaining: 0 },
      { source: 'pro', granted: 1200, remaining: 1140 },
    ])
  })

  it('validate repairs what drifted and says so', async () => {
    const { request } = startApi(supabase)
    const user = await createUser(supabase, 100)
    const validate = () => request('POST', '/api/credits/test/validate', user, { user_id: user.id })
    expect(await validate()).toMatchObject({ body: { data: { was_repaired: false, current_credits: 100 } } })
    await rows(supabase, 'update private.credit_accounts set available = 7, held = 3 where user_id = $1', [user.id])
    expect(await validate()).toMatchObject({ body: { data: { was_repaired: true, current_credits: 100 } } })
    expect(await validate()).toMatchObject({ body: { data: { was_repaired: false, current_credits: 100 } } })
    await books(supabase, user.id)
  })

  it.each(['li\0te', '\ud83d', '\u202elite', ''])('refuse the plan %j with a sentence', async (plan_id) => {
    const { request } = startApi(supabase)
    const user = await createUser(supabase)
    const body = { user_id: user.id, amount: 600, plan_id }
    expect(await request('POST', '/api/credits/test/add', user, body, { key: randomUUID() })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: expect.stringMatching(/^The field plan_id is not valid: .+\.$/) },
    })
    expect(await books(supabase, user.id)).toEqual({ available: 0, held: 0, captured: 0 })
  })

  it.each(['balance', 'validate', 'add'])('%s is for one’s own account alone', async (name) => {
    const { request } = startApi(supabase)
    const [user, other] = [await createUser(supabase), await createUser(supabase)]
    const answer =
      name === 'balance'
        ? await request('GET', `/api/credits/test/balance?user_id=${other.id}`, user)
        : await request(
            'POST',
            `/api/credits/test/${name}`,
            user,
            { user_id: other.id, amount: 5, plan_id: 'lite' },
            { key: randomUUID() },
          )
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await books(supabase, other.id)).toEqual({ available: 0, held: 0, captured: 0 })
  })

  it('are an unknown path without their setting', async () => {
    const { request } = startApi(supabase, { ENABLE_TEST_CREDITS: 'false' })
    const user = await createUser(supabase)
    const unknown = await request('POST', '/api/nowhere', user, {})
    for (const name of ['balance', 'validate', 'add']) {
      const answer = await request('POST', `/api/credits/test/${name}`, user, {
        user_id: user.id,
        amount: 5,
        plan_id: 'lite',
      })
      expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
      expect(answer.status).toBe(404)
      for (const verb of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        expect(await request(verb, `/api/credits/test/${name}?user_id=${user.id}`, user)).toMatchObject({
          status: 404,
          body: { ...unknown.body, requestId: expect.any(String) },
        })
      }
    }
  })

  it('need the seed’s grant too', async () => {
    const { request, log } = startApi(supabase)
    const user = await createUser(supabase)
    await rows(
      supabase,
      'revoke execute on function public.add_test_credits(uuid, integer, text, text) from service_role',
    )
    const answer = await request(
      'POST',
      '/api/credits/test/add',
      user,
      { user_id: user.id, amount: 5, plan_id: 'lite' },
      { key: randomUUID() },
    )
    await rows(supabase, 'grant execute on function public.add_test_credits(uuid, integer, text, text) to service_role')
    expect(answer.status).toBe(503)
    expect(log.at(-1)?.cause).toContain('42501')
    // Supabase Lite prints what the database refused.
    vi.mocked(console.error).mockClear()
  })
})

it('adds what is granted twice at once to one balance', async () => {
  const user = await createUser(supabase)
  await Promise.all([grant(supabase, user.id, 5), grant(supabase, user.id, 7)])
  expect(await books(supabase, user.id)).toEqual({ available: 12, held: 0, captured: 0 })
})
