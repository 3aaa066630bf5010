import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  call,
  claimJob,
  expireJobs,
  grantCredits,
  holdCredits,
  listDueJobs,
  noteTask,
  postponeChecks,
  releaseUnusedHolds,
  settleJob,
  startJob,
} from '../../harness/ledger/calls.ts'
import { becomeUser, runAsUser, signUp, upsertProfile } from '../../harness/ledger/users.ts'
import type { Database } from '../../harness/postgres.ts'
import { catchSqlError, type Sql } from '../../harness/sql.ts'
import { readBooks } from '../ledger/books.ts'
import type { Race } from './money-races.ts'
import { atOnce, overlap } from './overlap.ts'

const INSERT_PROFILE = `insert into public.users (id, email, credits) values ($1, '', 0)
  on conflict (id) do update set email = excluded.email, credits = excluded.credits`

/** Upserts the profile as a sign-in does, inside the connection's open transaction. */
async function signIn(sql: Sql, userId: string) {
  await becomeUser(sql, userId)
  await sql(INSERT_PROFILE, [userId])
}

async function signInDuringGrant(db: Database, credits: number) {
  const userId = await signUp(db.sql, credits)
  await overlap(
    db,
    { role: 'authenticated', run: (sql) => signIn(sql, userId) },
    { run: (sql) => grantCredits(sql, userId, 5) },
  )
  // readBooks throws if users.credits differs from the account.
  expect(await readBooks(db.sql, [userId])).toMatchObject([{ mirror: credits + 5 }])
}

/** Settles the holds and jobs of other races, which a sweep would claim as well. */
async function settleEverything(db: Database) {
  await releaseUnusedHolds(db.sql, 16)
  await expireJobs(db.sql, 71)
}

export const OTHER_RACES: Record<string, Race> = {
  'includes credits granted during the first sign-in in users.credits': (db) => signInDuringGrant(db, 10),
  "includes an account's first credits, granted during the first sign-in, in users.credits": (db) =>
    signInDuringGrant(db, 0),

  'keeps users.credits correct during sign-ins from many tabs, without a deadlock': async (db) => {
    const userId = await signUp(db.sql)
    const tabs = await Promise.all(Array.from({ length: 8 }, () => db.connect('authenticated')))
    const signIns = tabs.map(async ({ sql }) => {
      for (let round = 0; round < 10; round++) await upsertProfile(sql, userId, 999_999)
    })
    const moves = atOnce(db, 120, async (sql, index) => {
      if (index % 3 === 0) return grantCredits(sql, userId, 20)
      const jobId = randomUUID()
      return holdCredits(sql, { userId, jobId }).then(({ outcome }) =>
        outcome === 'held' ? settleJob(sql, jobId, index % 2 === 0 ? 'capture' : 'release') : null,
      )
    })
    await Promise.all([...signIns, moves])
    await Promise.all(tabs.map((tab) => tab.close()))
    const [books] = await readBooks(db.sql, [userId])
    expect(books).toMatchObject({ granted: 800, held: 0 })
    expect(books?.mirror).toBe(books?.available)
  },

  'returns the holds of two users in two simultaneous sweeps without a deadlock': async (db) => {
    await settleEverything(db)
    const [ada, bob] = [await signUp(db.sql, 40), await signUp(db.sql, 40)]
    for (let round = 0; round < 8; round++) {
      // A sweep claims the two oldest holds. One sweep gets Ada's before Bob's, and the other gets Bob's before Ada's.
      for (const userId of [ada, bob, bob, ada]) await holdCredits(db.sql, { userId, jobId: randomUUID() })
      const counts = await atOnce(db, 2, (sql) => releaseUnusedHolds(sql, 16, 2))
      if (counts[0] !== 2 || counts[1] !== 2) await settleEverything(db)
    }
    expect(await readBooks(db.sql, [ada, bob])).toMatchObject([{ available: 40 }, { available: 40 }])
  },

  'makes a sweep skip a hold that another call is using, without waiting': async (db) => {
    await settleEverything(db)
    const [busy, free] = [await signUp(db.sql, 20), await signUp(db.sql, 20)]
    const jobId = randomUUID()
    await holdCredits(db.sql, { userId: busy, jobId })
    await holdCredits(db.sql, { userId: free, jobId: randomUUID() })
    const { waited, second } = await overlap(
      db,
      { run: (sql) => startJob(sql, { userId: busy, jobId }) },
      { run: (sql) => releaseUnusedHolds(sql, 16) },
    )
    expect({ waited, second }).toEqual({ waited: false, second: 1 })
    expect(await readBooks(db.sql, [busy, free])).toMatchObject([{ held: 20 }, { available: 20 }])
  },

  'claims different jobs in two simultaneous sweeps, and neither sweep waits': async (db) => {
    await settleEverything(db)
    const userId = await signUp(db.sql, 80)
    const jobs: string[] = Array.from({ length: 4 }, () => randomUUID())
    for (const jobId of jobs) {
      await startJob(db.sql, { userId, jobId })
      await noteTask(db.sql, jobId)
    }
    /** Claims jobs like a sweep until it has two. */
    const takeTwo = async (sql: Sql) => {
      const claimed: string[] = []
      for (const id of await listDueJobs(sql, 3)) {
        // Jobs of other tests may be due as well.
        if (jobs.includes(id) && claimed.length < 2 && (await claimJob(sql, id, 3))) claimed.push(id)
      }
      return claimed
    }
    const { waited, first, second } = await overlap(db, { run: takeTwo }, { run: takeTwo })
    expect(waited).toBe(false)
    expect([...first, ...second].sort()).toEqual([...jobs].sort())
    for (const jobId of jobs) await settleJob(db.sql, jobId, 'release')
  },

  'makes a sweep skip an overdue job that another call is settling, without waiting': async (db) => {
    await settleEverything(db)
    const userId = await signUp(db.sql, 40)
    const [busy, free] = [randomUUID(), randomUUID()]
    for (const jobId of [busy, free]) await startJob(db.sql, { userId, jobId })
    const { waited, second } = await overlap(
      db,
      // Only the hold's lock can block the sweep, because no other job uses these credits.
      { run: (sql) => sql('select 1 from private.credit_holds where job_id = $1 for update', [busy]) },
      { run: (sql) => expireJobs(sql, 71) },
    )
    expect({ waited, expired: second.map(({ id }) => id) }).toEqual({ waited: false, expired: [free] })
    await settleJob(db.sql, busy, 'release')
  },

  'settles the overdue jobs of two users in two simultaneous sweeps without a deadlock': async (db) => {
    await settleEverything(db)
    const [ada, bob] = [await signUp(db.sql, 40), await signUp(db.sql, 40)]
    for (let round = 0; round < 8; round++) {
      for (const userId of [ada, bob, bob, ada]) await startJob(db.sql, { userId, jobId: randomUUID() })
      const counts = await atOnce(db, 2, (sql) => expireJobs(sql, 71, { limit: 2 }))
      if (counts.some((expired) => expired.length !== 2)) await settleEverything(db)
    }
    expect(await readBooks(db.sql, [ada, bob])).toMatchObject([{ available: 40 }, { available: 40 }])
  },

  'makes a sweep skip a job whose task another call is recording, without waiting': async (db) => {
    await settleEverything(db)
    const userId = await signUp(db.sql, 20)
    const jobId = randomUUID()
    await startJob(db.sql, { userId, jobId })
    const postpone = { run: (sql: Sql) => postponeChecks(sql, 3) }
    const { waited } = await overlap(db, { run: (sql) => noteTask(sql, jobId) }, postpone)
    const due = await listDueJobs(db.sql, 3)
    expect({ waited, isDue: due.includes(jobId) }).toEqual({ waited: false, isDue: true })
    await settleJob(db.sql, jobId, 'release')
  },

  'sends one alert of a silent sweep after simultaneous checks by forty servers': async (db) => {
    await db.sql('delete from private.alerts')
    await db.sql(`insert into private.last_sweep (finished_at) values (now() - interval '1 hour')
      on conflict (only_row) do update set finished_at = excluded.finished_at`)
    const claimed = await atOnce(db, 40, (sql) => call<unknown[]>(sql, 'public.claim_alerts($1)', [true]))
    expect(claimed.filter(({ length }) => length > 0)).toHaveLength(1)
  },

  'counts the jobs of a day once in eight simultaneous sweeps': async (db) => {
    await db.sql('truncate private.daily_jobs, private.daily_delays, private.last_count')
    const userId = await signUp(db.sql, 20)
    const jobId = randomUUID()
    await startJob(db.sql, { userId, jobId })
    await settleJob(db.sql, jobId, 'release')
    const count = (sql: Sql) => call<number>(sql, 'public.count_finished_days()', [], `now() + interval '2 days'`)
    const days = await atOnce(db, 8, count)
    expect(days.filter((counted) => counted > 0)).toHaveLength(1)
    const [counted] = await db.sql('select sum(jobs)::int as jobs from private.daily_jobs')
    expect([counted]).toEqual(await db.sql('select count(finished_at)::int as jobs from public.jobs'))
  },

  "allows four of a hundred simultaneous attempts at the administrator's password": async (db) => {
    const account = randomUUID()
    const waits = await atOnce(db, 100, (sql, index) =>
      call<number>(
        sql,
        'public.count_admin_try($1, $2, $3)',
        [account, account, `guess ${index}`],
        `'2026-11-20T12:00:00Z'::timestamptz`,
      ),
    )
    // Four attempts need no wait, and the fourth one starts the waits.
    expect(waits.filter((wait) => wait === 0)).toHaveLength(4)
  },

  'counts forty login records of a day after forty simultaneous sign-ins': async (db) => {
    const people = await Promise.all(Array.from({ length: 40 }, () => signUp(db.sql)))
    await db.sql('delete from public.login_logs')
    const crowd = await Promise.all(people.slice(0, 8).map(() => db.connect('authenticated')))
    await Promise.all(
      crowd.map(async ({ sql }, index) => {
        for (const userId of people.slice(index * 5, index * 5 + 5)) {
          await runAsUser(sql, userId, 'insert into public.login_logs (user_id) values ($1)', [userId])
        }
      }),
    )
    await Promise.all(crowd.map((connection) => connection.close()))
    expect(await db.sql('select sum(records)::int as records from private.login_log_days')).toEqual([{ records: 40 }])
  },

  "refuses a login record in another user's name without waiting for that user's sign-in": async (db) => {
    const [userId, stranger] = [await signUp(db.sql), await signUp(db.sql)]
    const logAs = (sender: string) => async (sql: Sql) => {
      await becomeUser(sql, sender)
      return catchSqlError(sql('insert into public.login_logs (user_id) values ($1)', [userId]))
    }
    const { waited, first, second } = await overlap(
      db,
      { role: 'authenticated', run: logAs(userId) },
      { role: 'authenticated', run: logAs(stranger) },
    )
    expect({ waited, first, second: second?.code }).toEqual({ waited: false, first: null, second: '42501' })
  },

  "refuses a profile in another user's name without waiting for that user's grant": async (db) => {
    const [userId, stranger] = [await signUp(db.sql, 20), await signUp(db.sql)]
    const { waited, second } = await overlap(
      db,
      { run: (sql) => grantCredits(sql, userId, 5) },
      {
        role: 'authenticated',
        run: async (sql) => {
          await becomeUser(sql, stranger)
          return catchSqlError(sql(INSERT_PROFILE, [userId]))
        },
      },
    )
    expect({ waited, second: second?.code }).toEqual({ waited: false, second: '42501' })
  },

  'stores one login record after simultaneous sign-ins in two tabs': async (db) => {
    const userId = await signUp(db.sql)
    const log = {
      role: 'authenticated' as const,
      run: async (sql: Sql) => {
        await becomeUser(sql, userId)
        await sql('insert into public.login_logs (user_id) values ($1)', [userId])
      },
    }
    await overlap(db, log, log)
    const browser = await db.connect('authenticated')
    const seen = await runAsUser<{ id: string }>(browser.sql, userId, 'select id from public.login_logs')
    await browser.close()
    expect(seen).toHaveLength(1)
  },
}
