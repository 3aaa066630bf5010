import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { VIDEO } from '../../../harness/api.ts'
import { createUser, signToken, type TestUser } from '../../../harness/database.ts'
import { insertable } from '../../../support/guards/setting.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'
import { getClient } from '../../migrations/browser-client.ts'

type Api = Awaited<ReturnType<typeof setUp>>
interface Page {
  jobs: { id: string; videoUrl: string | null }[]
  transactions: { id: string; kind: string }[]
  signIns: { id: string }[]
  images: { id: string; url: string | null }[]
  nextCursor: string | null
}

async function readPage({ request }: Pick<Api, 'request'>, user: TestUser, cursor: string | null = null) {
  const { body } = await request('GET', `/api/account/export${cursor ? `?cursor=${cursor}` : ''}`, user)
  return body.data as Page
}

async function readAll(api: Pick<Api, 'request'>, user: TestUser): Promise<Page[]> {
  const pages = [await readPage(api, user)]
  for (let last = pages[0]; last?.nextCursor; last = pages.at(-1)) {
    pages.push(await readPage(api, user, last.nextCursor))
  }
  return pages
}

/** Copies the user's one job as failed jobs, with as many grants, sign-ins, and images. */
async function copyJob(user: TestUser, job: string, copies: number) {
  const holds = `insert into private.credit_holds (job_id, user_id, type, source, amount, state)
    select gen_random_uuid(), user_id, type, source, amount, 'captured' from private.credit_holds, generate_series(1, $2)
    where job_id = $1 returning job_id`
  const ids = await sql<{ job_id: string }>(holds, [job, copies])
  const list = ids.map(({ job_id }) => job_id)
  const columns = await insertable(sql, 'public.jobs')
  await sql(
    `insert into public.jobs (${columns}) select ${columns} from (
       select (jsonb_populate_record(j, jsonb_build_object('id', copy, 'status', 'failed', 'failure_code', 'deadline',
         'video_path', null, 'image_path', null, 'created_at', j.created_at - interval '1 second'))).*
       from public.jobs j, unnest($2::uuid[]) as copies (copy) where j.id = $1) as copied`,
    [job, `{${list}}`],
  )
  await sql(
    `insert into private.provider_tasks (job_id, provider, request_hash) select id, 'pollo', 'x' from unnest($1::uuid[]) as id`,
    [`{${list}}`],
  )
  await sql(
    `insert into private.credit_entries (user_id, kind, amount, type, source, grant_key)
     select $1, 'grant', 1, 'test_plan', 'lite', gen_random_uuid()::text from generate_series(1, $2)`,
    [user.id, copies],
  )
  await sql(
    `insert into private.files (user_id, sha256, path) select $1, id::text, id || '.jpg' from unnest($2::uuid[]) as id`,
    [user.id, `{${list}}`],
  )
  await sql('alter table public.login_logs disable trigger login_logs_prepare')
  await sql(
    `insert into public.login_logs (user_id, login_time)
     select $1, now() - make_interval(mins => n / 2) from generate_series(1, $2) as n`,
    [user.id, copies],
  )
  await sql('alter table public.login_logs enable trigger login_logs_prepare')
}

it("returns the account's owner, credits, file counts, and active sessions", async () => {
  const api = await setUp()
  const { user, request } = api
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Ada')`, [user.id])
  const session = randomUUID()
  await sql(`insert into auth.sessions (id, user_id, user_agent) values ($1, $2, 'Firefox')`, [session, user.id])
  await sql('insert into auth.sessions (id, user_id) values ($1, $2)', [randomUUID(), (await createUser(supabase)).id])
  await sql(`insert into auth.sessions (id, user_id, not_after) values ($1, $2, now() - interval '1 minute')`, [
    randomUUID(),
    user.id,
  ])
  await request('POST', '/api/images', user, { image: pngDataUri(320, 320) })
  const { status, body } = await request('GET', '/api/account', user)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    name: 'Ada',
    email: user.email,
    createdAt: expect.stringMatching(/Z$/),
    credits: 100,
    videos: 0,
    images: 1,
    storedBytes: expect.any(Number),
    sessions: [
      { id: session, startedAt: expect.stringMatching(/Z$/), usedAt: expect.any(String), userAgent: 'Firefox' },
    ],
  })
})

it('names the browser of a session by its login record if the sign-in service stores none', async () => {
  const api = await setUp()
  const { user, request } = api
  const [known, unknown, own] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [known, unknown]) {
    await sql('insert into auth.sessions (id, user_id) values ($1, $2)', [id, user.id])
  }
  await sql(`insert into auth.sessions (id, user_id, user_agent) values ($1, $2, 'Firefox')`, [own, user.id])
  const browser = getClient(supabase, { ...user, token: await signToken({ sub: user.id, session_id: known }) })
  // The server reads the session from the token, so nobody names the session of another browser.
  const record = { user_id: user.id, user_agent: 'Safari', session_id: unknown }
  expect((await browser.from('login_logs').insert(record)).error).toBeNull()
  const { body } = await request('GET', '/api/account', user)
  const names = body.data.sessions.map(({ id, userAgent }: { id: string; userAgent: unknown }) => [id, userAgent])
  expect(Object.fromEntries(names)).toEqual({ [known]: 'Safari', [unknown]: null, [own]: 'Firefox' })
})

it("ends one of the user's sessions, with its refresh tokens, and no session of another user", async () => {
  const { user, request } = await setUp()
  const other = await createUser(supabase)
  const [ended, kept, foreign] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, owner] of [
    [ended, user],
    [kept, user],
    [foreign, other],
  ] as const) {
    await sql('insert into auth.sessions (id, user_id) values ($1, $2)', [id, owner.id])
    await sql('insert into auth.refresh_tokens (id, token, user_id, session_id) values ($1, $2, $3, $4)', [
      randomUUID(),
      randomUUID(),
      owner.id,
      id,
    ])
  }
  const end = (id: string) => request('DELETE', `/api/account/sessions/${id}`, user)
  expect(await end(ended)).toMatchObject({ status: 200, body: { data: { id: ended } } })
  for (const id of [ended, foreign, randomUUID(), 'nonsense']) {
    expect(await end(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
  const left = await sql<{ session_id: string }>(
    `select t.session_id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
     where s.id = any ($1::uuid[])`,
    [`{${[ended, kept, foreign]}}`],
  )
  expect(left.map(({ session_id }) => session_id).sort()).toEqual([kept, foreign].sort())
})

it("exports each of the user's records once, page by page, with file URLs that open", async () => {
  const api = await setUp()
  const { user, job, create, provider, status } = api
  await create(user, job, { image: pngDataUri(320, 320) })
  provider.finish()
  await status(user, job)
  await copyJob(user, job, 205)
  // The export leaves out images whose file is being deleted.
  await sql(`insert into private.files (user_id, sha256, path, deleting_at) values ($1, 'gone', 'gone.jpg', now())`, [
    user.id,
  ])
  const pages = await readAll(api, user)
  const lists = ['jobs', 'transactions', 'signIns', 'images'] as const
  // The original job adds three transactions: a grant, a hold, and a charge.
  const expected = { jobs: 206, transactions: 208, signIns: 205, images: 205 }
  for (const list of lists) {
    const found = pages.flatMap((page) => page[list].map(({ id }) => id))
    expect([list, found.length, new Set(found).size]).toEqual([list, expected[list], expected[list]])
    for (const page of pages) expect(page[list].length).toBeLessThanOrEqual(100)
  }
  for (const page of pages) expect(lists.filter((list) => page[list].length > 0).length).toBeLessThanOrEqual(1)
  const video = pages.flatMap(({ jobs }) => jobs).find(({ id }) => id === job)?.videoUrl ?? ''
  const file = await supabase.fetch(new Request(video))
  // A delivered file ends with the AI mark, which the provider's file doesn't have.
  expect(new Uint8Array(await file.arrayBuffer()).subarray(0, VIDEO.byteLength)).toEqual(new Uint8Array(VIDEO))
})

it('exports nothing that belongs to another user, whatever position a cursor names', async () => {
  const owner = await setUp()
  const { user, job, create, provider, status } = owner
  await create(user, job)
  provider.finish()
  await status(user, job)
  await copyJob(user, job, 120)
  const stranger = await createUser(supabase)
  for (const { nextCursor } of await readAll(owner, user)) {
    if (!nextCursor) continue
    const { nextCursor: _, ...page } = await readPage(owner, stranger, nextCursor)
    expect(page).toEqual({
      jobs: [],
      transactions: [],
      signIns: [],
      images: [],
      cast: [],
      keys: [],
      webhooks: [],
      devices: [],
    })
  }
})

it.each([
  ['not one of ours', 'abc'],
  ['for an unknown list', Buffer.from('{"list":"users","after":null}').toString('base64url')],
  ['a position in another list', Buffer.from('{"list":"jobs","after":{"id":"7"}}').toString('base64url')],
  ['an SQL statement', Buffer.from(`{"list":"signIns","after":{"id":"' or true --"}}`).toString('base64url')],
])('refuses an account export whose cursor is %s', async (_name, cursor) => {
  const { request, user } = await setUp()
  expect(await request('GET', `/api/account/export?cursor=${cursor}`, user)).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  })
})
