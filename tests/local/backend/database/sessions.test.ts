// Tests that no query runs in another request's transaction or role, although PGlite has only one session.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { keepGrants } from '../../../../local/backend/database/table-grants.ts'
import type { LocalSupabase } from '../../../../local/backend/supabase.ts'
import { createUser, KEYS, ORIGIN, openTestSupabase, readRows } from '../../../harness/database.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
  await createUser(supabase)
})
afterAll(() => supabase.close())

async function read(path: string, apikey = KEYS.publishableKey): Promise<number> {
  const response = await supabase.fetch(new Request(`${ORIGIN}/rest/v1${path}`, { headers: { apikey } }))
  await response.body?.cancel()
  return response.status
}

it('answers concurrent requests in their own roles, and no refusal affects another request', async () => {
  const asked = Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? KEYS.secretKey : KEYS.publishableKey))
  const answered = await Promise.all(asked.map((key) => read('/users', key)))
  vi.mocked(console.error).mockClear()
  expect(answered).toEqual(asked.map((key) => (key === KEYS.secretKey ? 200 : 401)))
})

it('queues a statement outside transactions until the open transaction ends', async () => {
  const { kysely } = supabase.connection
  const role = async () =>
    (await sql<{ role: string }>`select current_user::text as role`.execute(kysely)).rows[0]?.role
  const before = await role()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const open = kysely.transaction().execute(async (transaction) => {
    await sql`set local role anon`.execute(transaction)
    begun.resolve()
    await goOn.promise
    return sql<{ role: string }>`select current_user::text as role`.execute(transaction)
  })
  await begun.promise
  const outside = role()
  goOn.resolve()
  expect((await open).rows[0]?.role).toBe('anon')
  expect(await outside).toBe(before)
})

it('lets a transaction query the connection without a deadlock', async () => {
  const { connection } = supabase
  const answered = await connection.runInTransaction(async () => sql`select 1 as one`.execute(connection.kysely))
  expect(answered.rows).toEqual([{ one: 1 }])
})

it("makes a later statement of the same request wait for another request's transaction", async () => {
  const { connection } = supabase
  const asked = Promise.withResolvers<void>()
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const role = sql<{ role: string }>`select current_user::text as role`
  const other = asked.promise.then(() =>
    connection.runInTransaction(async (transaction) => {
      await sql`set local role anon`.execute(transaction)
      begun.resolve()
      await goOn.promise
    }),
  )
  const roles = await connection.withContext(undefined, async (kysely) => {
    const before = await role.execute(kysely)
    asked.resolve()
    await begun.promise
    const after = role.execute(kysely)
    goOn.resolve()
    return [before, await after].map(({ rows }) => rows[0]?.role)
  })
  await other
  expect(roles[1]).toBe(roles[0])
})

it('refuses a statement of a request that comes after the end of its transaction', async () => {
  const { connection } = supabase
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = { answer: Promise.resolve<unknown>(null) }
  await connection.runInTransaction(async () => {
    late.answer = connection.kysely.connection().execute(async (one) => {
      begun.resolve()
      await goOn.promise
      return sql`select 1`.execute(one)
    })
    await begun.promise
  })
  goOn.resolve()
  await expect(late.answer).rejects.toThrow('after the end of its transaction')
})

it('releases the session for the next transaction after a failed one', async () => {
  const { connection } = supabase
  const failed = connection.runInTransaction((transaction) => sql`select 1 / 0`.execute(transaction))
  await expect(failed).rejects.toThrow('division by zero')
  expect(await readRows(supabase, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('writes an object as text where a column has an array, and keeps the session usable', async () => {
  expect(await read('/rpc/clear_deleted_files?p_paths={}&p_bucket=none')).toBe(401)
  vi.mocked(console.error).mockClear()
  expect(await read('/users', KEYS.secretKey)).toBe(200)
})

it('applies settings to the next statement, and to no later transaction', async () => {
  const { kysely } = supabase.connection
  const set = (value: string) => sql`SELECT set_config('request.path', ${value}, true)`
  const path = sql<{ path: string }>`select current_setting('request.path', true) as path`
  const transact = (value: string, ends: 'asks' | 'asks nothing' | 'fails') =>
    kysely.transaction().execute(async (transaction) => {
      await set('/first').execute(transaction)
      await set(value).execute(transaction)
      if (ends === 'fails') throw new Error('given up')
      return ends === 'asks' ? (await path.execute(transaction)).rows[0]?.path : undefined
    })
  const after = async () => (await kysely.transaction().execute((it) => path.execute(it))).rows[0]?.path
  expect(await transact('/asked', 'asks')).toBe('/asked')
  expect(await after()).toBe('')
  await transact('/nothing', 'asks nothing')
  expect(await after()).toBe('')
  await expect(transact('/failed', 'fails')).rejects.toThrow('given up')
  expect(await after()).toBe('')
})

it.each([
  'GRANT ALL ON ALL TABLES IN SCHEMA "public" TO anon, authenticated, service_role',
  'GRANT ALL ON ALL SEQUENCES IN SCHEMA "private" TO anon, authenticated, service_role',
  'GRANT USAGE ON SCHEMA "private" TO anon, authenticated, service_role',
  'ALTER DEFAULT PRIVILEGES IN SCHEMA "public" GRANT ALL ON TABLES TO anon, authenticated, service_role',
])('runs none of the grants that Lite makes: %s', async (statement) => {
  const { connection } = supabase
  await keepGrants(connection.driver, () => sql.raw(statement).execute(connection.kysely))
  expect(await read('/jobs')).toBe(401)
  vi.mocked(console.error).mockClear()
})

it('refuses to start with a grant that the migrations do not make', async () => {
  const { driver } = supabase.connection
  const widen = () => driver.exec('grant select on public.jobs to anon')
  await expect(keepGrants(driver, widen)).rejects.toThrow('changed the grants')
  await driver.exec('revoke select on public.jobs from anon')
})

it.each(['select 1 / 0', 'do $$ begin perform 1 / 0; end $$', `do $$ begin execute 'select 1 / 0'; end $$`])(
  'leaves a statement without parameters out of its error: %s',
  async (statement) => {
    const error = await readRows(supabase, statement).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'division by zero', code: '22012' })
    expect(JSON.stringify(error)).not.toContain('1 / 0')
  },
)
