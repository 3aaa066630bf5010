// An account is deleted or suspended while one of its actions begins. Exactly one of the two comes first.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, holdCredits, startJob } from '../../harness/ledger/calls.ts'
import { signUp, upsertProfile } from '../../harness/ledger/users.ts'
import { catchSqlError, type Sql } from '../../harness/sql.ts'
import { readBooks } from '../ledger/books.ts'
import type { Race } from './money-races.ts'
import { overlap } from './overlap.ts'

const remove = (sql: Sql, userId: string) =>
  call<{ outcome: string }>(sql, 'public.delete_account($1, $2)', [userId, `${userId}@example.com`])
const erase = (sql: Sql) => call<boolean>(sql, 'public.erase_account($1)', [10])
const suspend = (sql: Sql, userId: string, isSuspended = true) =>
  call<{ outcome: string }>(sql, `public.set_suspension($1, $2, 'Spam', 'grace')`, [userId, isSuspended])
const start = (sql: Sql, userId: string) => startJob(sql, { userId, jobId: randomUUID() })

export const ACCOUNT_RACES: Record<string, Race> = {
  'refuses a job that starts while its account is being deleted': async (db) => {
    const userId = await signUp(db.sql, 20)
    const { waited, first, second } = await overlap(
      db,
      { run: (sql) => remove(sql, userId) },
      { run: (sql) => catchSqlError(start(sql, userId)) },
    )
    expect({ waited, first, second: second?.code }).toEqual({
      waited: true,
      first: { outcome: 'deleted' },
      second: 'PT401',
    })
    expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 20, held: 0 }])
  },

  'refuses to delete an account whose job is starting': async (db) => {
    const userId = await signUp(db.sql, 20)
    const { waited, first, second } = await overlap(
      db,
      { run: (sql) => start(sql, userId) },
      { run: (sql) => remove(sql, userId) },
    )
    expect({ waited, first: first.outcome, second }).toEqual({
      waited: true,
      first: 'started',
      second: { outcome: 'open', open: 1 },
    })
  },

  'refuses a job that starts while its account is being suspended, and continues one that started before': async (
    db,
  ) => {
    const userId = await signUp(db.sql, 60)
    await upsertProfile(db.sql, userId)
    const held = randomUUID()
    await holdCredits(db.sql, { userId, jobId: held })
    const late = await overlap(db, { run: (sql) => start(sql, userId) }, { run: (sql) => suspend(sql, userId) })
    expect([late.waited, late.first.outcome, late.second.outcome]).toEqual([true, 'started', 'done'])
    await suspend(db.sql, userId, false)
    for (const jobId of [randomUUID(), held]) {
      const soon = await overlap(
        db,
        { run: (sql) => suspend(sql, userId) },
        { run: (sql) => startJob(sql, { userId, jobId }) },
      )
      expect([soon.waited, soon.second.outcome]).toEqual([true, 'suspended'])
      await suspend(db.sql, userId, false)
    }
    expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 40, held: 20 }])
  },

  'deletes an account once after two simultaneous requests': async (db) => {
    const userId = await signUp(db.sql)
    const { first, second } = await overlap(
      db,
      { run: (sql) => remove(sql, userId) },
      { run: (sql) => catchSqlError(remove(sql, userId)) },
    )
    expect([first, second?.code]).toEqual([{ outcome: 'deleted' }, 'PT401'])
  },

  'erases a deleted account in one of two simultaneous sweeps, and neither sweep waits': async (db) => {
    const userId = await signUp(db.sql)
    while (await erase(db.sql)) {}
    await remove(db.sql, userId)
    const { waited, first, second } = await overlap(db, { run: erase }, { run: erase })
    expect({ waited, first, second }).toEqual({ waited: false, first: true, second: false })
  },

  'refuses a profile that is written while its account is being deleted': async (db) => {
    const userId = await signUp(db.sql)
    const one = await db.connect('service_role')
    const browser = await db.connect('authenticated')
    await one.sql('begin')
    await remove(one.sql, userId)
    const written = catchSqlError(upsertProfile(browser.sql, userId))
    await db.sql('select pg_sleep(0.1)')
    await one.sql('commit')
    expect((await written)?.code).toBe('PT401')
    await Promise.all([one.close(), browser.close()])
    expect(await db.sql('select from public.users where id = $1', [userId])).toEqual([])
  },
}
