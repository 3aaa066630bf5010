// Answers of the daily limits and the sign-up credits.
import { randomUUID } from 'node:crypto'
import {
  call,
  holdCredits,
  readCreditBalances,
  readCreditSettings,
  requestCancel,
  type Settings,
  settleJob,
  startJob,
} from '../../harness/ledger/calls.ts'
import { linkGoogle, signUp } from '../../harness/ledger/people.ts'
import { attempt, buildRefusal, type Sql } from '../../harness/sql.ts'
import { type Probe, type Setting, same } from './setting.ts'

/** A new hold of 20 credits, or of another model's price. */
const hold = ({ sql }: Setting, userId: string, model = 'kling-1.6', quoted = 20) =>
  holdCredits(sql, { userId, jobId: randomUUID(), model, quoted })
const outcome = async (setting: Setting, userId: string) => (await hold(setting, userId)).outcome

/** Moves all holds, and what was submitted of them, to so many microseconds after the day began in UTC. */
const moveHolds = (sql: Sql, microseconds: number) =>
  sql(
    `update private.credit_holds h set created_at = moved, submitted_at = case when submitted_at is not null then moved end
     from (select date_trunc('day', now(), 'UTC') + $1::int * interval '1 microsecond' as moved) as day`,
    [microseconds],
  )

const OFF: Settings = {
  sign_up_credits: 0,
  daily_credits_per_user: null,
  daily_credits_budget: null,
  new_jobs: true,
}

const LIMITS: Record<string, Probe> = {
  'no limit is on until somebody sets it, and a change names what it changes': async ({ sql }) => {
    same(await readCreditSettings(sql), OFF)
    same(await readCreditSettings(sql, { daily_credits_per_user: 80 }), { ...OFF, daily_credits_per_user: 80 })
    same(await readCreditSettings(sql, { new_jobs: false }), { ...OFF, daily_credits_per_user: 80, new_jobs: false })
    const rest = { daily_credits_per_user: null, daily_credits_budget: 7, sign_up_credits: 5, new_jobs: true }
    same(await readCreditSettings(sql, rest), rest)
    const refused = await attempt(sql, () => buildRefusal(readCreditSettings(sql, { daily_credits_budget: -1 })))
    same(refused?.code, '23514')
  },
  // The owner's open and captured holds of today are 60 credits; 20 more were released.
  'a user holds no more on a day than the limit, and nobody else is counted': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_per_user: 90 })
    same(await outcome(s, s.owner), 'held')
    const { retry_after_seconds: _, ...refused } = await hold(s, s.owner)
    same(refused, { outcome: 'daily_limit', available: 920, price: 20, settlement: 'none', limit: 90, left: 10 })
    same((await hold(s, s.owner, 'veo-3', 330)).left, 10)
    await readCreditSettings(s.sql, { daily_credits_per_user: 50 })
    same((await hold(s, s.owner)).left, 0)
    same([await outcome(s, s.stranger), await outcome(s, s.stranger)], ['held', 'held'])
    same((await readCreditBalances(s.sql, s.owner)).total_credits, 920)
  },
  // The owner's started and captured jobs are 40 credits of the budget; the open hold is 20 more for the owner alone.
  'an open hold counts on the budget for its own user alone': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_budget: 80 })
    same(await outcome(s, s.owner), 'held')
    const { retry_after_seconds: _, ...refused } = await hold(s, s.owner)
    same(refused, { outcome: 'budget_reached', available: 920, price: 20, settlement: 'none' })
    same([await outcome(s, s.stranger), await outcome(s, s.stranger)], ['held', 'held'])
  },
  'a start beyond the budget of all users is refused, and gives its hold back': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_budget: 70 })
    const late = { userId: s.stranger, jobId: randomUUID() }
    await holdCredits(s.sql, late)
    same((await startJob(s.sql, { userId: s.owner, jobId: s.jobs.held })).outcome, 'started')
    const { retry_after_seconds: seconds } = await hold(s, s.stranger)
    same(await startJob(s.sql, late), {
      outcome: 'budget_reached',
      settlement: 'released',
      retry_after_seconds: seconds,
    })
    same((await readCreditBalances(s.sql, s.stranger)).total_credits, 50)
    same((await startJob(s.sql, late)).outcome, 'spent')
  },
  'a charge at once counts on the budget of all users, and beyond it gives its hold back': async (s) => {
    const charge = (userId: string, jobId: string = randomUUID()) =>
      holdCredits(s.sql, { userId, jobId, capture: true }).then(({ outcome }) => outcome)
    await readCreditSettings(s.sql, { daily_credits_budget: 80 })
    same(
      [await charge(s.owner), await charge(s.stranger), await charge(s.stranger), await charge(s.owner, s.jobs.held)],
      ['held', 'held', 'budget_reached', 'budget_reached'],
    )
    same(await charge(s.owner, s.jobs.held), 'spent')
    const left = [await readCreditBalances(s.sql, s.owner), await readCreditBalances(s.sql, s.stranger)]
    same(
      left.map(({ total_credits: credits }) => credits),
      [940, 30],
    )
  },
  'a hold that is charged without a start counts on the budget of all users': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_budget: 60 })
    await settleJob(s.sql, s.jobs.held, 'capture')
    same(await outcome(s, s.stranger), 'budget_reached')
  },
  'a release gives the allowance back, and a capture does not': async (s) => {
    for (const limit of ['daily_credits_per_user', 'daily_credits_budget'] as const) {
      await attempt(s.sql, async () => {
        await readCreditSettings(s.sql, { [limit]: 60 })
        const full = await outcome(s, s.owner)
        await startJob(s.sql, { userId: s.owner, jobId: s.jobs.held })
        await settleJob(s.sql, s.jobs.held, 'capture')
        same(await outcome(s, s.owner), full)
        await settleJob(s.sql, s.jobs.started, 'release')
        same([await outcome(s, s.owner), await outcome(s, s.owner)], ['held', full])
      })
    }
  },
  'the day is the one in UTC': async (s) => {
    // There it is another day already.
    await s.sql(`select set_config('TimeZone', 'Pacific/Kiritimati', true)`)
    const [day] = await s.sql<{ left: number }>(
      `select ceil(86400 - extract(epoch from now() at time zone 'utc' - date_trunc('day', now() at time zone 'utc')))::int as left`,
    )
    for (const limit of ['daily_credits_per_user', 'daily_credits_budget'] as const) {
      await attempt(s.sql, async () => {
        await readCreditSettings(s.sql, { [limit]: 20 })
        await moveHolds(s.sql, 0)
        same((await hold(s, s.owner)).retry_after_seconds, day?.left)
        await moveHolds(s.sql, -1)
        same((await hold(s, s.owner)).outcome, 'held')
      })
    }
  },
  'a user’s day that is full, or a pause, stops no job that holds its credits': async (s) => {
    await readCreditSettings(s.sql, { daily_credits_per_user: 1, new_jobs: false })
    const held = { userId: s.owner, jobId: s.jobs.held }
    same((await holdCredits(s.sql, held)).outcome, 'exists')
    same((await startJob(s.sql, held)).outcome, 'started')
    same((await settleJob(s.sql, s.jobs.held, 'capture'))?.settlement, 'captured')
    same((await startJob(s.sql, { userId: s.stranger, jobId: randomUUID() })).outcome, 'paused')
    same(await outcome(s, s.stranger), 'paused')
    same((await readCreditBalances(s.sql, s.stranger)).total_credits, 50)
  },
}

/** Holds credits and returns them at once, so many times. */
async function cancelHolds(s: Setting, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const jobId = randomUUID()
    same((await holdCredits(s.sql, { userId: s.stranger, jobId })).outcome, 'held')
    same((await requestCancel(s.sql, s.stranger, jobId)).outcome, 'stopped')
  }
}

const moveStrangersHolds = ({ sql, stranger }: Setting, earlier: string) =>
  sql(`update private.credit_holds set created_at = created_at - $2::interval where user_id = $1`, [stranger, earlier])

const ends = (s: Setting, jobId: string, code: string) =>
  call(s.sql, 'public.settle_job($1, null, $2, null)', [jobId, code])

const CANCELED: Record<string, Probe> = {
  'a user holds no more after 60 cancels within an hour, learns when, and nobody else is counted': async (s) => {
    await cancelHolds(s, 60)
    const entries = () => s.sql('select count(*)::int from private.credit_entries where user_id = $1', [s.stranger])
    const before = await entries()
    await moveStrangersHolds(s, '10 minutes')
    const refused = { outcome: 'too_many_canceled', available: 50, price: 20, settlement: 'none', limit: 60 }
    same(await hold(s, s.stranger), { ...refused, retry_after_seconds: 3000 })
    const direct = { userId: s.stranger, jobId: randomUUID() }
    same(await startJob(s.sql, direct), { ...refused, retry_after_seconds: 3000 })
    same([await outcome(s, s.owner), await entries()], ['held', before])
    await moveStrangersHolds(s, '50 minutes')
    same((await startJob(s.sql, direct)).outcome, 'started')
  },
  'the wait ends when the oldest of the last 60 is an hour old': async (s) => {
    await cancelHolds(s, 20)
    await moveStrangersHolds(s, '30 minutes')
    await cancelHolds(s, 40)
    same((await hold(s, s.stranger)).retry_after_seconds, 1800)
  },
  'open holds count, and so do jobs that the user or a safety check ended; charged jobs and faults do not': async (
    s,
  ) => {
    const [open, canceled, refused, charged, failed] = Array.from({ length: 5 }, () => randomUUID())
    await call(s.sql, `private.grant_credits($1, 1000, 'test_plan', 'lite', 'more', 'Test')`, [s.stranger])
    for (const jobId of [canceled, refused, charged, failed])
      await startJob(s.sql, { userId: s.stranger, jobId: jobId ?? '' })
    await holdCredits(s.sql, { userId: s.stranger, jobId: open ?? '' })
    await ends(s, canceled ?? '', 'cancelled')
    await ends(s, refused ?? '', 'content_refused')
    await ends(s, failed ?? '', 'provider_unavailable')
    await settleJob(s.sql, charged ?? '', 'capture')
    await cancelHolds(s, 57)
    same(await outcome(s, s.stranger), 'too_many_canceled')
    // A hold that is there goes on.
    same((await startJob(s.sql, { userId: s.stranger, jobId: open ?? '' })).outcome, 'started')
    same([await outcome(s, s.stranger), await outcome(s, s.stranger)], ['held', 'too_many_canceled'])
  },
  'a start that is refused without a hold before leaves no entry, and does not count': async (s) => {
    const entries = () => s.sql('select count(*)::int from private.credit_entries where user_id = $1', [s.stranger])
    await startJob(s.sql, { userId: s.stranger, jobId: randomUUID() })
    const before = await entries()
    const again = { userId: s.stranger, jobId: randomUUID() }
    for (let time = 0; time < 61; time += 1)
      same((await startJob(s.sql, again, { maxOpen: 1 })).outcome, 'too_many_open')
    same((await startJob(s.sql, { ...again, inputs: { source_id: randomUUID() } })).outcome, 'no_source')
    same(await entries(), before)
    same((await startJob(s.sql, again)).outcome, 'started')
  },
}

const PRICES: Record<string, Probe> = {
  'prices are those that were written last; a model that is off, or left out, is held for no more': async (s) => {
    const write = (models: object[], version: number) =>
      call(s.sql, 'public.set_model_prices($1, $2)', [JSON.stringify(models), version])
    const kling = { id: 'kling-1.6', credits: 25, is_on: true }
    const holds = async (model: string, quoted: number) => (await hold(s, s.owner, model, quoted)).outcome
    await write([kling, { id: 'veo-2', credits: 180, is_on: false }, { id: 'new', credits: 7, is_on: true }], 1)
    same(
      [await holds('kling-1.6', 20), await holds('kling-1.6', 25), await holds('new', 7)],
      ['price_changed', 'held', 'held'],
    )
    same([await holds('veo-2', 180), await holds('veo-3', 330)], ['unknown_model', 'unknown_model'])
    // Earlier holds stay as they were.
    same((await holdCredits(s.sql, { userId: s.owner, jobId: s.jobs.held })).outcome, 'exists')
    await write([{ id: 'veo-2', credits: 180, is_on: true }, kling], 2)
    same([await holds('veo-2', 180), await holds('new', 7)], ['held', 'unknown_model'])
    const rows = 'select ctid::text as version from private.model_prices order by model'
    const before = await s.sql(rows)
    same(
      await write([{ id: 'veo-2', credits: 180, is_on: true }, kling, { ...kling, id: 'off', is_on: false }], 2),
      'same',
    )
    same(await s.sql(rows), before)
  },
  'prices of a catalogue are not replaced by an older one, nor by one that gives no version': async ({ sql }) => {
    const write = (credits: number, ...version: number[]) => {
      const models = JSON.stringify([{ id: 'kling-1.6', credits, is_on: true }])
      return call(sql, `public.set_model_prices($1${version.length ? ', $2' : ''})`, [models, ...version])
    }
    const price = () => sql(`select credits from private.model_prices where model = 'kling-1.6'`)
    same([await write(21), await write(22), await price()], ['written', 'written', [{ credits: 22 }]])
    same(
      [await write(23, 2), await write(24, 1), await write(25), await write(26, 2)],
      ['written', 'older', 'older', 'differs'],
    )
    same(await price(), [{ credits: 23 }])
    same([await write(27, 3), await price()], ['written', [{ credits: 27 }]])
  },
}

/** The first sign-in of this account; answers what it has then. */
async function firstSignIn(sql: Sql, userId: string): Promise<number> {
  await sql(`insert into public.users (id, email) values ($1, '')`, [userId])
  const [row] = await sql<{ credits: number }>('select credits from public.users where id = $1', [userId])
  same((await readCreditBalances(sql, userId)).total_credits, row?.credits)
  return row?.credits ?? 0
}

const SIGN_UPS: Record<string, Probe> = {
  'a new account has the sign-up credits, from its first sign-in on and once': async (s) => {
    const { sql, newcomer } = s
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, newcomer, 'google-1')
    same(await firstSignIn(sql, newcomer), 40)
    await sql(`insert into public.users (id, email) values ($1, '') on conflict (id) do update set name = 'Ada'`, [
      newcomer,
    ])
    same((await readCreditBalances(sql, newcomer)).total_credits, 40)
    // With another key, whoever has the credits already would have them again.
    const key = `'sign_up:' || encode(sha256(convert_to(s.identity_salt || ':google:google-1', 'utf8')), 'hex')`
    same(
      await sql(
        `select amount, type, source, description, grant_key = ${key} as is_keyed
         from private.credit_entries, private.credit_settings s where user_id = $1 and kind = 'grant'`,
        [newcomer],
      ),
      [{ amount: 40, type: 'sign_up', source: 'sign_up', description: 'Welcome credits', is_keyed: true }],
    )
  },
  'without the setting nobody starts with credits': async ({ sql, newcomer }) => {
    await linkGoogle(sql, newcomer, 'google-1')
    same(await firstSignIn(sql, newcomer), 0)
  },
  'a second account of one Google identity gets nothing, whatever the setting is by then': async ({
    sql,
    newcomer,
  }) => {
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, newcomer, 'google-1')
    await firstSignIn(sql, newcomer)
    await sql('delete from public.users where id = $1', [newcomer])
    await sql('delete from auth.identities where user_id = $1', [newcomer])
    await readCreditSettings(sql, { sign_up_credits: 50 })
    const [again, other] = [await signUp(sql), await signUp(sql)]
    await linkGoogle(sql, again, 'google-1')
    await linkGoogle(sql, other, 'google-2')
    same([await firstSignIn(sql, again), await firstSignIn(sql, other)], [0, 50])
    // Nobody reads the identity off the key.
    same(await sql(`select 1 from private.credit_entries where grant_key like '%google%'`), [])
  },
  'an account without a Google identity of its own gets nothing': async ({ sql, newcomer, stranger }) => {
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, stranger, 'google-1')
    await sql(
      `insert into auth.identities (id, provider_id, user_id, identity_data, provider) values ($1, 'email-1', $2, '{}', 'email')`,
      [randomUUID(), newcomer],
    )
    same(await firstSignIn(sql, newcomer), 0)
  },
  'whoever signed up before the setting gets nothing at the next sign-in': async ({ sql, owner }) => {
    await readCreditSettings(sql, { sign_up_credits: 40 })
    await linkGoogle(sql, owner, 'google-1')
    await sql(`insert into public.users (id, email) values ($1, '') on conflict (id) do update set name = 'Ada'`, [
      owner,
    ])
    same((await readCreditBalances(sql, owner)).total_credits, 940)
  },
}

export const SPENDING_PROBES: Record<string, Probe> = { ...LIMITS, ...CANCELED, ...PRICES, ...SIGN_UPS }
