import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startApi } from '../../harness/api.ts'
import { createUser, grant } from '../../harness/database.ts'
import { FREE, HELD, PAID } from '../../support/server/job.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

describe('POST /api/credits/consume', () => {
  it('holds the price once per key, and returns the remaining balance', async () => {
    const { consume, user, job, booked } = await setUp()
    for (const _ of ['first', 'again']) {
      expect(await consume(user, job)).toMatchObject({
        status: 200,
        body: { success: true, data: { balance_after: 80, settlement: 'held' } },
      })
    }
    expect(await booked()).toEqual(HELD)
  })

  it('refuses a price above the balance, and returns both numbers', async () => {
    const { consume, user, job, booked } = await setUp(19)
    const { status, body } = await consume(user, job)
    expect(status).toBe(402)
    expect(body).toMatchObject({ success: false, code: 'insufficient_credits', data: { have: 19, need: 20 } })
    expect(body.message).toBe(
      'Not enough credits! Generating a Kling 1.6 video requires 20 credits, you currently have 19 credits',
    )
    expect(await booked()).toEqual({ available: 19, held: 0, captured: 0 })
  })

  it.each([
    ['another amount than the price', { amount: 1 }, 409, 'price_changed'],
    ['a negative amount', { amount: -20 }, 400, 'bad_request'],
    ['an amount of 0', { amount: 0 }, 400, 'bad_request'],
    ['a fraction', { amount: 20.5 }, 400, 'bad_request'],
    ['an amount beyond 32 bits', { amount: 2 ** 31 }, 400, 'bad_request'],
    ['text as its amount', { amount: '20' }, 400, 'bad_request'],
    ['no amount', { amount: null }, 400, 'bad_request'],
    ['an unknown model', { source: 'sora-9' }, 422, 'unknown_model'],
    ['an unknown type', { type: 'gift' }, 422, 'unknown_type'],
    ['a NUL in the model', { source: 'kling\0-1.6' }, 400, 'bad_request'],
    ['half a character as its model', { source: '\ud83d' }, 400, 'bad_request'],
  ])('refuses a hold with %s, and changes nothing', async (_name, over, status, code) => {
    const { consume, user, job, booked } = await setUp()
    const answer = await consume(user, job, over)
    expect(answer).toMatchObject({ status, body: { success: false, code, requestId: expect.any(String) } })
    if (code === 'price_changed') expect(answer.body.data.price).toBe(20)
    expect(await booked()).toEqual(FREE)
  })

  it('takes a key in quotation marks, as the standard for this header writes it, for the same key', async () => {
    const { consume, user, job, booked } = await setUp()
    for (const key of [`"${job}"`, job]) expect(await consume(user, key)).toMatchObject({ status: 200 })
    expect(await booked()).toEqual(HELD)
  })

  it.each([
    ['no key', ''],
    ['one quotation mark', `"${randomUUID()}`],
    ['a key that is not a UUID', 'abc'],
  ])('refuses a hold with %s', async (_name, key) => {
    const { consume, user } = await setUp()
    expect(await consume(user, key)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('charges at once, once per key, when no gateway settles jobs, and also charges earlier holds', async () => {
    const { consume: hold, create, user, job, booked } = await setUp()
    await hold(user, job)
    const { consume, request } = startApi(supabase, { VIDEO_PROVIDER: 'none', VIDEO_API_KEY: '' })
    for (const _ of ['first', 'again']) {
      expect(await consume(user, job)).toMatchObject({
        status: 200,
        body: { data: { settlement: 'captured', balance_after: 80 } },
      })
    }
    expect(await booked()).toEqual(PAID)
    expect(await request('GET', `/generation/${job}/status`, user)).toMatchObject({ status: 404 })
    expect((await consume(user, randomUUID())).body.data).toEqual({ settlement: 'captured', balance_after: 60 })
    // A job that has started is charged only when its video is delivered.
    const started = randomUUID()
    await create(user, started)
    expect((await consume(user, started)).body.data).toEqual({ settlement: 'held', balance_after: 40 })
  })
})

describe('GET /api/credits/statement', () => {
  const PATH = '/api/credits/statement'

  it('lists every transaction with its model or note, and with amounts that add up to the balance', async () => {
    const { request, consume, create, status, provider, user, job } = await setUp(600)
    await create(user, job)
    provider.finish()
    await status(user, job)
    const failed = randomUUID()
    await create(user, failed, {}, { path: '/generation/google/veo3', quoted: 330 })
    provider.fail()
    await status(user, failed)
    const { data } = (await request('GET', PATH, user)).body
    expect(data).toMatchObject({ openingBalance: 0, closingBalance: 580, nextCursor: null })
    const columns = ({ kind, amount, balanceAfter, credits, jobId, modelName }: Record<string, unknown>) => [
      kind,
      amount,
      balanceAfter,
      credits,
      jobId,
      modelName,
    ]
    expect(data.entries.map(columns)).toEqual([
      ['release', 330, 580, 330, failed, 'Veo 3'],
      ['hold', -330, 250, 330, failed, 'Veo 3'],
      ['capture', 0, 580, 20, job, 'Kling 1.6'],
      ['hold', -20, 580, 20, job, 'Kling 1.6'],
      ['grant', 600, 600, 600, null, null],
    ])
    expect(data.entries.map(({ grant }: Record<string, unknown>) => grant)).toEqual([
      ...Array(4).fill(null),
      { source: 'lite', isFromAdministrator: false, note: expect.any(String) },
    ])
    expect(data.entries[0].at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    // Only transactions whose video can be opened show its prompt.
    await request('DELETE', `/api/jobs/${failed}`, user)
    await consume(user, randomUUID())
    const { entries } = (await request('GET', PATH, user)).body.data
    const prompt = 'Rain on a window'
    expect(entries.map((entry: { prompt: string }) => entry.prompt)).toEqual([null, null, null, prompt, prompt, null])
  })

  it('returns each transaction once, page by page, with a cursor that needs no URL encoding', async () => {
    const { request } = startApi(supabase)
    const user = await createUser(supabase)
    for (const credits of [1, 2, 3]) await grant(supabase, user.id, credits)
    const first = (await request('GET', `${PATH}?limit=2`, user)).body.data
    expect(first).toMatchObject({ openingBalance: 1, closingBalance: 6, entries: [{ amount: 3 }, { amount: 2 }] })
    expect(first.nextCursor).toMatch(/^[\w-]+$/)
    const second = (await request('GET', `${PATH}?limit=2&cursor=${first.nextCursor}`, user)).body.data
    expect(second).toMatchObject({ openingBalance: 0, closingBalance: 1, entries: [{ amount: 1 }], nextCursor: null })
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=all',
    'cursor=7',
    `cursor=${Buffer.from('{"id":7}').toString('base64url')}`,
    `cursor=${Buffer.from('{"id":"0"}').toString('base64url')}`,
    `cursor=${Buffer.from('{"id":"-1"}').toString('base64url')}`,
    `cursor=${Buffer.from('{"id":"99999999999999999999"}').toString('base64url')}`,
    `cursor=${Buffer.from(JSON.stringify({ createdAt: '2026-11-01T10:00:00.123456Z', id: randomUUID() })).toString('base64url')}`,
  ])('refuses the statement query ?%s', async (query) => {
    const { request, user } = await setUp()
    expect(await request('GET', `${PATH}?${query}`, user)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: expect.stringMatching(/limit|cursor/) },
    })
  })

  it('shows no transaction of another user, whatever the cursor', async () => {
    const { request, user } = await setUp(600)
    const stranger = await createUser(supabase)
    const cursor = Buffer.from('{"id":"999999999999999999"}').toString('base64url')
    for (const query of ['', `?cursor=${cursor}`]) {
      expect((await request('GET', PATH + query, stranger)).body.data.entries).toEqual([])
      expect((await request('GET', PATH + query, user)).body.data.entries).toHaveLength(1)
    }
  })
})

describe('/api/credits/test', () => {
  it("adds a plan's test credits once per key and user, and shows each plan in the balance", async () => {
    const { request, consume } = startApi(supabase)
    const [user, other] = [await createUser(supabase), await createUser(supabase)]
    const add = (amount: number, plan_id: string, key: string, by = user) =>
      request('POST', '/api/credits/test/add', by, { user_id: by.id, amount, plan_id }, { key })
    const key = randomUUID()
    for (const _ of ['first', 'again'])
      expect(await add(600, 'lite', key)).toMatchObject({ status: 200, body: { data: { total_credits: 600 } } })
    for (const refused of [await add(1200, 'lite', key), await add(600, 'pro', key)])
      expect(refused).toMatchObject({ status: 409 })
    expect(await add(600, 'lite', key, other)).toMatchObject({ status: 200, body: { data: { total_credits: 600 } } })
    await add(1200, 'pro', randomUUID())
    for (const _ of ['first', 'second']) await consume(user, randomUUID(), { source: 'veo-3', amount: 330 })
    const { body: balance } = await request('GET', `/api/credits/test/balance?user_id=${user.id}`, user)
    expect(balance).toMatchObject({ success: true, data: { total_credits: 1140 } })
    expect(balance.data.balances).toMatchObject([
      { source: 'lite', granted: 600, remaining: 0 },
      { source: 'pro', granted: 1200, remaining: 1140 },
    ])
  })

  it('repairs a balance that differs from the ledger, and reports the repair', async () => {
    const { request, user, booked } = await setUp()
    const validate = () => request('POST', '/api/credits/test/validate', user, { user_id: user.id })
    await sql('update private.credit_accounts set available = 7, held = 3 where user_id = $1', [user.id])
    expect(await validate()).toMatchObject({ body: { data: { was_repaired: true, current_credits: 100 } } })
    expect(await validate()).toMatchObject({ body: { data: { was_repaired: false, current_credits: 100 } } })
    expect(await booked()).toEqual(FREE)
    // The header reads this copy of the balance.
    await sql(`insert into public.users (id, email) values ($1, '')`, [user.id])
    await sql('alter table public.users disable trigger users_protect')
    await sql('update public.users set credits = 7 where id = $1', [user.id])
    await sql('alter table public.users enable trigger users_protect')
    expect(await validate()).toMatchObject({ body: { data: { was_repaired: true, current_credits: 100 } } })
    expect(await sql('select credits from public.users where id = $1', [user.id])).toEqual([{ credits: 100 }])
  })

  it.each(['li\0te', '\ud83d', '\u202elite', ''])('refuses test credits for the plan %j', async (plan_id) => {
    const { request, user, job, booked } = await setUp()
    const body = { user_id: user.id, amount: 600, plan_id }
    expect(await request('POST', '/api/credits/test/add', user, body, { key: job })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: expect.stringMatching(/^Invalid "plan_id": .+\.$/) },
    })
    expect(await booked()).toEqual(FREE)
  })

  it("grants, validates, and shows test credits only for the user's own account", async () => {
    const { request, user, job, booked } = await setUp()
    const stranger = await createUser(supabase)
    const body = { user_id: user.id, amount: 5, plan_id: 'lite' }
    for (const answer of [
      await request('GET', `/api/credits/test/balance?user_id=${user.id}`, stranger),
      await request('POST', '/api/credits/test/validate', stranger, body),
      await request('POST', '/api/credits/test/add', stranger, body, { key: job }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await booked()).toEqual(FREE)
  })

  it('returns the 404 of unknown paths for test credits without ENABLE_TEST_CREDITS, for every method', async () => {
    const { request } = startApi(supabase, { ENABLE_TEST_CREDITS: 'false' })
    const user = await createUser(supabase)
    const unknown = await request('POST', '/api/nowhere', user, {})
    for (const name of ['balance', 'validate', 'add']) {
      for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const body = verb === 'POST' ? { user_id: user.id, amount: 5, plan_id: 'lite' } : undefined
        expect(await request(verb, `/api/credits/test/${name}?user_id=${user.id}`, user, body)).toMatchObject({
          status: 404,
          body: { ...unknown.body, requestId: expect.any(String) },
        })
      }
    }
  })
})
