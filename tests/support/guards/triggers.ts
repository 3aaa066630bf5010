// Rules that triggers enforce on every writer: for ledger entries, profiles, login records, and the rows of deleted
// accounts.
import { randomUUID } from 'node:crypto'
import { call, grantCredits, holdCredits } from '../../harness/ledger/calls.ts'
import { catchSqlError, runInRolledBackSavepoint } from '../../harness/sql.ts'
import { as, expectSame, type Probe } from './setting.ts'

export const TRIGGER_PROBES: Record<string, Probe> = {
  "refuses to change, delete, or truncate ledger entries and the administrator's actions": async ({ sql }) => {
    for (const [table, change] of [
      ['credit_entries', 'amount = 1'],
      ['admin_actions', `reason = ''`],
    ]) {
      const changes = [
        `update private.${table} set ${change}`,
        `delete from private.${table}`,
        `truncate private.${table}`,
      ]
      for (const statement of changes) {
        const refused = await runInRolledBackSavepoint(sql, () => catchSqlError(sql(statement)))
        expectSame(refused?.message, `${table} is append-only`)
      }
    }
  },
  'updates users.credits with every transaction, and refuses other changes': async (s) => {
    const mirror = () => s.sql('select credits from public.users where id = $1', [s.owner])
    expectSame(await mirror(), [{ credits: 940 }])
    await grantCredits(s.sql, s.owner, 5)
    expectSame(await mirror(), [{ credits: 945 }])
    await s.sql('update public.users set credits = 999999')
    expectSame(await mirror(), [{ credits: 945 }])
  },
  'shows a user no balance of another user': async (s) => {
    const credits = (userId: string) => call(s.sql, `public.get_user_credits($1) ->> 'credits'`, [userId])
    expectSame(await as(s, 'owner', async () => [await credits(s.owner), await credits(s.stranger)]), ['940', '0'])
  },
  "ignores changes to a profile's email, ID, and times": async (s) => {
    await s.sql(
      `update public.users set email = 'boss@example.com', created_at = '2001-01-01', updated_at = '2001-01-01'`,
    )
    const [row] = await s.sql(
      `select u.email = a.email as email, u.created_at > '2002-01-01' as created, u.updated_at > '2002-01-01' as updated
       from public.users u join auth.users a using (id) where id = $1`,
      [s.owner],
    )
    expectSame(row, { email: true, created: true, updated: true })
    const before = await s.sql('select * from public.users where id = $1', [s.owner])
    await s.sql('update public.users set id = $2 where id = $1', [s.owner, s.stranger])
    expectSame(await s.sql('select * from public.users where id = $1', [s.owner]), before)
  },
  'stores one login record per user and minute, with the server time and shortened texts': async (s) => {
    const longest = {
      ip_address: 100,
      user_agent: 2000,
      provider: 50,
      local_time: 100,
      os_name: 100,
      browser_name: 100,
      device_brand: 100,
      device_model: 100,
    }
    const columns = Object.keys(longest)
    const log = (userId: string) =>
      s.sql(
        `insert into public.login_logs (user_id, login_time, ${columns}) select $1, '2001-01-01', ${columns.map(() => 'x')}
         from repeat('x', 5000) as x`,
        [userId],
      )
    const times = async () =>
      (
        await s.sql<{ now: boolean }>(
          `select login_time > now() - interval '1 minute' as now from public.login_logs order by 1`,
        )
      ).map(({ now }) => now)
    await log(s.owner)
    await log(s.owner)
    const lengths = columns.map((column) => `char_length(${column}) as ${column}`)
    expectSame(await s.sql(`select ${lengths} from public.login_logs where char_length(user_agent) > 0`), [longest])
    // The older record comes from the setting.
    expectSame(await times(), [false, true])
    await log(s.stranger)
    expectSame(await times(), [false, true, true])
  },
  'refuses new rows of a deleted account, and accepts those of other accounts': async (s) => {
    const tries = (userId: string) => [
      () => s.sql(`insert into public.users (id, email) values ($1, '')`, [userId]),
      () => s.sql('insert into public.login_logs (user_id) values ($1)', [userId]),
      () => holdCredits(s.sql, { userId, jobId: randomUUID() }),
      () => s.sql(`select public.save_file($1, 'sum', 'jpg', 1, 50, 1000)`, [userId]),
      () =>
        s.sql(`select public.create_key($1, gen_random_uuid()::text, 'Laptop', 'abcd', 'read', 50, 30, 20)`, [userId]),
      () => s.sql(`select public.create_webhook($1, 'https://x.example/', 'whsec_', 5)`, [userId]),
      () =>
        s.sql(`select public.save_device($1, gen_random_uuid(), 'https://push.example/', 'B', 's', null, false, 20)`, [
          userId,
        ]),
      () => s.sql(`select public.count_user_request('library', $1, 9, 60)`, [userId]),
    ]
    const codes = async (userId: string) => {
      const found: (string | undefined)[] = []
      for (const made of tries(userId))
        found.push((await runInRolledBackSavepoint(s.sql, () => catchSqlError(made())))?.code)
      return found
    }
    expectSame(await codes(s.stranger), Array(8).fill(undefined))
    await runInRolledBackSavepoint(s.sql, async () => {
      await s.sql('set local role none')
      await s.sql(`update auth.users set raw_app_meta_data = '{"deleted": true}' where id = $1`, [s.stranger])
      expectSame(await codes(s.stranger), Array(8).fill('PT401'))
      expectSame(await codes(s.newcomer), Array(8).fill(undefined))
    })
  },
  "refuses a row in another user's name with one message, whether that user exists or not": async (s) => {
    const tell = (statement: string, userId: string) =>
      as(s, 'stranger', async () => {
        const error = await catchSqlError(s.sql(statement, [userId]))
        return [error?.code, error?.message]
      })
    const log = 'insert into public.login_logs (user_id) values ($1)'
    const profile = `insert into public.users (id, email) values ($1, '')`
    await s.sql(log, [s.owner])
    for (const userId of [s.owner, s.newcomer, randomUUID()]) {
      expectSame(await tell(log, userId), [
        '42501',
        'new row violates row-level security policy for table "login_logs"',
      ])
      expectSame(await tell(profile, userId), ['42501', 'new row violates row-level security policy for table "users"'])
    }
  },
  "accepts a time as a parameter only for a page's position": async ({ sql }) => {
    const found = await sql(
      `select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and 'timestamptz'::regtype = any (proargtypes)`,
    )
    expectSame(found, [{ proname: 'list_jobs' }])
  },
}
