import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBooks } from '../../support/ledger/books.ts'
import { grantCredits, holdCredits, type Outcome, settleJob, startJob } from '../../support/ledger/calls.ts'
import { signUp } from '../../support/ledger/people.ts'
import { type Database, openPostgres, type Postgres } from '../../support/server/postgres.ts'
import type { Sql } from '../../support/server/sql.ts'

/** Any number: the lock that tells. */
const HANGS = 4711

let postgres: Postgres
let db: Database
beforeAll(async () => {
  postgres = await openPostgres()
  db = await postgres.createDatabase()
  // A connection that asks for it stands still where the account changes, and shows by a lock that it does.
  await db.sql(`create function private.hang() returns trigger language plpgsql as $$
    begin
      if current_setting('test.hang', true) = 'yes' then
        perform pg_advisory_lock(${HANGS});
        perform pg_sleep(600);
      end if;
      return new;
    end $$`)
  await db.sql(
    `create trigger zz_hang before insert or update on private.credit_accounts for each row execute function private.hang()`,
  )
})
afterAll(() => postgres?.remove())

/** Makes the call on a connection that stands still inside it, then pulls the plug and starts the server again. */
async function crashDuring(run: (sql: Sql) => Promise<unknown>): Promise<void> {
  const doomed = await db.connect('service_role')
  await doomed.sql(`set test.hang = 'yes'`)
  const lost = expect(run(doomed.sql)).rejects.toThrow(/terminated|reset|57P02|shutdown|crash/i)
  let sleeping = 0
  while (sleeping === 0) {
    const [row] = await db.sql<{ sleeping: number }>(
      `select count(*)::int as sleeping from pg_locks where locktype = 'advisory' and objid = ${HANGS}`,
    )
    sleeping = row?.sleeping ?? 0
  }
  await postgres.crash()
  await lost
  await doomed.close()
  await postgres.start()
}

it.each<Outcome>(['capture', 'release'])(
  'a server that dies in a %s has done none of it, and the next try does all',
  async (outcome) => {
    const userId = await signUp(db.sql, 100)
    const jobId = randomUUID()
    await startJob(db.sql, { userId, jobId })
    await crashDuring((sql) => settleJob(sql, jobId, outcome))
    expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 80, held: 20, captured: 0, entries: 2 }])

    await settleJob(db.sql, jobId, outcome)
    const after = outcome === 'capture' ? { available: 80, captured: 20 } : { available: 100, captured: 0 }
    expect(await readBooks(db.sql, [userId])).toMatchObject([{ held: 0, entries: 3, ...after }])
  },
)

it('a server that dies in a hold has taken nothing, and the same key holds afterwards', async () => {
  const userId = await signUp(db.sql, 100)
  const jobId = randomUUID()
  await crashDuring((sql) => holdCredits(sql, { userId, jobId }))
  expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 100, held: 0, entries: 1 }])
  expect((await startJob(db.sql, { userId, jobId })).outcome).toBe('started')
})

it('a server that dies in a grant has given nothing, and the same key gives it once', async () => {
  const userId = await signUp(db.sql, 100)
  const key = randomUUID()
  await crashDuring((sql) => grantCredits(sql, userId, 50, key))
  expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 100, entries: 1 }])
  expect([await grantCredits(db.sql, userId, 50, key), await grantCredits(db.sql, userId, 50, key)]).toEqual([
    'granted',
    'exists',
  ])
})

it('what was answered before the crash is still there, and a repeated settle is told so', async () => {
  const userId = await signUp(db.sql, 100)
  const jobId = randomUUID()
  await startJob(db.sql, { userId, jobId })
  await settleJob(db.sql, jobId, 'capture')
  await postgres.crash()
  await postgres.start()
  expect(await settleJob(db.sql, jobId, 'release')).toMatchObject({ settlement: 'captured', status: 'succeeded' })
  expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 80, held: 0, captured: 20, entries: 3 }])
})
