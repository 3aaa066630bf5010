// Answers of the daily limits and the sign-up credits.
import { randomUUID } from 'node:crypto'
import { holdCredits, readCreditBalances, readCreditSettings, settleJob } from '../../harness/ledger/calls.ts'
import { linkGoogle } from '../../harness/ledger/users.ts'
import { runInRolledBackSavepoint, type Sql } from '../../harness/sql.ts'
import { expectSame, type Probe, type Setting } from './setting.ts'

/** A new hold of 20 credits. */
const hold = ({ sql }: Setting, userId: string) => holdCredits(sql, { userId, jobId: randomUUID() })
const outcome = async (setting: Setting, userId: string) => (await hold(setting, userId)).outcome

/** Moves all holds, and what was submitted of them, to so many microseconds after the day began in UTC. */
const moveHolds = (sql: Sql, microseconds: number) =>
  sql(
    `update private.credit_holds h set created_at = moved, submitted_at = case when submitted_at is not null then moved end
     from (select date_trunc('day', now(), 'UTC') + $1::int * interval '1 microsecond' as moved) as day`,
    [microseconds],
  )

const LIMITS: Record<string, Probe> = {
  // The owner's started and captured jobs are 40 credits of the budget; the open hold is 20 more for the owner alone.
  'an open hold counts on the budget for its own user alone': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_budget: 80 })
    expectSame(await outcome(s, s.owner), 'held')
    const { retry_after_seconds: _, ...refused } = await hold(s, s.owner)
    expectSame(refused, { outcome: 'budget_reached', available: 920, price: 20, settlement: 'none' })
    expectSame([await outcome(s, s.stranger), await outcome(s, s.stranger)], ['held', 'held'])
  },
  'a charge at once counts on the budget of all users, and beyond it gives its hold back': async (s) => {
    const charge = (userId: string, jobId: string = randomUUID()) =>
      holdCredits(s.sql, { userId, jobId, capture: true }).then(({ outcome }) => outcome)
    await readCreditSettings(s.sql, { daily_credits_budget: 80 })
    expectSame(
      [await charge(s.owner), await charge(s.stranger), await charge(s.stranger), await charge(s.owner, s.jobs.held)],
      ['held', 'held', 'budget_reached', 'budget_reached'],
    )
    expectSame(await charge(s.owner, s.jobs.held), 'spent')
    const left = [await readCreditBalances(s.sql, s.owner), await readCreditBalances(s.sql, s.stranger)]
    expectSame(
      left.map(({ total_credits: credits }) => credits),
      [940, 30],
    )
  },
  'a hold that is charged without a start counts on the budget of all users': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_budget: 60 })
    await settleJob(s.sql, s.jobs.held, 'capture')
    expectSame(await outcome(s, s.stranger), 'budget_reached')
  },
  'the day is the one in UTC, of a user, of all users, and of a key': async (s) => {
    // There it is another day already.
    await s.sql(`select set_config('TimeZone', 'Pacific/Kiritimati', true)`)
    const [day] = await s.sql<{ left: number }>(
      `select ceil(86400 - extract(epoch from now() at time zone 'utc' - date_trunc('day', now() at time zone 'utc')))::int as left`,
    )
    for (const limit of ['daily_credits_per_user', 'daily_credits_budget'] as const) {
      await runInRolledBackSavepoint(s.sql, async () => {
        await readCreditSettings(s.sql, { [limit]: 20 })
        await moveHolds(s.sql, 0)
        expectSame((await hold(s, s.owner)).retry_after_seconds, day?.left)
        await moveHolds(s.sql, -1)
        expectSame((await hold(s, s.owner)).outcome, 'held')
      })
    }
    const [key] = await s.sql<{ id: string }>(`update private.api_keys set daily_limit = 20 returning id`)
    const holdWithKey = async () =>
      (await holdCredits(s.sql, { userId: s.owner, jobId: randomUUID(), apiKeyId: key?.id })).outcome
    expectSame(await holdWithKey(), 'held')
    await moveHolds(s.sql, 0)
    expectSame(await holdWithKey(), 'key_limit')
    await moveHolds(s.sql, -1)
    expectSame(await holdWithKey(), 'held')
  },
}

/** The first sign-in of this account; answers what it has then. */
async function firstSignIn(sql: Sql, userId: string): Promise<number> {
  await sql(`insert into public.users (id, email) values ($1, '')`, [userId])
  const [row] = await sql<{ credits: number }>('select credits from public.users where id = $1', [userId])
  expectSame((await readCreditBalances(sql, userId)).total_credits, row?.credits)
  return row?.credits ?? 0
}

const SIGN_UPS: Record<string, Probe> = {
  'a new account has the sign-up credits, from its first sign-in on and once': async (s) => {
    const { sql, newcomer } = s
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, newcomer, 'google-1')
    expectSame(await firstSignIn(sql, newcomer), 40)
    await sql(`insert into public.users (id, email) values ($1, '') on conflict (id) do update set name = 'Ada'`, [
      newcomer,
    ])
    expectSame((await readCreditBalances(sql, newcomer)).total_credits, 40)
    // With another key, whoever has the credits already would have them again.
    const key = `'sign_up:' || encode(sha256(convert_to(s.identity_salt || ':google:google-1', 'utf8')), 'hex')`
    expectSame(
      await sql(
        `select amount, type, source, description, grant_key = ${key} as is_keyed
         from private.credit_entries, private.credit_settings s where user_id = $1 and kind = 'grant'`,
        [newcomer],
      ),
      [{ amount: 40, type: 'sign_up', source: 'sign_up', description: 'Welcome credits', is_keyed: true }],
    )
  },
  'an account without a Google identity of its own gets nothing': async ({ sql, newcomer, stranger }) => {
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, stranger, 'google-1')
    await sql(
      `insert into auth.identities (id, provider_id, user_id, identity_data, provider) values ($1, 'email-1', $2, '{}', 'email')`,
      [randomUUID(), newcomer],
    )
    expectSame(await firstSignIn(sql, newcomer), 0)
  },
  'whoever signed up before the setting gets nothing at the next sign-in': async ({ sql, owner }) => {
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, owner, 'google-1')
    await sql(`insert into public.users (id, email) values ($1, '') on conflict (id) do update set name = 'Ada'`, [
      owner,
    ])
    expectSame((await readCreditBalances(sql, owner)).total_credits, 940)
  },
}

export const SPENDING_PROBES: Record<string, Probe> = { ...LIMITS, ...SIGN_UPS }
