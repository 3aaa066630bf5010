// Results of the daily limits and the sign-up credits.
import { randomUUID } from 'node:crypto'
import { holdCredits, readCreditBalances, readCreditSettings, settleJob } from '../../harness/ledger/calls.ts'
import { linkGoogle } from '../../harness/ledger/users.ts'
import { runInRolledBackSavepoint, type Sql } from '../../harness/sql.ts'
import { expectSame, type Probe, type Setting } from './setting.ts'

/** Holds 20 credits for a new job. */
const hold = ({ sql }: Setting, userId: string) => holdCredits(sql, { userId, jobId: randomUUID() })
const outcome = async (setting: Setting, userId: string) => (await hold(setting, userId)).outcome

/** Moves the creation and submission of all holds to this many microseconds after the start of the UTC day. */
const moveHolds = (sql: Sql, microseconds: number) =>
  sql(
    `update private.credit_holds h set created_at = moved, submitted_at = case when submitted_at is not null then moved end
     from (select date_trunc('day', now(), 'UTC') + $1::int * interval '1 microsecond' as moved) as day`,
    [microseconds],
  )

const LIMITS: Record<string, Probe> = {
  // The owner's started and captured jobs count 40 credits toward the budget. The open hold counts 20 more, but only
  // for the owner.
  'counts an open hold toward the budget only for its own user': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_budget: 80 })
    expectSame(await outcome(s, s.owner), 'held')
    const { retry_after_seconds: _, ...refused } = await hold(s, s.owner)
    expectSame(refused, { outcome: 'budget_reached', available: 920, price: 20, settlement: 'none' })
    expectSame([await outcome(s, s.stranger), await outcome(s, s.stranger)], ['held', 'held'])
  },
  "counts an immediate charge toward all users' budget, and returns its hold beyond the budget": async (s) => {
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
  "counts a hold that is charged without a start toward all users' budget": async (s) => {
    await readCreditSettings(s.sql, { daily_credits_budget: 60 })
    await settleJob(s.sql, s.jobs.held, 'capture')
    expectSame(await outcome(s, s.stranger), 'budget_reached')
  },
  'starts the day of a user, of all users, and of a key at midnight UTC': async (s) => {
    // In this time zone, the next day has already begun.
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

/** Signs this account in for the first time. Returns its credits. */
async function firstSignIn(sql: Sql, userId: string): Promise<number> {
  await sql(`insert into public.users (id, email) values ($1, '')`, [userId])
  const [row] = await sql<{ credits: number }>('select credits from public.users where id = $1', [userId])
  expectSame((await readCreditBalances(sql, userId)).total_credits, row?.credits)
  return row?.credits ?? 0
}

const SIGN_UPS: Record<string, Probe> = {
  'grants a new account the sign-up credits once, at its first sign-in': async (s) => {
    const { sql, newcomer } = s
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, newcomer, 'google-1')
    expectSame(await firstSignIn(sql, newcomer), 40)
    await sql(`insert into public.users (id, email) values ($1, '') on conflict (id) do update set name = 'Ada'`, [
      newcomer,
    ])
    expectSame((await readCreditBalances(sql, newcomer)).total_credits, 40)
    // With a different key, users who already have the sign-up credits would get them again.
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
  'grants no sign-up credits to an account without its own Google identity': async ({ sql, newcomer, stranger }) => {
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, stranger, 'google-1')
    await sql(
      `insert into auth.identities (id, provider_id, user_id, identity_data, provider) values ($1, 'email-1', $2, '{}', 'email')`,
      [randomUUID(), newcomer],
    )
    expectSame(await firstSignIn(sql, newcomer), 0)
  },
  'grants no sign-up credits to a user who signed up before the setting': async ({ sql, owner }) => {
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, owner, 'google-1')
    await sql(`insert into public.users (id, email) values ($1, '') on conflict (id) do update set name = 'Ada'`, [
      owner,
    ])
    expectSame((await readCreditBalances(sql, owner)).total_credits, 940)
  },
}

export const SPENDING_PROBES: Record<string, Probe> = { ...LIMITS, ...SIGN_UPS }
