// Races for the daily limits and the sign-up credits. The settings apply to all users, so each race restores them.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, holdCredits, PRICES, readCreditSettings, type Settings, startJob } from '../../harness/ledger/calls.ts'
import { linkGoogle, signUp, upsertProfile } from '../../harness/ledger/users.ts'
import type { Database } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'
import { readBooks } from '../ledger/books.ts'
import type { Race } from './money-races.ts'
import { atOnce, count, overlap } from './overlap.ts'

async function withSettings(db: Database, changes: Partial<Settings>, work: () => Promise<void>): Promise<void> {
  const before = await readCreditSettings(db.sql)
  await readCreditSettings(db.sql, changes)
  await work().finally(() => readCreditSettings(db.sql, before))
}

/** Returns the credits that all users have submitted or paid today. */
const spentToday = (db: Database) => call<number>(db.sql, 'private.submitted_today()::int', [])

const createKey = (sql: Sql, userId: string) =>
  call<{ outcome: string; key?: { id: string } }>(
    sql,
    `public.create_key($1, gen_random_uuid()::text, 'Laptop', 'abcd', 'create', 100, 30, 5)`,
    [userId],
  )

const signUpMany = (db: Database, users: number) =>
  Promise.all(Array.from({ length: users }, () => signUp(db.sql, 100)))

export const SPENDING_RACES: Record<string, Race> = {
  'accepts exactly five of fifty simultaneous holds of a user with a daily limit for five': (db) =>
    withSettings(db, { daily_credits_per_user: 100 }, async () => {
      const userId = await signUp(db.sql, 1000)
      const answers = await atOnce<{ outcome: string }>(db, 50, (sql, index) => {
        const hold = { userId, jobId: randomUUID() }
        return index % 2 ? holdCredits(sql, hold) : startJob(sql, hold)
      })
      const { held = 0, started = 0, ...refused } = count(answers.map(({ outcome }) => outcome))
      expect([held + started, refused]).toEqual([5, { daily_limit: 45 }])
      expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 900, held: 100, entries: 6 }])
    }),

  'accepts exactly five of fifty simultaneous holds of a key with a daily limit for five': async (db) => {
    const userId = await signUp(db.sql, 1000)
    const { key } = await createKey(db.sql, userId)
    const answers = await atOnce<{ outcome: string }>(db, 50, (sql, index) => {
      const hold = { userId, jobId: randomUUID(), apiKeyId: key?.id }
      return index % 2 ? holdCredits(sql, hold) : startJob(sql, hold)
    })
    const { held = 0, started = 0, ...refused } = count(answers.map(({ outcome }) => outcome))
    expect([held + started, refused]).toEqual([5, { key_limit: 45 }])
    expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 900, held: 100, entries: 6 }])
  },

  'accepts sixty of eighty simultaneous holds of one user': async (db) => {
    const userId = await signUp(db.sql, 2000)
    const answers = await atOnce<{ outcome: string }>(db, 80, (sql) =>
      holdCredits(sql, { userId, jobId: randomUUID() }),
    )
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ held: 60, too_many_canceled: 20 })
    expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 800, held: 1200, entries: 61 }])
  },

  'refuses a hold of a key that is revoked at the same moment': async (db) => {
    const userId = await signUp(db.sql, 20)
    const { key } = await createKey(db.sql, userId)
    const { waited, first, second } = await overlap(
      db,
      { run: (sql) => call<boolean>(sql, 'public.revoke_key($1, $2)', [key?.id, userId]) },
      { run: (sql) => holdCredits(sql, { userId, jobId: randomUUID(), apiKeyId: key?.id }) },
    )
    expect({ waited, first, second: second.outcome }).toEqual({ waited: true, first: true, second: 'key_ended' })
  },

  'creates five of twenty simultaneous keys if a user may have five': async (db) => {
    const userId = await signUp(db.sql)
    const answers = await atOnce(db, 20, (sql) => createKey(sql, userId))
    expect(count(answers.map(({ outcome }) => outcome))).toEqual({ created: 5, too_many: 15 })
  },

  'starts exactly five of sixty simultaneous jobs of sixty users on a budget for five': async (db) => {
    const users = await signUpMany(db, 60)
    const before = await spentToday(db)
    await withSettings(db, { daily_credits_budget: before + 100 }, async () => {
      const jobs = users.map((userId) => ({ userId, jobId: randomUUID() }))
      // A hold of another user doesn't count toward the budget, so all holds are accepted.
      for (const job of jobs) expect(await holdCredits(db.sql, job)).toMatchObject({ outcome: 'held' })
      const answers = await atOnce(db, 60, (sql, index) => startJob(sql, jobs[index] ?? { userId: '', jobId: '' }))
      expect(count(answers.map(({ outcome }) => outcome))).toEqual({ started: 5, budget_reached: 55 })
      expect(await spentToday(db)).toBe(before + 100)
      const left = (await readBooks(db.sql, users)).map(({ available, held }) => `${available} and ${held} held`)
      expect(count(left)).toEqual({ '80 and 20 held': 5, '100 and 0 held': 55 })
    })
  },

  'accepts exactly five of sixty simultaneous charges of sixty users on a budget for five': async (db) => {
    const users = await signUpMany(db, 60)
    await withSettings(db, { daily_credits_budget: (await spentToday(db)) + 100 }, async () => {
      const answers = await atOnce(db, 60, (sql, index) =>
        holdCredits(sql, { userId: users[index] ?? '', jobId: randomUUID(), capture: true }),
      )
      expect(count(answers.map(({ outcome }) => outcome))).toEqual({ held: 5, budget_reached: 55 })
    })
  },

  'charges new and open holds of one user at once on a budget without a deadlock': async (db) => {
    const userId = await signUp(db.sql, 1000)
    const open = Array.from({ length: 10 }, () => ({ userId, jobId: randomUUID() }))
    for (const hold of open) await holdCredits(db.sql, hold)
    await withSettings(db, { daily_credits_budget: (await spentToday(db)) + 10_000 }, async () => {
      const answers = await atOnce(db, 20, (sql, index) =>
        holdCredits(sql, { ...(open[index] ?? { userId, jobId: randomUUID() }), capture: true }),
      )
      expect(count(answers.map(({ settlement }) => settlement))).toEqual({ captured: 20 })
    })
    expect(await readBooks(db.sql, [userId])).toMatchObject([{ available: 600, held: 0, captured: 400 }])
  },

  "keeps a newer catalogue's prices when an older one is written at the same moment": async (db) => {
    const write = (credits: number, version: number) => (sql: Sql) =>
      call<string>(sql, 'public.set_model_prices($1, $2)', [
        JSON.stringify(
          Object.entries({ ...PRICES, 'kling-1.6': credits }).map(([id, price]) => ({
            id,
            credits: price,
            is_on: true,
          })),
        ),
        version,
      ])
    const { waited, first, second } = await overlap(db, { run: write(20, 2) }, { run: write(25, 1) })
    expect({ waited, first, second }).toEqual({ waited: true, first: 'written', second: 'older' })
    const rows = await db.sql(`select credits from private.model_prices where model = 'kling-1.6'`)
    expect(rows).toEqual([{ credits: 20 }])
  },

  'grants the sign-up credits once for a first sign-in in eight simultaneous tabs': (db) =>
    withSettings(db, { sign_up_credits: 40 }, async () => {
      for (const before of [0, 5, 5]) {
        const userId = await signUp(db.sql, before)
        await linkGoogle(db.sql, userId, userId)
        const tabs = await Promise.all(Array.from({ length: 8 }, () => db.connect('authenticated')))
        await Promise.all(tabs.map(({ sql }) => upsertProfile(sql, userId))).finally(() =>
          Promise.all(tabs.map((tab) => tab.close())),
        )
        const [books] = await readBooks(db.sql, [userId])
        expect(books).toMatchObject({ available: before + 40, entries: before ? 2 : 1, mirror: before + 40 })
      }
    }),
}
