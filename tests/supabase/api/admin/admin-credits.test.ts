import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, readBooks } from '../../../harness/database.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

/** A user who has signed in, and the administrator's two calls for credits. */
async function start(settings: Record<string, string> = {}) {
  const api = startAdminApi(supabase, settings)
  const user = await createUser(supabase, 100)
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Ada')`, [user.id])
  const headers = await api.asAdmin()
  return {
    ...api,
    user,
    booked: async () => (await readBooks(supabase, user.id)).available,
    find: (asked: unknown, over = headers) =>
      api.request('POST', '/api/admin/credits/find-users', null, { user: asked }, { headers: over }),
    grant: (over: Record<string, unknown> = {}, key: string = randomUUID(), given: Record<string, string> = headers) =>
      api.request(
        'POST',
        '/api/admin/credits/grant',
        null,
        { user_id: user.id, amount: 600, reason: 'Prize of the contest', ...over },
        { headers: given, ...(key ? { key } : {}) },
      ),
  }
}

describe('POST /api/admin/credits/find-users', () => {
  it('finds a user and their balance by exact email or ID, and returns no user for other input', async () => {
    const { find, user } = await start()
    const found = { id: user.id, email: user.email, name: 'Ada', credits: 100 }
    for (const asked of [user.email.toUpperCase(), user.id]) {
      expect(await find(asked)).toMatchObject({ status: 200, body: { success: true, data: { users: [found] } } })
    }
    for (const asked of ['%', '@example.com', user.id.slice(0, 8)]) {
      expect((await find(asked)).body.data.users).toEqual([])
    }
    const none = await find('nobody@example.com')
    expect(none).toMatchObject({ status: 200, body: { data: { users: [] } } })
    expect(none.headers.get('cache-control')).toBe('no-store')
  })

  it.each([[''], ['   '], ['x'.repeat(321)], [7], [null]])('refuses to find users by %j', async (asked) => {
    const { find } = await start()
    expect((await find(asked)).status).toBe(400)
  })
})

describe('POST /api/admin/credits/grant', () => {
  it('adds the granted credits once per key, and returns the new balance for each request', async () => {
    const { grant, booked, user, log } = await start()
    const key = randomUUID()
    const answers = await Promise.all([grant({}, key), grant({}, key)])
    answers.push(await grant({}, key))
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { success: true, data: { user: { id: user.id, email: user.email, credits: 700 } } },
      })
    }
    expect(await booked()).toBe(700)
    const lines = log.filter(({ message }) => message.includes('granted'))
    expect(lines).toEqual([
      { level: 'info', message: 'administrator granted 600 credits', requestId: expect.any(String), userId: user.id },
    ])
    expect(JSON.stringify(log)).not.toContain(user.email)
    expect(JSON.stringify(log)).not.toContain('contest')
  })

  it("writes the administrator's name and the reason into the ledger, and shows the user only the reason", async () => {
    const { grant, request, user } = await start({ ADMIN_USERNAME: 'grace' })
    await grant({ reason: '  Prize of the contest ' })
    const [entry] = await sql(
      'select type, source, description from private.credit_entries where user_id = $1 order by id desc limit 1',
      [user.id],
    )
    expect(entry).toEqual({ type: 'admin_grant', source: 'grace', description: 'Prize of the contest' })
    const { body } = await request('GET', '/api/credits/statement', user)
    expect(body.data.entries[0]).toMatchObject({
      kind: 'grant',
      amount: 600,
      balanceAfter: 700,
      grant: { source: '', isFromAdministrator: true, note: 'Prize of the contest' },
    })
    expect(JSON.stringify(body)).not.toContain('grace')
  })

  it("accepts a grant with the administrator's password in the body when there is no token", async () => {
    const { grant, find, booked } = await start()
    expect((await grant({ password: 'soundreel-local' }, randomUUID(), {})).status).toBe(200)
    expect((await grant({ password: 'wrong' }, randomUUID(), {})).status).toBe(401)
    // An expired token gets this status too, and the page then asks the administrator to log in again.
    const ended = { authorization: 'Bearer ended' }
    expect((await grant({}, randomUUID(), ended)).status).toBe(401)
    expect((await find('a@example.com', ended)).status).toBe(401)
    expect(await booked()).toBe(700)
  })

  it.each([
    ['no amount', { amount: undefined }, 400, 'bad_request'],
    ['an amount of 0', { amount: 0 }, 400, 'bad_request'],
    ['a negative amount', { amount: -600 }, 400, 'bad_request'],
    ['a fraction of a credit', { amount: 1.5 }, 400, 'bad_request'],
    ['an amount above 1,000,000', { amount: 1_000_001 }, 400, 'bad_request'],
    ['an amount in words', { amount: '600' }, 400, 'bad_request'],
    ['no reason', { reason: ' ' }, 400, 'bad_request'],
    ['a reason of 201 characters', { reason: 'x'.repeat(201) }, 400, 'bad_request'],
    ['a malformed user ID', { user_id: 'ada' }, 400, 'bad_request'],
    ['an unknown user', { user_id: randomUUID() }, 404, 'no_such_user'],
  ])('refuses a grant with %s, and adds no credits', async (_, over, status, code) => {
    const { grant, booked } = await start()
    expect(await grant(over)).toMatchObject({ status, body: { success: false, code } })
    expect(await booked()).toBe(100)
  })

  it('refuses a grant without a key, or with the key of a different grant', async () => {
    const { grant, booked } = await start()
    expect((await grant({}, '')).status).toBe(400)
    const key = randomUUID()
    await grant({}, key)
    expect(await grant({ amount: 7 }, key)).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(await booked()).toBe(700)
  })

  it("accepts a grant's key that a grant of another kind has used", async () => {
    const { grant, booked, user } = await start()
    const key = randomUUID()
    await sql(`select private.grant_credits($1, 5, 'test_plan', 'lite', $2, '')`, [user.id, key])
    expect((await grant({}, key)).status).toBe(200)
    expect(await booked()).toBe(705)
  })

  it('refuses a grant that exceeds the largest balance an account can have', async () => {
    const { grant, user } = await start()
    await sql('update private.credit_accounts set available = 2147483000 where user_id = $1', [user.id])
    expect(await grant({ amount: 1_000_000 })).toMatchObject({ status: 422, body: { code: 'balance_full' } })
    await sql('select public.validate_credits($1)', [user.id])
  })
})
