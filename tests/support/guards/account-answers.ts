// Answers of grants, the statement, profiles, login records, and rates.
import { randomUUID } from 'node:crypto'
import {
  call,
  computeSecondsFromNow,
  grantCredits,
  holdCredits,
  readCreditBalances,
  validateCredits,
} from '../../harness/ledger/calls.ts'
import { signUp } from '../../harness/ledger/people.ts'
import { attempt, buildRefusal } from '../../harness/sql.ts'
import { as, type Probe, type Setting, same } from './setting.ts'

interface Statement {
  has_more: boolean
  opening_balance: number
  closing_balance: number
  entries: {
    id: string
    change: number
    balance_after: number
    kind: string
    job_id: string | null
    prompt: string | null
  }[]
}
const statement = ({ sql }: Setting, userId: string, before: string | null = null, limit = 100) =>
  call<Statement>(sql, 'public.list_credit_entries($1, $2, $3)', [userId, before, limit])

const STATEMENT: Record<string, Probe> = {
  'a statement lists every transaction of its user, newest first, with the balance after it': async (s) => {
    const { entries, ...page } = await statement(s, s.owner)
    same(page, { has_more: false, opening_balance: 0, closing_balance: 940 })
    same(
      entries.map(({ kind, change, balance_after }) => `${kind} ${change} ${balance_after}`),
      [
        'release 20 940',
        'capture 0 920',
        'hold -20 920',
        'hold -20 940',
        'hold -20 960',
        'hold -20 980',
        'grant 1000 1000',
      ],
    )
  },
  'a page of the statement closes where the newer one opens': async (s) => {
    const first = await statement(s, s.owner, null, 3)
    same([first.closing_balance, first.opening_balance, first.has_more], [940, 940, true])
    const second = await statement(s, s.owner, first.entries.at(-1)?.id, 3)
    same([second.closing_balance, second.opening_balance, second.has_more], [940, 1000, true])
    const third = await statement(s, s.owner, second.entries.at(-1)?.id, 3)
    same([third.closing_balance, third.opening_balance, third.has_more], [1000, 0, false])
    same(
      third.entries.map(({ kind }) => kind),
      ['grant'],
    )
  },
  'a statement names the videos that can be gone to, at no great length': async (s) => {
    await s.sql('update public.jobs set prompt = $1', ['Rain. '.repeat(50)])
    const prompts = async () => (await statement(s, s.owner)).entries.map(({ job_id, prompt }) => [job_id, prompt])
    const name = 'Rain. '.repeat(50).slice(0, 200)
    const { captured, released, started, held } = s.jobs
    const of = new Map<string | null, string | null>([captured, released, started].map((id) => [id, name]))
    same(
      await prompts(),
      (await prompts()).map(([id]) => [id, of.get(id ?? null) ?? null]),
    )
    same((await prompts()).filter(([, prompt]) => prompt !== null).length, 5)
    same(
      (await prompts()).find(([id]) => id === held),
      [held, null],
    )
    await call(s.sql, 'public.delete_job($1, $2)', [captured, s.owner])
    same(
      (await prompts()).find(([id]) => id === captured),
      [captured, null],
    )
  },
  'a statement ends with its person’s first entry, whatever others did before': async (s) => {
    const { entries, has_more } = await statement(s, s.stranger)
    same([entries.length, has_more], [1, false])
  },
  'a newcomer’s statement is empty and at 0': async (s) => {
    const empty = { has_more: false, entries: [], opening_balance: 0, closing_balance: 0 }
    same(await statement(s, await signUp(s.sql)), empty)
  },
}

export const ACCOUNT_PROBES: Record<string, Probe> = {
  ...STATEMENT,
  'a grant is given once per key, and the key is bound to it': async (s) => {
    same(await grantCredits(s.sql, s.stranger, 5, 'key'), 'granted')
    same(await grantCredits(s.sql, s.stranger, 5, 'key'), 'exists')
    same(await grantCredits(s.sql, s.stranger, 6, 'key'), 'key_mismatch')
    same(await grantCredits(s.sql, s.owner, 5, 'key'), 'key_mismatch')
    for (const [type, source] of [
      ['sign_up', 'lite'],
      ['test_plan', 'pro'],
    ]) {
      const other = [s.stranger, type, source]
      same(await call(s.sql, `private.grant_credits($1, 5, $2, $3, 'key', '')`, other), 'key_mismatch')
    }
    const { total_credits, balances } = await readCreditBalances(s.sql, s.stranger)
    same([total_credits, ...balances.map(({ remaining }) => remaining)], [55, 50, 5])
    same(
      (await readCreditBalances(s.sql, s.owner)).balances.map(({ remaining }) => remaining),
      [940],
    )
    // Two users may choose the same key, and none takes the key of a grant of another kind.
    const test = `public.add_test_credits($1, 5, 'pro', 'key') ->> 'total_credits'`
    same(await call(s.sql, test, [s.stranger]), '60')
    same(await call(s.sql, test, [s.owner]), '945')
  },
  'entries are never changed, deleted or emptied, by anyone': async ({ sql }) => {
    for (const change of [
      'update private.credit_entries set amount = 1',
      'delete from private.credit_entries',
      'truncate private.credit_entries',
    ]) {
      same((await attempt(sql, () => buildRefusal(sql(change))))?.message, 'credit entries are append-only')
    }
  },
  'a check puts a wrong account and a wrong mirror right, says so, and finds nothing the next time': async (s) => {
    same(await validateCredits(s.sql, s.owner), { was_repaired: false, current_credits: 940 })
    same(await validateCredits(s.sql, s.newcomer), { was_repaired: false, current_credits: 0 })
    const wrong = [
      'update private.credit_accounts set available = 7 where user_id = $1',
      'update private.credit_accounts set held = 7 where user_id = $1',
    ]
    for (const change of wrong) {
      await s.sql(change, [s.owner])
      same(await validateCredits(s.sql, s.owner), { was_repaired: true, current_credits: 920 + 20 })
      same(await validateCredits(s.sql, s.owner), { was_repaired: false, current_credits: 920 + 20 })
    }
    await s.sql('alter table public.users disable trigger users_protect')
    await s.sql('update public.users set credits = 7 where id = $1', [s.owner])
    await s.sql('alter table public.users enable trigger users_protect')
    same(await validateCredits(s.sql, s.owner), { was_repaired: true, current_credits: 940 })
    same(await s.sql('select credits from public.users where id = $1', [s.owner]), [{ credits: 940 }])
  },
  'users.credits follows every transaction, and nobody else writes it': async (s) => {
    const mirror = () => s.sql('select credits from public.users where id = $1', [s.owner])
    same(await mirror(), [{ credits: 940 }])
    await grantCredits(s.sql, s.owner, 5)
    same(await mirror(), [{ credits: 945 }])
    await s.sql('update public.users set credits = 999999')
    same(await mirror(), [{ credits: 945 }])
  },
  'a person sees the balance of nobody else': async (s) => {
    const credits = (userId: string) => call(s.sql, `public.get_user_credits($1) ->> 'credits'`, [userId])
    same(await as(s, 'owner', async () => [await credits(s.owner), await credits(s.stranger)]), ['940', '0'])
  },
  'email, id and times of a profile are the server’s': async (s) => {
    await s.sql(
      `update public.users set email = 'boss@example.com', created_at = '2001-01-01', updated_at = '2001-01-01'`,
    )
    const [row] = await s.sql(
      `select u.email = a.email as email, u.created_at > '2002-01-01' as created, u.updated_at > '2002-01-01' as updated
       from public.users u join auth.users a using (id) where id = $1`,
      [s.owner],
    )
    same(row, { email: true, created: true, updated: true })
    const before = await s.sql('select * from public.users where id = $1', [s.owner])
    await s.sql('update public.users set id = $2 where id = $1', [s.owner, s.stranger])
    same(await s.sql('select * from public.users where id = $1', [s.owner]), before)
  },
  'a login record has the server’s time and text of bounded length, one in 60 seconds of one user': async (s) => {
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
    same(await s.sql(`select ${lengths} from public.login_logs where char_length(user_agent) > 0`), [longest])
    // The older one is the setting's.
    same(await times(), [false, true])
    await log(s.stranger)
    same(await times(), [false, true, true])
  },
  'a deleted account makes nothing anew, and other accounts do': async (s) => {
    const tries = (userId: string) => [
      () => s.sql(`insert into public.users (id, email) values ($1, '')`, [userId]),
      () => s.sql('insert into public.login_logs (user_id) values ($1)', [userId]),
      () => holdCredits(s.sql, { userId, jobId: randomUUID() }),
      () => s.sql(`select public.save_image($1, 'sum', 'jpg', 1, 50, 1000)`, [userId]),
      () =>
        s.sql(`select public.create_key($1, gen_random_uuid()::text, 'Laptop', 'abcd', 'read', 50, 30, 20)`, [userId]),
      () => s.sql(`select public.count_user_request('library', $1, 9, 60)`, [userId]),
    ]
    const codes = async (userId: string) => {
      const found: (string | undefined)[] = []
      for (const made of tries(userId)) found.push((await attempt(s.sql, () => buildRefusal(made())))?.code)
      return found
    }
    same(await codes(s.stranger), Array(6).fill(undefined))
    await attempt(s.sql, async () => {
      await s.sql('set local role none')
      await s.sql(`update auth.users set raw_app_meta_data = '{"deleted": true}' where id = $1`, [s.stranger])
      same(await codes(s.stranger), Array(6).fill('PT401'))
      same(await codes(s.newcomer), Array(6).fill(undefined))
    })
  },
  'a row in another user’s name is refused in the same words, whatever there is of that user': async (s) => {
    const tell = (statement: string, userId: string) =>
      as(s, 'stranger', async () => {
        const error = await buildRefusal(s.sql(statement, [userId]))
        return [error?.code, error?.message]
      })
    const log = 'insert into public.login_logs (user_id) values ($1)'
    const profile = `insert into public.users (id, email) values ($1, '')`
    await s.sql(log, [s.owner])
    for (const userId of [s.owner, s.newcomer, randomUUID()]) {
      same(await tell(log, userId), ['42501', 'new row violates row-level security policy for table "login_logs"'])
      same(await tell(profile, userId), ['42501', 'new row violates row-level security policy for table "users"'])
    }
  },
  'no function takes a time that could be a server’s, but the place of a page': async ({ sql }) => {
    const found = await sql(
      `select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and 'timestamptz'::regtype = any (proargtypes)`,
    )
    same(found, [{ proname: 'list_jobs' }])
  },
  'a key is used as often as allowed in its window, then waits for the next one': async ({ sql }) => {
    const count = (seconds: number) =>
      call(sql, `public.count_request('probe', 2, 60)`, [], computeSecondsFromNow(seconds))
    same(
      [await count(0), await count(15), await count(20), await count(20), await count(61)],
      [
        { wait: 0, left: 1, reset: 60 },
        { wait: 0, left: 0, reset: 45 },
        { wait: 40, left: 0, reset: 40 },
        { wait: 40, left: 0, reset: 40 },
        { wait: 0, left: 1, reset: 60 },
      ],
    )
  },
}
