// Who must wait before another attempt at the administrator's password.
import { call } from '../../harness/ledger/calls.ts'
import type { Sql } from '../../harness/sql.ts'
import { expectSame, type Probe } from './setting.ts'

const NOON = '2026-11-20T12:00:00Z'
const atNoon = (secondsLater: number) => `'${NOON}'::timestamptz + make_interval(secs => ${secondsLater})`

/** Deletes the account's attempts, so that only the address counts. */
const clearAccount = (sql: Sql) => sql(`delete from private.admin_tries where key = 'account:admin'`)

/** Returns calls that count an attempt this many seconds after noon. Each different `password` is another guess. */
const tries = (sql: Sql) => ({
  count: (seconds: number, password: string, address = '203.0.113.7') =>
    call<number>(sql, `public.count_admin_try('admin', $1, $2)`, [address, password], atNoon(seconds)),
  clear: (seconds: number, address = '203.0.113.7') =>
    call(sql, `public.clear_admin_tries('admin', $1)`, [address], atNoon(seconds)),
})

export const ADMIN_TRY_PROBES: Record<string, Probe> = {
  'delays failed attempts of one address by 1, 2, 4, and 8 s, and locks the address after the eighth': async ({
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
    for (const [index, [seconds, wait]] of at.entries()) expectSame(await count(seconds, `guess ${index}`), wait)
    await clearAccount(sql)
    // A new round starts, again with attempts that don't wait.
    for (const guess of ['a', 'b', 'c', 'd']) expectSame(await count(915, guess), 0)
    expectSame(await count(915, 'e'), 1)
  },
  'counts a repeated password from one address as one attempt, up to seven times in three minutes': async ({ sql }) => {
    const { count } = tries(sql)
    for (const guess of ['a', 'b', 'c', 'd']) await count(0, guess)
    // A wait follows the fourth password, but repeats of that password don't have to wait.
    for (let retry = 1; retry <= 7; retry++) expectSame(await count(0, 'd'), 0)
    expectSame(await count(0, 'd'), 1)
    expectSame(await count(0, 'c'), 1)
    expectSame(await count(0, 'd', '203.0.113.8'), 0)
    // The next password has its own repeats.
    expectSame([await count(1, 'e'), await count(1, 'e'), await count(1, 'f')], [0, 0, 2])
    await count(3, 'g')
    await count(7, 'h')
    await count(15, 'i')
    expectSame(await count(15, 'i'), 900)
    await clearAccount(sql)
    const other = '203.0.113.9'
    for (const guess of ['a', 'b', 'c', 'd', 'd']) expectSame(await count(20, guess, other), 0)
    expectSame(await count(20 + 181, 'd', other), 0)
    expectSame(await count(20 + 181, 'e', other), 2)
  },
  'delays failed attempts on an account from any address, and locks the account after the thirtieth': async ({
    sql,
  }) => {
    const { count, clear } = tries(sql)
    let [seconds, guess, wait] = [0, 0, 0]
    const next = () => count(seconds, `guess ${++guess}`, `203.0.113.${100 + guess}`)
    for (let wrong = 1; wrong <= 11; wrong++) expectSame(await next(), 0)
    const waits: number[] = []
    for (let wrong = 12; wrong <= 30; wrong++) {
      wait = await next()
      waits.push(wait)
      seconds += wait
      expectSame(await next(), 0)
    }
    expectSame(waits.slice(0, 8), [1, 2, 4, 8, 16, 32, 60, 60])
    expectSame(await next(), 900)
    // The thirtieth attempt was the right password. It removes the lock, and the other attempts stay counted.
    await clear(seconds, `203.0.113.${100 + guess - 1}`)
    expectSame(await next(), 0)
    expectSame(await next(), 900)
  },
  'clears the failed attempts of one address after the right password': async ({ sql }) => {
    const { count, clear } = tries(sql)
    for (const guess of ['a', 'b', 'c', 'd']) await count(0, guess)
    for (const guess of ['a', 'b', 'c', 'd']) await count(0, guess, '203.0.113.8')
    await clear(0)
    for (const guess of ['e', 'f', 'g', 'h']) expectSame(await count(0, guess), 0)
    expectSame(await count(0, 'e', '203.0.113.8'), 1)
    expectSame(await sql(`select wrong from private.admin_tries where key = 'account:admin'`), [{ wrong: 4 }])
    // The account began a new round meanwhile, so its count can't go below zero.
    for (const guess of ['a', 'b']) expectSame(await count(0, guess, '203.0.113.9'), 0)
    await sql(`update private.admin_tries set wrong = 1 where key = 'account:admin'`)
    await clear(0, '203.0.113.9')
    expectSame(await sql(`select wrong from private.admin_tries where key = 'account:admin'`), [{ wrong: 0 }])
  },
  'counts an address separately for 30 days after the right password, so that others cannot lock it': async ({
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
    expectSame([await count(0, 'a'), await count(0, 'a', 'unknown')], [900, 900])
    expectSame(await call<number>(sql, `public.count_admin_try('boss', $1, 'a')`, [own], atNoon(0)), 900)
    // The address's own attempts count as usual. They don't change the lock of the other addresses, even after the
    // right password.
    expectSame(await count(0, 'right', own), 0)
    await clear(0, own)
    expectSame(await count(0, 'b'), 900)
    for (const guess of ['a', 'b', 'c', 'd']) expectSame(await count(minute, guess, own), 0)
    expectSame(await count(minute, 'e', own), 1)
    expectSame(await count(minute, 'c'), 840)
    await clear(minute, own)
    await lock('admin', 2 * month)
    expectSame([await count(month + minute - 1, 'f', own), (await count(month + minute, 'g', own)) > 0], [0, true])
  },
}
