import { signUp } from '../../tests/harness/ledger/users.ts'
import type { Sql } from '../../tests/harness/sql.ts'

/** The number of other users who share the tables with the measured user. */
const OTHERS = 20
/** Additional jobs of the measured user, so that every size has a full page of jobs. */
const FULL_PAGE = 24

/**
 * Fills a migrated database with `rows` ledger entries and `rows` login records. Half of them belong to the measured
 * user and the rest to other users. The records spread over one year. Three consecutive entries are a grant, a hold,
 * and its capture. Every hold has a finished job. The measured user always has at least one full page of entries and
 * records. Returns that user's ID.
 */
export async function fill(sql: Sql, rows: number): Promise<string> {
  const person = await signUp(sql)
  const people = [person]
  for (let other = 0; other < OTHERS; other++) people.push(await signUp(sql))
  const getShare = (at: string) =>
    `case when ${at} % 2 = 0 then ($1::uuid[])[1] else ($1::uuid[])[2 + ${at} % ${OTHERS}] end`
  const parameters = [`{${people.join(',')}}`, rows]
  const jobs = Math.floor(rows / 3)
  // Without this setting, PostgreSQL would check a million references that are correct by construction.
  await sql('set session_replication_role = replica')
  await sql(
    `insert into private.credit_holds (job_id, user_id, type, source, amount, state, created_at)
     select lpad(to_hex(n), 32, '0')::uuid, ${getShare('n')}, 'video_generation', 'kling-1.6', 20, 'captured', now() - interval '1 day'
     from generate_series(1, $2::int / 3) as n`,
    parameters,
  )
  await sql(
    `insert into private.credit_entries (user_id, kind, job_id, amount, type, source, grant_key)
     select ${getShare('(1 + i / 3)')}, (array['grant', 'hold', 'capture'])[1 + i % 3],
       case when i % 3 = 0 then null else lpad(to_hex(1 + i / 3), 32, '0')::uuid end, 20, 'video_generation', 'kling-1.6',
       case when i % 3 = 0 then 'fill:' || i end
     from generate_series(0, ($2::int / 3) * 3 - 1) as i`,
    parameters,
  )
  for (let more = 1; more <= FULL_PAGE; more++) {
    await sql(
      `with hold as (
         insert into private.credit_holds (job_id, user_id, type, source, amount, state)
         values (lpad(to_hex($2::int), 32, '0')::uuid, $1, 'video_generation', 'kling-1.6', 20, 'captured') returning *)
       insert into private.credit_entries (user_id, kind, job_id, amount, type, source)
       select user_id, kind, job_id, amount, type, source from hold, unnest(array['hold', 'capture']) as kind`,
      [person, jobs + more],
    )
  }
  await sql(
    `insert into public.jobs (id, user_id, model, credits, mode, input_kind, prompt, length_seconds, aspect_ratio, seed, generate_audio,
       status, video_path, created_at, finished_at)
     select job_id, user_id, source, amount, 'text', 'text', repeat('A lighthouse in the rain. ', 8), 5, '16:9', 7, true,
       'succeeded', 'a/b.mp4', now() - random() * interval '90 days', now()
     from private.credit_holds`,
  )
  await sql(
    `insert into private.provider_tasks (job_id, provider, request_hash) select job_id, 'pollo', 'x' from private.credit_holds`,
  )
  await sql(
    `insert into public.login_logs (user_id, login_time, user_agent)
     select ${getShare('n')}, now() - n * (interval '365 days' / $2::int), 'Mozilla/5.0' from generate_series(1, $2::int) as n`,
    parameters,
  )
  await sql(
    `insert into private.login_log_days (day, records)
     select (login_time at time zone 'utc')::date, count(*) from public.login_logs group by 1`,
  )
  await sql(
    `insert into public.users (id, email, name) select id, email, 'Ada' from auth.users where id = any ($1::uuid[])`,
    [parameters[0]],
  )
  await sql('insert into private.credit_accounts (user_id, available) select unnest($1::uuid[]), 1000000000', [
    parameters[0],
  ])
  await sql('set session_replication_role = origin')
  for (const table of [
    'private.credit_holds',
    'private.credit_entries',
    'public.jobs',
    'private.provider_tasks',
    'public.login_logs',
    'private.login_log_days',
    'public.users',
    'private.credit_accounts',
  ]) {
    await sql(`vacuum analyze ${table}`)
  }
  return person
}
