// A database that goes away and comes back, and a session that is lost in the middle of a transaction.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgres } from '../../../local/backend/database/postgres.ts'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../harness/api.ts'
import { createUser, KEYS, ORIGIN, readRows, type TestUser } from '../../harness/database.ts'
import { openOnPostgres, startTeamDatabase, type TeamDatabase } from '../../harness/team-database.ts'

let team: TeamDatabase
let url: string
let supabase: LocalSupabase
let user: TestUser
beforeAll(async () => {
  team = await startTeamDatabase()
  url = await team.create()
  supabase = await openOnPostgres(url)
  user = await createUser(supabase, 100)
})
afterAll(async () => {
  await supabase?.close()
  await team?.server.remove()
})
// Supabase Lite prints the errors of the lost database.
afterEach(() => {
  vi.mocked(console.error).mockClear()
})

async function ask(path: string, key = KEYS.secretKey, body?: object): Promise<{ status: number; text: string }> {
  const headers = { apikey: key, 'content-type': 'application/json' }
  const response = await supabase.fetch(
    new Request(ORIGIN + path, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) }),
  )
  return { status: response.status, text: await response.text() }
}

const AWAY = {
  status: 503,
  text: '{"code":"PGRST000","message":"The database is not available","details":null,"hint":null}',
}
const endSessions = () =>
  team.run(url, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'soundreel'`)
/** Waits until the pool has noticed its lost sessions. The first query on such a session fails. */
const waitForPool = () =>
  expect
    .poll(
      async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/rest/v1/users?select=id')))
        return answers.every(({ status }) => status === 200)
      },
      { timeout: 20_000 },
    )
    .toBe(true)
const readBackend = sql<{ role: string; pid: number }>`select current_user::text as role, pg_backend_pid() as pid`

it('answers 503 while the database is away, and works again when it is back', async () => {
  await team.server.crash()
  expect(await ask('/rest/v1/users?select=id')).toEqual(AWAY)
  expect(await ask('/rest/v1/rpc/credit_settings', KEYS.secretKey, { p_changes: {} })).toEqual(AWAY)
  const refresh = { refresh_token: 'a'.repeat(12) }
  expect(await ask('/auth/v1/token?grant_type=refresh_token', KEYS.publishableKey, refresh)).toEqual(AWAY)
  expect(await ask('/storage/v1/object/videos/a.mp4')).toEqual(AWAY)
  expect((await startApi(supabase).create(user, crypto.randomUUID())).status).toBe(503)
  await team.server.start()
  await waitForPool()
  expect((await ask('/rest/v1/users?select=id')).status).toBe(200)
  expect((await startApi(supabase).create(user, crypto.randomUUID())).status).toBe(200)
})

it('tells a database that is away from one that refuses', async () => {
  expect((await ask('/rest/v1/jobs', KEYS.publishableKey)).status).toBe(401)
  expect((await ask('/rest/v1/jobs?id=eq.wrong')).status).toBe(400)
})

it('loses a transaction with its session, and no other request', async () => {
  const { connection } = supabase
  const lost = connection.runInTransaction(async (transaction) => {
    await sql`set local role anon`.execute(transaction)
    await endSessions()
    return readBackend.execute(transaction)
  })
  await expect(lost).rejects.toThrow()
  await waitForPool()
  expect((await readBackend.execute(connection.kysely)).rows[0]?.role).toBe('soundreel')
})

it('gives nobody a session that is still in a transaction', async () => {
  const { connection } = supabase
  const [left] = (
    await connection.kysely.connection().execute(async (session) => {
      await sql`begin`.execute(session)
      await sql`set local role anon`.execute(session)
      return readBackend.execute(session)
    })
  ).rows
  const next = await Promise.all(Array.from({ length: 20 }, () => readBackend.execute(connection.kysely)))
  expect(next.map(({ rows }) => rows[0]?.role)).toEqual(next.map(() => 'soundreel'))
  expect(next.map(({ rows }) => rows[0]?.pid)).not.toContain(left?.pid)
})

it('refuses a statement that comes after the end of its transaction', async () => {
  const { connection } = supabase
  const end = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  await connection.runInTransaction(async () => {
    const begun = Promise.withResolvers<void>()
    late = connection.kysely.connection().execute(async (session) => {
      begun.resolve()
      await end.promise
      return sql`select 1`.execute(session)
    })
    await begun.promise
  })
  end.resolve()
  await expect(late).rejects.toThrow('after the end of its transaction')
})

it('runs a migration in one transaction, beside others', async () => {
  const { connection } = supabase
  await connection.driver.exec('create table public.steps (name text)')
  const fail = (name: string) =>
    connection.transaction([`insert into public.steps values ('${name}')`, 'select pg_sleep(0.02)', 'select 1 / 0'])
  const ends = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(fail))
  expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 'rejected'))
  await connection.transaction([`insert into public.steps values ('kept')`])
  expect(await readRows(supabase, 'select name from public.steps')).toEqual([{ name: 'kept' }])
})

it('answers 503 to a request whose session PostgreSQL ends', async () => {
  await readRows(
    supabase,
    'create function public.wait_for_test() returns void language sql as $$ select pg_sleep(30) $$',
  )
  await readRows(supabase, 'grant execute on function public.wait_for_test() to service_role')
  await supabase.connection.clearSchemaCache()
  const waiting = ask('/rest/v1/rpc/wait_for_test', KEYS.secretKey, {})
  const isWaiting = `select count(*)::int from pg_stat_activity where wait_event = 'PgSleep'`
  await expect.poll(() => readRows(supabase, isWaiting), { timeout: 20_000 }).toEqual([{ count: 1 }])
  await endSessions()
  expect(await waiting).toEqual(AWAY)
  await waitForPool()
})

it('counts the rows that a statement changed', async () => {
  const { kysely } = supabase.connection
  const counts = [sql`update auth.users set updated_at = now() where id = ${user.id}`, sql`select 1`]
  const results = await Promise.all(counts.map((statement) => statement.execute(kysely)))
  expect(results.map(({ numAffectedRows }) => numAffectedRows)).toEqual([1n, undefined])
})

it('has at most ten sessions, and makes more requests wait without a deadlock', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('/rest/v1/users?select=id')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [row] = await readRows<{ count: number }>(
    supabase,
    `select count(*)::int from pg_stat_activity where usename = 'soundreel'`,
  )
  expect(row?.count).toBeLessThanOrEqual(10)
})

it('keeps settings in their transaction', async () => {
  const { kysely } = supabase.connection
  const read = sql<{ text: string | null }>`select current_setting('request.jwt.claim.sub', true) as text`
  await kysely.transaction().execute(async (transaction) => {
    await sql`select set_config('request.jwt.claim.sub', ${user.id}, true)`.execute(transaction)
    expect((await read.execute(transaction)).rows[0]?.text).toBe(user.id)
  })
  const after = await Promise.all(Array.from({ length: 20 }, () => read.execute(kysely)))
  expect(after.map(({ rows }) => rows[0]?.text || '')).toEqual(after.map(() => ''))
})

it('never lends a session again whose query got no answer in time', async () => {
  const connection = openPostgres(url, () => {}, 2000)
  onTestFinished(() => connection.close())
  const [before] = (await readBackend.execute(connection.kysely)).rows
  await expect(sql`select pg_sleep(60)`.execute(connection.kysely)).rejects.toThrow('timeout')
  const [after] = (await readBackend.execute(connection.kysely)).rows
  expect(after?.pid).not.toBe(before?.pid)
})
