// Answers of the admin functions: who has to wait before another try, and which login records are shown.
import { call } from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/people.ts'
import type { Sql } from '../../harness/sql.ts'
import { type Probe, same } from './setting.ts'

const NOON = '2026-11-20T12:00:00Z'
const atNoon = (secondsLater: number) => `'${NOON}'::timestamptz + make_interval(secs => ${secondsLater})`

/** Forgets the account's tries, so that the address alone decides. */
const clearAccount = (sql: Sql) => sql(`delete from private.admin_tries where key = 'account:admin'`)

/** Tries at seconds after noon; another `password` is another guess. */
const tries = (sql: Sql) => ({
  count: (seconds: number, password: string, address = '203.0.113.7') =>
    call<number>(sql, `public.count_admin_try('admin', $1, $2)`, [address, password], atNoon(seconds)),
  clear: (seconds: number, address = '203.0.113.7') =>
    call(sql, `public.clear_admin_tries('admin', $1)`, [address], atNoon(seconds)),
})

const TRIES: Record<string, Probe> = {
  'failed attempts of one address wait 1, 2, 4 and 8 seconds, and the eighth locks it for 15 minutes': async ({
    sql,
  }) => {
    const { count } = tries(sql)
    const at: [seconds: number, wait: number][] = [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0.5, 1],
      [1, 0],
      [1, 2],
      [3, 0],
      [3, 4],
      [7, 0],
      [7, 8],
      [15, 0],
      [15, 900],
      [914, 1],
    ]
    for (const [index, [seconds, wait]] of at.entries()) same(await count(seconds, `guess ${index}`), wait)
    await clearAccount(sql)
    // A new round: again three without a wait.
    for (const guess of ['a', 'b', 'c', 'd']) same(await count(915, guess), 0)
    same(await count(915, 'e'), 1)
  },
  'a password tried again from its address is no new guess: seven times within three minutes, and never while locked':
    async ({ sql }) => {
      const { count } = tries(sql)
      for (const guess of ['a', 'b', 'c', 'd']) await count(0, guess)
      // The fourth is followed by a wait, which its own retries need not keep.
      for (let retry = 1; retry <= 7; retry++) same(await count(0, 'd'), 0)
      same(await count(0, 'd'), 1)
      same(await count(0, 'c'), 1)
      same(await count(0, 'd', '203.0.113.8'), 0)
      // The next guess has retries of its own.
      same([await count(1, 'e'), await count(1, 'e'), await count(1, 'f')], [0, 0, 2])
      await count(3, 'g')
      await count(7, 'h')
      await count(15, 'i')
      same(await count(15, 'i'), 900)
      await clearAccount(sql)
      const other = '203.0.113.9'
      for (const guess of ['a', 'b', 'c', 'd', 'd']) same(await count(20, guess, other), 0)
      same(await count(20 + 181, 'd', other), 0)
      same(await count(20 + 181, 'e', other), 2)
    },
  'the account waits from its eleventh wrong try on, whatever the addresses, and its thirtieth locks it': async ({
    sql,
  }) => {
    const { count, clear } = tries(sql)
    let [seconds, guess, wait] = [0, 0, 0]
    const next = () => count(seconds, `guess ${++guess}`, `203.0.113.${100 + guess}`)
    for (let wrong = 1; wrong <= 11; wrong++) same(await next(), 0)
    const waits: number[] = []
    for (let wrong = 12; wrong <= 30; wrong++) {
      wait = await next()
      waits.push(wait)
      seconds += wait
      same(await next(), 0)
    }
    same(waits.slice(0, 8), [1, 2, 4, 8, 16, 32, 60, 60])
    same(await next(), 900)
    // The right password was the thirtieth try: the lock goes with it, and the other tries stay.
    await clear(seconds, `203.0.113.${100 + guess - 1}`)
    same(await next(), 0)
    same(await next(), 900)
  },
  'a right password forgives its address, and no other one': async ({ sql }) => {
    const { count, clear } = tries(sql)
    for (const guess of ['a', 'b', 'c', 'd']) await count(0, guess)
    for (const guess of ['a', 'b', 'c', 'd']) await count(0, guess, '203.0.113.8')
    await clear(0)
    for (const guess of ['e', 'f', 'g', 'h']) same(await count(0, guess), 0)
    same(await count(0, 'e', '203.0.113.8'), 1)
    same(await sql(`select wrong from private.admin_tries where key = 'account:admin'`), [{ wrong: 4 }])
    // The account began a new round meanwhile: it owes nothing.
    for (const guess of ['a', 'b']) same(await count(0, guess, '203.0.113.9'), 0)
    await sql(`update private.admin_tries set wrong = 1 where key = 'account:admin'`)
    await clear(0, '203.0.113.9')
    same(await sql(`select wrong from private.admin_tries where key = 'account:admin'`), [{ wrong: 0 }])
  },
  'an address that had the right password in the last 30 days is counted alone: others cannot lock it out': async ({
    sql,
  }) => {
    const { count, clear } = tries(sql)
    const own = '203.0.113.50'
    const [minute, month] = [60, 30 * 86_400]
    await clear(0, own)
    await clear(0, 'unknown')
    const lock = (account: string, until: number) =>
      sql(
        `insert into private.admin_tries as t (key, wrong, tried_at, blocked_until, locked, digest)
         values ($1, 30, $2, $2::timestamptz + make_interval(secs => $3), true, 'd')
         on conflict (key) do update set wrong = 30, blocked_until = excluded.blocked_until, locked = true`,
        [`account:${account}`, NOON, until],
      )
    await lock('admin', 900)
    await lock('boss', 900)
    same([await count(0, 'a'), await count(0, 'a', 'unknown')], [900, 900])
    same(await call<number>(sql, `public.count_admin_try('boss', $1, 'a')`, [own], atNoon(0)), 900)
    // Its own tries count as ever, and leave the lock of the others as it is, also when one was right.
    same(await count(0, 'right', own), 0)
    await clear(0, own)
    same(await count(0, 'b'), 900)
    for (const guess of ['a', 'b', 'c', 'd']) same(await count(minute, guess, own), 0)
    same(await count(minute, 'e', own), 1)
    same(await count(minute, 'c'), 840)
    await clear(minute, own)
    await lock('admin', 2 * month)
    same([await count(month + minute - 1, 'f', own), (await count(month + minute, 'g', own)) > 0], [0, true])
  },
}

interface Page {
  total: number
  page: number
  logs: { email: string; name: string; timestamp: string }[]
}
const list = (sql: Sql, email: string, from: string | null, to: string | null, page = 1, size = 10) =>
  call<Page>(sql, 'public.list_login_logs($1, $2, $3, $4, $5)', [email, from, to, page, size])

/** Records of one new person at these times. */
async function recordAt(sql: Sql, times: string[]): Promise<{ userId: string; email: string }> {
  const userId = await signUp(sql)
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Grace')`, [userId])
  for (const time of times) {
    await sql('insert into public.login_logs (user_id) values ($1)', [userId])
    await sql(
      `update public.login_logs set login_time = $2 where user_id = $1 and login_time > now() - interval '1 minute'`,
      [userId, time],
    )
  }
  return { userId, email: `${userId}@example.com` }
}

const DAYS = ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.9Z', '2026-03-02T00:00:00Z', '2026-03-04T12:00:00Z']

const LOGS: Record<string, Probe> = {
  'login records come newest first, a page at a time, with their people and how many there are': async ({ sql }) => {
    const { email } = await recordAt(sql, DAYS)
    const times = (found: Page) => [
      found.total,
      found.page,
      ...found.logs.map(({ timestamp }) => timestamp.slice(5, 19)),
    ]
    same(times(await list(sql, email, null, null, 1, 3)), [4, 1, '03-04T12:00:00', '03-02T00:00:00', '03-01T23:59:59'])
    same(times(await list(sql, email, null, null, 2, 3)), [4, 2, '03-01T00:00:00'])
    same(times(await list(sql, email, null, null, 99, 3)), [4, 2, '03-01T00:00:00'])
    same(times(await list(sql, 'nobody@', null, null, 99, 3)), [0, 1])
    const [first] = (await list(sql, email.toUpperCase(), null, null, 1, 1)).logs
    same([first?.email, first?.name], [email, 'Grace'])
    const march = await list(sql, '', '2026-03-01', '2026-03-31', 1, 1)
    same(times(march), [4, 1, '03-04T12:00:00'])
    // Everybody's: those of the setting too.
    same((await list(sql, '', null, null)).logs.length, 5)
    same((await list(sql, '', null, null)).total, 5)
  },
  'days are whole days in UTC, both included, with an email and without': async ({ sql }) => {
    const { email } = await recordAt(sql, DAYS)
    const counts = async (from: string | null, to: string | null) => {
      const [of, all] = [await list(sql, email, from, to), await list(sql, '', from, to)]
      return [of.total, of.logs.length, all.total, all.logs.length]
    }
    same(await counts('2026-03-01', '2026-03-01'), [2, 2, 2, 2])
    same(await counts('2026-03-02', '2026-03-03'), [1, 1, 1, 1])
    same(await counts(null, '2026-03-02'), [3, 3, 3, 3])
    same(await counts('2026-03-05', '2026-03-31'), [0, 0, 0, 0])
    same((await list(sql, email, '2026-03-02', null)).total, 2)
  },
  'the login records of a day are counted as they come, move and go': async ({ sql }) => {
    const count = async () =>
      (await sql<{ records: number }>(`select records from private.login_log_days where day = '2026-03-01'`))[0]
        ?.records
    const { userId } = await recordAt(sql, DAYS)
    same(await count(), 2)
    await sql('delete from auth.users where id = $1', [userId])
    same(await count(), 0)
    same(
      await sql(
        `select coalesce(sum(records), 0)::int as days, (select count(*)::int from public.login_logs) as logs from private.login_log_days`,
      ),
      [{ days: 1, logs: 1 }],
    )
  },
}

export const ADMIN_PROBES: Record<string, Probe> = { ...TRIES, ...LOGS }
