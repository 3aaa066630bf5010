// Races against the limits of a day and the sign-up credits. The settings are everybody's: each race puts them back.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readBooks } from '../ledger/books.ts'
import { creditSettings, holdCredits, releaseUnusedHolds, type Settings, startJob } from '../ledger/calls.ts'
import { linkGoogle, signUp, upsertProfile } from '../ledger/people.ts'
import type { Database } from '../server/postgres.ts'
import type { Race } from './money-races.ts'
import { atOnce, count, overlap } from './overlap.ts'

async function withSettings(db: Database, changes: Partial<Settings>, work: () => Promise<void>): Promise<void> {
  const before = await creditSettings(db.sql)
  await creditSettings(db.sql, changes)
  await work().finally(() => creditSettings(db.sql, before))
}

/** What all users together hold or have paid today. */
async function spentToday(db: Database): Promise<number> {
  const [row] = await db.sql<{ credits: number }>(
    `select coalesce(sum(amount), 0)::int as credits from private.credit_holds
     where created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc' and state <> 'released'`,
  )
  return row?.credits ?? 0
}

const signUpMany = (db: Database, users: number) =>
  Promise.all(Array.from({ length: users }, () => signUp(db.sql, 100)))

export const SPENDING_RACES: Record<string, Race> = {
  'fifty holds at once of one user with a limit for five: exactly five': (db) =>
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

  'sixty holds at once of sixty users on a budget for five: exactly five': async (db) => {
    const users = await signUpMany(db, 60)
    const before = await spentToday(db)
    await withSettings(db, { daily_credits_budget: before + 100 }, async () => {
      const answers = await atOnce(db, 60, (sql, index) =>
        holdCredits(sql, { userId: users[index] ?? '', jobId: randomUUID() }),
      )
      expect(count(answers.map(({ outcome }) => outcome))).toEqual({ held: 5, budget_reached: 55 })
      expect(await spentToday(db)).toBe(before + 100)
    })
  },

  'holds and sweeps at once on a budget: no deadlock, and never more than the budget': async (db) => {
    const users = await signUpMany(db, 20)
    const before = await spentToday(db)
    await withSettings(db, { daily_credits_budget: before + 100 }, async () => {
      const answers = await atOnce(db, 200, async (sql, index) => {
        // Gives back what is held now, many users in one transaction.
        if (index % 10 === 9) return { outcome: `released ${(await releaseUnusedHolds(sql, 16)) >= 0}` }
        return holdCredits(sql, { userId: users[index % 20] ?? '', jobId: randomUUID() })
      })
      const { held = 0, ...rest } = count(answers.map(({ outcome }) => outcome))
      expect(held).toBeGreaterThanOrEqual(5)
      expect(
        Object.keys(rest).filter((name) => !['budget_reached', 'released true', 'insufficient'].includes(name)),
      ).toEqual([])
      expect(await spentToday(db)).toBeLessThanOrEqual(before + 100)
    })
    await readBooks(db.sql, users)
  },

  'a hold that waits for the last of the budget gets it when the one before is undone': async (db) => {
    const [ada, bob] = await signUpMany(db, 2)
    const before = await spentToday(db)
    await withSettings(db, { daily_credits_budget: before + 20 }, async () => {
      const { waited, second } = await overlap(
        db,
        { run: (sql) => holdCredits(sql, { userId: ada ?? '', jobId: randomUUID() }) },
        { run: (sql) => holdCredits(sql, { userId: bob ?? '', jobId: randomUUID() }) },
      )
      expect({ waited, outcome: second.outcome }).toEqual({ waited: true, outcome: 'budget_reached' })
      const cut = await db.connect('service_role')
      await releaseUnusedHolds(db.sql, 16)
      await cut.sql('begin')
      expect((await holdCredits(cut.sql, { userId: ada ?? '', jobId: randomUUID() })).outcome).toBe('held')
      const waiting = holdCredits(db.sql, { userId: bob ?? '', jobId: randomUUID() })
      await cut.sql('rollback')
      expect((await waiting).outcome).toBe('held')
      await cut.close()
    })
  },

  'a first sign-in in eight tabs at once has the sign-up credits once, beside a grant that was there before': (db) =>
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

  'two accounts of one Google identity that sign in at once have the credits of one': (db) =>
    withSettings(db, { sign_up_credits: 40 }, async () => {
      const [ada, again] = [await signUp(db.sql), await signUp(db.sql)]
      const googleId = randomUUID()
      await linkGoogle(db.sql, ada, googleId)
      const signIn = (userId: string) => ({
        run: (sql: typeof db.sql) => sql(`insert into public.users (id, email) values ($1, '')`, [userId]),
        role: 'postgres' as const,
      })
      await overlap(db, signIn(ada), {
        ...signIn(again),
        run: async (sql) => {
          // The first account loses its identity while it signs in; the second one has it at once.
          await sql('delete from auth.identities where provider_id = $1', [googleId])
          await linkGoogle(sql, again, googleId)
          return signIn(again).run(sql)
        },
      })
      expect(await readBooks(db.sql, [ada, again])).toMatchObject([{ available: 40 }, { available: 0 }])
    }),
}
