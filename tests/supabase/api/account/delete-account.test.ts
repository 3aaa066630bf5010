import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { createUser, readBooks, readRows, signToken, type TestUser } from '../../../harness/database.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { FREE, HELD, PAID, startJobApi } from '../../../support/server/job.ts'
import { createKey } from '../../../support/server/key.ts'
import { openSuite } from '../../../support/server/open-suite.ts'
import { getClient } from '../../migrations/browser-client.ts'

const { supabase } = await openSuite()

type Api = Awaited<ReturnType<typeof startJobApi>>

const remove = ({ request }: Pick<Api, 'request'>, user: TestUser, email = user.email) =>
  request('POST', '/api/account/delete', user, { email })
const sql = <Row>(statement: string, parameters: unknown[] = []) => readRows<Row>(supabase, statement, parameters)

async function readCount(statement: string, parameters: unknown[]): Promise<number> {
  const [row] = await sql<{ count: number }>(`select count(*)::int as count from ${statement}`, parameters)
  return row?.count ?? 0
}

/** Returns the names of the tables that contain this text in any column of any row. */
async function findEverywhere(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    if ((await readCount(`${name} as t where t::text like '%' || $1 || '%'`, [text])) > 0) found.push(name)
  }
  return found
}

/** Generates and delivers a video from an uploaded image. Returns the image's ID. */
async function makeVideo({ create, consume, status, provider, user, job, request }: Api) {
  const { body } = await request('POST', '/api/images', user, { image: pngDataUri(320, 320) })
  // The ledger doesn't store the caller's description of a hold.
  await consume(user, job, { description: 'a secret scene' })
  await create(user, job, { image: pngDataUri(320, 320), prompt: 'a secret scene' })
  provider.finish()
  expect((await status(user, job)).body.status).toBe('succeed')
  return String(body.data.id)
}

it('leaves only ledger entries of a deleted account, as the privacy policy says', async () => {
  const api = await startJobApi(supabase)
  const { user, job } = api
  const image = await makeVideo(api)
  // Sharing moves the video to a new path. Its old file is deleted two hours later.
  expect((await api.request('POST', `/api/jobs/${job}/shares`, user, {})).status).toBe(200)
  await sql(`insert into public.users (id, email, name) values ($1, $2, 'Ada Byron')`, [user.id, user.email])
  await sql(
    `insert into auth.audit_log_entries (id, payload) values ($1, json_build_object('actor_username', $2::text))`,
    [randomUUID(), user.email],
  )
  await sql(`insert into public.login_logs (user_id, ip_address) values ($1, '203.0.113.9')`, [user.id])
  await sql('insert into auth.sessions (id, user_id) values ($1, $2)', [randomUUID(), user.id])
  const files = () => sql<{ name: string }>('select name from storage.objects')
  expect((await files()).length).toBeGreaterThan(2)
  // The database uses real time, which has passed since the test's clock started.
  api.clock.now = Date.now() + 1000

  expect(await remove(api, user)).toMatchObject({ status: 200, body: { message: 'Your account is deleted.' } })
  await api.waitUntilIdle()
  expect(await files()).toEqual([])
  // A file's path stays listed as long as the file may still be uploaded.
  api.clock.now += 11 * 60_000
  await api.sweep()

  for (const text of [user.email, 'Ada Byron', '203.0.113.9', 'a secret scene', image]) {
    expect([text, await findEverywhere(text)]).toEqual([text, []])
  }
  expect(await files()).toEqual([])
  expect(await readCount('auth.sessions where user_id = $1', [user.id])).toBe(0)
  expect(await readBooks(supabase, user.id)).toMatchObject(PAID)
  expect(await readCount('private.credit_entries where job_id = $1', [job])).toBe(2)
})

it("deletes an account's remaining files in the sweep when Storage was down during the deletion", async () => {
  const api = await startJobApi(supabase)
  await makeVideo(api)
  api.storage.isDown = true
  expect((await remove(api, api.user)).status).toBe(200)
  await api.waitUntilIdle()
  expect(await readCount('private.files_to_delete where job_id = $1', [api.job])).toBeGreaterThan(0)
  api.storage.isDown = false
  api.clock.now += 11 * 60_000
  await api.sweep()
  expect(await readCount('private.files_to_delete where job_id = $1', [api.job])).toBe(0)
  expect(await readCount('private.files where user_id = $1', [api.user.id])).toBe(0)
})

it('grants the sign-up credits once per Google account and stores no readable Google ID', async () => {
  const api = await startJobApi(supabase)
  const signUp = async () => {
    const user = await createUser(supabase)
    await sql(
      `insert into auth.identities (id, provider, provider_id, user_id) values (gen_random_uuid(), 'google', '1170000042', $1)`,
      [user.id],
    )
    await sql(`insert into public.users (id, email) values ($1, '')`, [user.id])
    return { user, ...(await readBooks(supabase, user.id)) }
  }
  await sql('update private.credit_settings set sign_up_credits = 40')
  const first = await signUp()
  expect(first.available).toBe(40)
  expect((await remove(api, first.user)).status).toBe(200)
  await api.waitUntilIdle()
  expect(await findEverywhere('1170000042')).toEqual([])
  expect((await signUp()).available).toBe(0)
  await sql('update private.credit_settings set sign_up_credits = 0')
})

it.each<[name: string, open: (api: Api) => Promise<unknown>, books: object]>([
  ['a job runs', ({ create, user, job }) => create(user, job), HELD],
  ['credits are held for a job', ({ consume, user, job }) => consume(user, job), HELD],
])('refuses to delete the account while %s, explains what to do, and changes nothing', async (_name, open, books) => {
  const api = await startJobApi(supabase)
  await open(api)
  expect(await remove(api, api.user)).toMatchObject({
    status: 409,
    body: {
      code: 'job_open',
      message:
        'Some of your videos are still being generated. Cancel them, or wait until they finish. Then delete your account.',
    },
  })
  expect(await api.booked()).toEqual(books)
  expect((await api.request('GET', '/api/account', api.user)).body.data.email).toBe(api.user.email)
})

it.each([
  ['another email', 'somebody@example.com', 422, 'wrong_email'],
  ['no email', undefined, 400, 'bad_request'],
  ['an email of 401 characters', 'a'.repeat(401), 400, 'bad_request'],
  ['a pattern for any email', '%', 422, 'wrong_email'],
])('deletes no account if the request has %s', async (_name, email, status, code) => {
  const api = await startJobApi(supabase)
  expect(await api.request('POST', '/api/account/delete', api.user, { email })).toMatchObject({
    status,
    body: { code },
  })
  expect((await api.request('GET', '/api/account', api.user)).status).toBe(200)
  expect(await api.booked()).toEqual(FREE)
})

it('accepts the email in any case, and deletes only the account that owns the token', async () => {
  const api = await startJobApi(supabase)
  const { user: other, ...own } = await startJobApi(supabase)
  await makeVideo({ ...own, user: other })
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Grace')`, [other.id])
  await sql('insert into public.login_logs (user_id) values ($1)', [other.id])
  await sql('insert into auth.sessions (id, user_id) values ($1, $2)', [randomUUID(), other.id])
  await createKey(own, other)
  await sql(`insert into auth.identities (id, provider, provider_id, user_id) values ($1, 'google', '7', $2)`, [
    randomUUID(),
    other.id,
  ])
  await sql(`insert into auth.audit_log_entries (id, payload) values ($1, json_build_object('actor_id', $2::text))`, [
    randomUUID(),
    other.id,
  ])
  const before = [await findEverywhere(other.id), (await own.request('GET', '/api/account', other)).body.data]
  // The other account's email deletes neither account.
  expect((await remove(api, api.user, other.email)).status).toBe(422)
  expect((await remove(api, api.user, ` ${api.user.email.toUpperCase()} `)).status).toBe(200)
  await api.waitUntilIdle()
  const after = [await findEverywhere(other.id), (await own.request('GET', '/api/account', other)).body.data]
  expect(after).toEqual(before)
})

it("refuses every call with a deleted account's tokens, including the next page of an export", async () => {
  const api = await startJobApi(supabase)
  const { request, user, job, consume, create } = api
  const page = await request('GET', '/api/account/export', user)
  const another = { ...user, token: await signToken({ sub: user.id, jti: randomUUID() }) }
  expect((await request('GET', '/api/account', another)).status).toBe(200)
  await remove(api, user)

  const refused = {
    status: 401,
    body: { code: 'unauthorized', message: expect.stringContaining('This account was deleted.') },
  }
  for (const token of [user, another]) {
    for (const [method, path, body] of [
      ['GET', '/api/account'],
      ['GET', `/api/account/export?cursor=${page.body.data.nextCursor}`],
      ['POST', '/api/account/delete', { email: user.email }],
      ['GET', '/api/jobs'],
      ['GET', `/api/jobs/${job}`],
      ['DELETE', `/api/jobs/${job}`],
      ['POST', `/api/jobs/${job}/label`, { isStarred: true }],
      ['POST', `/api/jobs/${job}/cancel`, {}],
      ['GET', `/generation/${job}/status`],
      ['GET', '/api/credits/statement'],
      ['POST', '/api/images', { image: pngDataUri(320, 320) }],
    ] as const) {
      expect([path, await request(method, path, token, body)]).toMatchObject([path, refused])
    }
    expect(await consume(token, job)).toMatchObject(refused)
    expect(await create(token, job)).toMatchObject(refused)
  }
  // Supabase Lite prints the errors of refused statements.
  vi.mocked(console.error).mockClear()
})

it('creates no profile, login record, or hold for the token of a deleted account, and says why', async () => {
  const api = await startJobApi(supabase)
  const { user } = api
  const hard = await startJobApi(supabase, 0)
  await remove(api, user)
  await sql('delete from auth.users where id = $1', [hard.user.id])

  const browser = getClient(supabase, user)
  const profile = await browser.from('users').upsert({ id: user.id, email: user.email, name: 'Ada Byron' })
  expect(profile.error?.message).toContain('This account was deleted.')
  const log = await browser.from('login_logs').insert({ user_id: user.id, ip_address: '203.0.113.9' })
  expect(log.error?.message).toContain('This account was deleted.')
  expect(await hard.consume(hard.user, hard.job)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  vi.mocked(console.error).mockClear()
})
