// How long records are kept before their deletion.
import { call } from '../../../harness/ledger/calls.ts'
import { expectSame, type Probe, type Setting } from '../setting.ts'

const NOON = `'2026-11-20T12:00:00Z'::timestamptz`

const clear = ({ sql }: Setting, limit: number) => call<number>(sql, 'public.clear_old_records($1)', [limit], NOON)

interface Kind {
  days: number
  /** Adds a row with the name `$1` and the time `$2`. */
  add(setting: Setting, name: string, time: string): Promise<unknown>
  /** A query for the names that `add` has set. */
  list: string
}

const KINDS: Record<string, Kind> = {
  'a rate count': {
    days: 1,
    add: ({ sql }, name, time) =>
      sql('insert into private.rate_limits (key, window_start, used) values ($1, $2, 1)', [name, time]),
    list: 'select key as name from private.rate_limits',
  },
  "a failed attempt at the administrator's password": {
    days: 1,
    add: ({ sql }, name, time) =>
      sql(`insert into private.admin_tries (key, wrong, tried_at, blocked_until, digest) values ($1, 1, $2, $2, 'd')`, [
        name,
        time,
      ]),
    list: 'select key as name from private.admin_tries',
  },
  "an administrator's address": {
    days: 30,
    add: ({ sql }, name, time) =>
      sql(
        `insert into private.admin_addresses (account, address, last_success_at) values ($1, $1, $2), ($1, 'x', now())`,
        [name, time],
      ),
    list: `select address as name from private.admin_addresses where address <> 'x'`,
  },
  'an expired shared link': {
    days: 30,
    add: ({ sql, jobs }, name, time) =>
      sql(
        `insert into private.shares (job_id, token_hash, shows_prompt, is_indexed, created_at, expires_at)
         values ($1, $2, false, false, '2020-01-01', $3)`,
        [jobs.captured, name, time],
      ),
    list: 'select token_hash as name from private.shares',
  },
  "a provider's cost of a job": {
    days: 400,
    async add({ sql }, name, time) {
      await sql(
        `update private.provider_tasks set cost = 1, cost_unit = $1, costed_at = $2
         where job_id = (select job_id from private.provider_tasks where costed_at is null limit 1)`,
        [name, time],
      )
    },
    list: 'select cost_unit as name from private.provider_tasks where cost is not null',
  },
  'a login record': {
    days: 400,
    async add({ sql, owner }, name, time) {
      const [row] = await sql<{ id: string }>('insert into public.login_logs (user_id) values ($1) returning id', [
        owner,
      ])
      await sql('update public.login_logs set login_time = $2, user_agent = $3 where id = $1', [row?.id, time, name])
    },
    list: 'select user_agent as name from public.login_logs',
  },
}

const before = (days: number, minutes = 0) =>
  new Date(Date.parse('2026-11-20T12:00:00Z') - (days * 1440 + minutes) * 60_000).toISOString()

const probe =
  ({ days, add, list }: Kind): Probe =>
  async (s) => {
    const names = async () =>
      (await s.sql<{ name: string }>(list)).map(({ name }) => name).filter((name) => name.startsWith('probe'))
    await add(s, 'probe old', before(days, 1))
    await add(s, 'probe older', before(days, 2))
    await add(s, 'probe young', before(days, -1))
    expectSame([await clear(s, 1), (await names()).sort()], [1, ['probe old', 'probe young']])
    expectSame([await clear(s, 5), await clear(s, 5), await names()], [1, 0, ['probe young']])
  }

export const AGE_PROBES: Record<string, Probe> = {
  ...Object.fromEntries(
    Object.entries(KINDS).map(([name, kind]) => [`deletes ${name} after ${kind.days} days, oldest first`, probe(kind)]),
  ),
  'deletes login records by whole UTC days, and removes them from the daily counts': async (s) => {
    const { add } = KINDS['a login record'] as Kind
    for (const time of ['2025-01-01T00:00:00Z', '2025-01-01T23:59:59Z', '2025-01-02T00:00:00Z'])
      await add(s, 'old', time)
    const days = async () =>
      (
        await s.sql<{ records: number }>(
          `select records from private.login_log_days where day in ('2025-01-01', '2025-01-02') order by day`,
        )
      ).map(({ records }) => records)
    expectSame([await days(), await clear(s, 10), await days()], [[2, 1], 2, [0, 1]])
    expectSame([await clear(s, 10), await days(), await clear(s, 10)], [1, [0, 0], 0])
  },
}
