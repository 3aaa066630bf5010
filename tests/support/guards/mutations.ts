// The database with one guard taken out: what the catalogue names, each on its own, and what stands in function bodies.
import { editFunction } from '../server/mutate.ts'
import type { Sql } from '../server/sql.ts'
import { LIBRARY_EDITS } from './library-mutations.ts'

export interface Mutation {
  name: string
  apply(sql: Sql): Promise<unknown>
}

const OURS = `('public'::regnamespace, 'private'::regnamespace)`

/** Statements that take out one thing each, made from the catalogue: a new guard is tried without being listed. */
const FROM_CATALOGUE = [
  `select 'constraint ' || conrelid::regclass || '.' || conname as name,
     'alter table ' || conrelid::regclass || ' drop constraint ' || conname || ' cascade' as statement
   from pg_constraint where connamespace in ${OURS} and conrelid <> 0 and contype in ('c', 'f', 'p', 'u')`,
  `select 'unique index ' || indexrelid::regclass, 'drop index ' || indexrelid::regclass
   from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace in ${OURS} and indisunique
     and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  `select 'not null ' || attrelid::regclass || '.' || attname, 'alter table ' || attrelid::regclass || ' alter ' || attname || ' drop not null'
   from pg_attribute a join pg_class c on c.oid = attrelid where relnamespace in ${OURS} and relkind = 'r' and attnum > 0 and attnotnull
     and attidentity = '' and not exists (select 1 from pg_constraint where conrelid = attrelid and contype = 'p' and attnum = any (conkey))`,
  `select 'policy ' || tablename || '.' || policyname || ' dropped', format('drop policy %I on %I.%I', policyname, schemaname, tablename)
   from pg_policies where schemaname in ('public', 'private')`,
  `select 'policy ' || tablename || '.' || policyname || ' open to all', format('alter policy %I on %I.%I %s %s', policyname, schemaname, tablename,
     case when qual is not null then 'using (true)' end, case when with_check is not null then 'with check (true)' end)
   from pg_policies where schemaname in ('public', 'private')`,
  `select 'check of policy ' || tablename || '.' || policyname || ' open to all', format('alter policy %I on %I.%I with check (true)', policyname, schemaname, tablename)
   from pg_policies where schemaname in ('public', 'private') and with_check is not null and qual is not null`,
  `select 'row level security of ' || oid::regclass, 'alter table ' || oid::regclass || ' disable row level security'
   from pg_class where relnamespace in ${OURS} and relkind = 'r'`,
  `select 'trigger ' || tgrelid::regclass || '.' || tgname, 'drop trigger ' || tgname || ' on ' || tgrelid::regclass
   from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace in ${OURS} and not tgisinternal`,
  `select format('no %s on %s for %s', verb, c.oid::regclass, role), format('grant %s on %s to %s', verb, c.oid::regclass, role)
   from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) as role, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as verb
   where relnamespace in ${OURS} and relkind = 'r' and not has_table_privilege(role, c.oid, verb)`,
  `select format('no execute on %s for %s', p.oid::regprocedure, role), format('grant execute on function %s to %s', p.oid::regprocedure, role)
   from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) as role
   where pronamespace in ${OURS} and not has_function_privilege(role, p.oid, 'execute')`,
  `select 'empty search path of ' || oid::regprocedure, 'alter function ' || oid::regprocedure || ' reset search_path'
   from pg_proc where pronamespace in ${OURS}`,
  `select 'own rights of ' || oid::regprocedure, 'alter function ' || oid::regprocedure || ' security definer'
   from pg_proc where pronamespace = 'public'::regnamespace and not prosecdef`,
  `select name, statement from (values
     ('private schema closed to anon', 'grant usage on schema private to anon'),
     ('private schema closed to everybody', 'grant usage on schema private to public'),
     ('nothing given by default: tables', 'alter default privileges in schema public grant select on tables to anon'),
     ('nothing given by default: sequences', 'alter default privileges in schema public grant usage on sequences to authenticated'),
     ('nothing given by default: functions of public', 'alter default privileges in schema public grant execute on functions to authenticated'),
     ('nothing given by default: functions anywhere', 'alter default privileges grant execute on functions to public'),
     ('videos are private', 'update storage.buckets set public = true where id = ''videos'''),
     ('pictures are of bounded size', 'update storage.buckets set file_size_limit = null where id = ''pictures'''),
     ('a deleted job is hidden from its owner', 'alter policy generations_select_own on public.generations using (user_id = (select auth.uid()))'),
     ('pictures are of listed types', 'update storage.buckets set allowed_mime_types = null where id = ''pictures''')
   ) as more (name, statement)`,
]

export type Edit = [guard: string, fn: string, from: string, to: string]

const EDITS: Edit[] = [
  ...LIBRARY_EDITS,
  ['only at today’s price', 'public.hold_credits', 'p_amount <> price', 'false'],
  ['only with enough credits', 'public.hold_credits', 'and available >= price', ''],
  ['the hold’s person', 'public.hold_credits', 'hold.user_id <> p_user_id or ', ''],
  ['the hold’s purpose', 'public.hold_credits', 'or hold.type <> p_type ', ''],
  ['the hold’s model', 'public.hold_credits', 'or hold.source <> p_source ', ''],
  ['the hold’s price', 'public.hold_credits', 'or hold.amount <> p_amount ', ''],
  ['a spent hold stays spent', 'public.hold_credits', `when hold.state in ('captured', 'released') then 'spent'`, ''],
  ['a charge at once is captured', 'public.hold_credits', `perform private.settle_hold(p_job_id, 'capture')`, 'null'],
  [
    'an open hold is captured too',
    'public.hold_credits',
    `hold.state := private.settle_hold(p_job_id, 'capture')`,
    'null',
  ],
  ['a second settle changes nothing', 'private.settle_hold', 'if not found then', 'if false then'],
  ['a release gives back', 'private.settle_hold', `case p_outcome when 'release' then hold.amount else 0 end`, '0'],
  [
    'a capture does not',
    'private.settle_hold',
    `case p_outcome when 'release' then hold.amount else 0 end`,
    'hold.amount',
  ],
  ['a grant’s key', 'private.grant_credits', 'if not found then', 'if false then'],
  ['a grant key’s person', 'private.grant_credits', 'entry.user_id = p_user_id and ', ''],
  ['a grant key’s amount', 'private.grant_credits', 'entry.amount = p_amount and ', ''],
  ['a job’s person', 'public.start_job', `(job->>'user_id')::uuid = p_user_id and `, ''],
  ['a job’s request', 'public.start_job', ` and job->>'request_hash' = p_request_hash`, ''],
  [
    'a refused hold starts nothing',
    'public.start_job',
    `if held->>'outcome' not in ('held', 'exists') then`,
    'if false then',
  ],
  ['a mismatched hold comes back', 'public.start_job', `if held->>'outcome' = 'key_mismatch' then`, 'if false then'],
  ['it is the person’s own', 'public.start_job', 'h.user_id = p_user_id and ', ''],
  ['the limit of open jobs', 'public.start_job', '>= p_max_open', '>= 1000000'],
  [
    'the hold of a job too many comes back',
    'public.start_job',
    `perform private.settle_hold(p_job_id, 'release')`,
    'null',
  ],
  [
    'a started hold is no unused one',
    'public.start_job',
    `update private.credit_holds set state = 'started' where job_id = p_job_id`,
    'null',
  ],
  ['a job is its owner’s', 'public.get_job', `(j->>'user_id')::uuid = p_user_id`, 'true'],
  [
    'a finished job is not opened by its task',
    'public.record_vendor_task',
    ` and status in ('submitted', 'unknown')`,
    '',
  ],
  ['only a submitted job becomes unknown', 'public.mark_job_unknown', ` and status = 'submitted'`, ''],
  [
    'a captured job is not marked failed',
    'public.settle_job',
    `p_video is null and settlement = 'released' then
    update public.generations set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null`,
    `p_video is null then
    update public.generations set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id`,
  ],
  [
    'a stored video is not replaced',
    'public.settle_job',
    `video_bytes = (p_video->>'bytes')::bigint, finished_at = now()
    where id = p_job_id and finished_at is null`,
    `video_bytes = (p_video->>'bytes')::bigint, finished_at = now()
    where id = p_job_id`,
  ],
  ['one delivery at a time', 'public.claim_delivery', 'and (delivering_until is null or delivering_until < p_now)', ''],
  ['a dead delivery blocks nobody', 'public.claim_delivery', ' or delivering_until < p_now', ''],
  ['unused means 15 minutes', 'public.release_unused_holds', `- interval '15 minutes'`, ''],
  ['only open holds are given back', 'public.release_unused_holds', `state = 'open' and `, ''],
  ['a batch has a size', 'public.release_unused_holds', ' limit p_limit', ''],
  ['a polled job is left alone', 'public.claim_open_jobs', `v.checked_at < p_now - interval '30 seconds'`, 'true'],
  [
    'a young job is left to its creator',
    'public.claim_open_jobs',
    `g.created_at < p_now - interval '2 minutes'`,
    'true',
  ],
  [
    'a taken job is marked',
    'public.claim_open_jobs',
    'update private.vendor_tasks set checked_at = p_now where job_id = any (claimed)',
    'null',
  ],
  ['a poll is a look', 'public.touch_job', 'set checked_at = p_now', 'set checked_at = checked_at'],
  [
    'e-mail is the sign-in’s',
    'private.protect_user_record',
    `select coalesce(email, '') into new.email from auth.users where id = new.id`,
    'null',
  ],
  ['a profile keeps its id', 'private.protect_user_record', 'new.id := old.id', 'null'],
  ['a profile keeps its birth', 'private.protect_user_record', 'new.created_at := old.created_at', 'null'],
  ['times are the server’s', 'private.protect_user_record', 'new.updated_at := now()', 'null'],
  ['the 60 seconds of login records', 'private.prepare_login_log', 'return null', 'return new'],
  ['the login time is the server’s', 'private.prepare_login_log', 'new.login_time := now()', 'null'],
  ['login text is cut', 'private.prepare_login_log', `left(coalesce(new.user_agent, ''), 2000)`, 'new.user_agent'],
  [
    'a check repairs the account',
    'public.validate_credits',
    'update private.credit_accounts set available = should_available, held = should_held where user_id = p_user_id',
    'null',
  ],
  [
    'a check repairs the mirror',
    'public.validate_credits',
    'update public.users set credits = should_available where id = p_user_id',
    'null',
  ],
  ['a rate has a limit', 'public.take_rate', 'if counted.used <= p_limit then', 'if true then'],
  [
    'a rate’s window ends',
    'public.take_rate',
    'used = case when r.window_start <= expired then 1 else least(r.used + 1, p_limit + 1) end',
    'used = least(r.used + 1, p_limit + 1)',
  ],
  ['tries have to wait', 'public.take_admin_try', 'if blocked is not null then', 'if false then'],
  ['a wait ends', 'public.take_admin_try', ' and t.blocked_until > p_now', ''],
  ['a lock is for retries too', 'public.take_admin_try', 'if not is_locked then', 'if true then'],
  ['a retry has the same password', 'public.take_admin_try', ' and t.digest = p_digest', ''],
  ['retries are few', 'public.take_admin_try', ' and t.repeats < 7', ''],
  ['retries are soon', 'public.take_admin_try', ` and t.tried_at > p_now - interval '3 minutes'`, ''],
  ['retries are counted', 'public.take_admin_try', 't.repeats + 1', 't.repeats'],
  ['every try has its retries', 'public.take_admin_try', ', repeats = 0', ''],
  ['every try is counted', 'public.take_admin_try', 't.wrong + 1', 't.wrong'],
  ['a lock ends in a new round', 'public.take_admin_try', 'when t.locked then 1', 'when false then 1'],
  ['a lock is told from a wait', 'public.take_admin_try', 'locked = t.wrong >= l.most', 'locked = false'],
  ['too many tries lock', 'public.take_admin_try', `when t.wrong >= l.most then interval '15 minutes'`, ''],
  ['waits grow', 'public.take_admin_try', 'power(2, t.wrong - l.free - 1)', '1'],
  [
    'waits grow to a minute',
    'public.take_admin_try',
    `least(interval '1 second' * power(2, t.wrong - l.free - 1), interval '1 minute')`,
    `interval '1 second' * power(2, t.wrong - l.free - 1)`,
  ],
  [
    'the account counts',
    'public.take_admin_try',
    `('account:' || p_account, 10, 30)`,
    `('account:' || p_account, 1000, 1000)`,
  ],
  [
    'the address counts',
    'public.take_admin_try',
    `('address:' || p_address, 3, 8)`,
    `('address:' || p_address, 1000, 1000)`,
  ],
  [
    'only one address is forgiven',
    'public.clear_admin_tries',
    `where key = 'address:' || p_address`,
    `where key like 'address:%'`,
  ],
  ['its tries leave the account', 'public.clear_admin_tries', 't.wrong - own.wrong', 't.wrong'],
  ['never below none', 'public.clear_admin_tries', 'greatest(0, t.wrong - own.wrong)', 't.wrong - own.wrong'],
  ['the account is open again', 'public.clear_admin_tries', 'locked = false', 'locked = t.locked'],
  ['the account waits no more', 'public.clear_admin_tries', ', blocked_until = p_now', ''],
  ['tries of today are kept', 'public.forget_rates', `where tried_at < p_now - interval '1 day'`, ''],
  ['every login record is counted', 'private.count_login_log', 'records = d.records + 1', 'records = d.records'],
  ['a deleted login record is not', 'private.count_login_log', 'records = records - 1', 'records = records'],
  [
    'login records by e-mail',
    'public.list_login_logs',
    'select id from public.login_logs where user_id = any ($1) and ',
    'select id from public.login_logs where ',
  ],
  [
    'counted by e-mail',
    'public.list_login_logs',
    'count(*) from public.login_logs where user_id = any ($1) and ',
    'count(*) from public.login_logs where ',
  ],
  [
    'letters of any case',
    'public.list_login_logs',
    'position(lower(p_email) in lower(u.email))',
    'position(p_email in u.email)',
  ],
  ['login records from a day on', 'public.list_login_logs', 'login_time >= since', 'true'],
  ['login records to a day', 'public.list_login_logs', 'login_time < until', 'true'],
  ['counted from a day on', 'public.list_login_logs', `d.day >= coalesce(p_from, '-infinity')`, 'true'],
  ['counted to a day', 'public.list_login_logs', `d.day <= coalesce(p_to, 'infinity')`, 'true'],
  [
    'counted by e-mail from a day on',
    'public.list_login_logs',
    `login_time >= $2 and login_time < $3'\n      into total`,
    `login_time < $3'\n      into total`,
  ],
  [
    'counted by e-mail to a day',
    'public.list_login_logs',
    ` and login_time < $3'\n      into total`,
    `'\n      into total`,
  ],
  [
    'login records by e-mail from a day on',
    'public.list_login_logs',
    'login_time >= $2 and login_time < $3\n',
    'login_time < $3\n',
  ],
  ['login records by e-mail to a day', 'public.list_login_logs', ' and login_time < $3\n', '\n'],
  ['the last day is included', 'public.list_login_logs', '(p_to + 1)', 'p_to'],
  [
    'no page beyond the last',
    'public.list_login_logs',
    'least(p_page, greatest(1, ceil(total::numeric / p_page_size)))',
    'p_page',
  ],
  ['a page has a size', 'public.list_login_logs', 'limit p_page_size', ''],
  ['a page by e-mail has a size', 'public.list_login_logs', 'limit $4', ''],
  [
    'newest first',
    'public.list_login_logs',
    'order by login_time desc, id limit p_page_size',
    'order by login_time, id limit p_page_size',
  ],
  [
    'newest first by e-mail',
    'public.list_login_logs',
    'order by login_time desc, id limit $4',
    'order by login_time, id limit $4',
  ],
  ['rates of today are kept', 'public.forget_rates', `where window_start < p_now - interval '1 day'`, ''],
]

export function editMutation([guard, fn, from, to]: Edit): Mutation {
  return { name: `${fn}: ${guard}`, apply: (sql) => editFunction(sql, fn, from, to) }
}

/** Every guard that one connection can miss. */
export async function readMutations(sql: Sql): Promise<Mutation[]> {
  const found: Mutation[] = []
  for (const query of FROM_CATALOGUE) {
    const rows = await sql<{ name: string; statement: string }>(
      `select * from (${query}) as found (name, statement) order by 1`,
    )
    found.push(...rows.map(({ name, statement }) => ({ name, apply: () => sql(statement) })))
  }
  return [...found, ...EDITS.map(editMutation)]
}
