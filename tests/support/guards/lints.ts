// Our own queries for the faults that Supabase's database advisors report, as far as they can occur here. Each query
// returns the names of its findings.
// Only the platform can detect outdated extensions, queues, GraphQL visibility, unused indexes, and bloat. Tables
// without a policy are server-only, and access.ts lists them.
import { runInRolledBackSavepoint, type Sql } from '../../harness/sql.ts'
import type { Probe } from './setting.ts'

interface Lint {
  /** A query that returns one column, `name`. */
  query: string
  /** Statements that create the fault that the lint must find. */
  planted: string
}

const OURS = `('public'::regnamespace, 'private'::regnamespace)`
const TABLES = `select c.oid, c.relname, c.relnamespace, c.relrowsecurity, c.relkind, c.reloptions, c.relnamespace::regnamespace || '.' || c.relname as name
  from pg_class c where c.relnamespace in ${OURS}`
const POLICIES = `select p.*, schemaname || '.' || tablename || '.' || policyname as name, coalesce(qual, '') || ' ' || coalesce(with_check, '') as body
  from pg_policies p where schemaname in ('public', 'private', 'storage')`
const BROWSER = `unnest(array['anon', 'authenticated']) as browser (role)`

export const LINTS: Record<string, Lint> = {
  rls_disabled: {
    query: `select name from (${TABLES}) t where relkind in ('r', 'p') and not relrowsecurity`,
    planted: 'create table private.planted (id integer primary key)',
  },
  security_definer_view: {
    query: `select name from (${TABLES}) t where relkind = 'v' and not coalesce(reloptions, '{}') && array['security_invoker=on', 'security_invoker=true']`,
    planted: 'create view public.planted as select id from public.users',
  },
  auth_users_exposed: {
    query: `select distinct t.name from (${TABLES}) t join pg_rewrite r on r.ev_class = t.oid join pg_depend d on d.objid = r.oid, ${BROWSER}
      where t.relkind in ('v', 'm') and d.refobjid = 'auth.users'::regclass and has_table_privilege(browser.role, t.oid, 'select')`,
    planted: `create view public.planted with (security_invoker = on) as select id from auth.users; grant select on public.planted to anon`,
  },
  rls_references_user_metadata: {
    query: `select name from (${POLICIES}) p where body ~ 'user_metadata'`,
    planted: `create policy planted on public.users for select to authenticated
      using ((current_setting('request.jwt.claims')::jsonb -> 'user_metadata' ->> 'admin') = 'yes')`,
  },
  sensitive_columns_exposed: {
    query: `select t.name || '.' || attname as name from (${TABLES}) t join pg_attribute a on a.attrelid = t.oid, ${BROWSER}
      where attnum > 0 and attname ~* '(password|passwd|secret|token|api_?key|private_key|ssn|credit_card|iban)'
      and has_schema_privilege(browser.role, t.relnamespace, 'usage') and has_column_privilege(browser.role, t.oid, attname, 'select')`,
    planted: 'alter table public.users add column refresh_token text',
  },
  foreign_key_to_auth_unique: {
    query: `select conrelid::regclass || '.' || conname as name from pg_constraint c join pg_index i on i.indexrelid = c.conindid
      where contype = 'f' and confrelid = 'auth.users'::regclass and not i.indisprimary`,
    planted: `set local role none; alter table auth.users add constraint planted unique (email);
      create table private.planted (email text primary key references auth.users (email))`,
  },
  foreign_key_to_auth_cascades_to_money: {
    query: `select conrelid::regclass || '.' || conname as name from pg_constraint
      where contype = 'f' and confdeltype <> 'r' and conrelid in ('private.credit_entries'::regclass, 'private.credit_holds'::regclass)`,
    planted: `alter table private.credit_entries drop constraint credit_entries_user_id_fkey;
      alter table private.credit_entries add constraint planted foreign key (user_id) references auth.users (id) on delete cascade`,
  },
  auth_call_per_row: {
    query: `select name from (${POLICIES}) p where regexp_replace(body, 'select (auth\\.(uid|jwt|role|email)\\(\\)|current_setting\\()', '', 'gi')
      ~* '(auth\\.(uid|jwt|role|email)\\(\\)|current_setting\\()'`,
    planted: 'create policy planted on private.credit_holds for select to authenticated using (user_id = auth.uid())',
  },
  null_person_opens_policy: {
    query: `select name from (${POLICIES}) p where body ~* 'uid\\(\\)[^)]*\\)* is null\\)* or'`,
    planted: `create policy planted on private.credit_holds for select to authenticated
      using ((select auth.uid()) is null or user_id = (select auth.uid()))`,
  },
  policy_for_everybody: {
    query: `select name from (${POLICIES}) p where 'public' = any (roles)`,
    planted: 'create policy planted on private.credit_holds for select using (user_id = (select auth.uid()))',
  },
  multiple_permissive_policies: {
    query: `select schemaname || '.' || tablename || ' ' || verb as name from (${POLICIES}) p,
      unnest(case cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[cmd] end) as verb, unnest(roles) as role
      where permissive = 'PERMISSIVE' group by schemaname, tablename, verb, role having count(*) > 1`,
    planted: `create policy planted on public.users for all to authenticated using (id = (select auth.uid()))`,
  },
  policy_always_true_for_writes: {
    query: `select name from (${POLICIES}) p where cmd <> 'SELECT' and (trim(qual) in ('true', '(true)') or trim(with_check) in ('true', '(true)'))`,
    planted: 'create policy planted on public.jobs for update to authenticated using (true)',
  },
  write_policy_without_check: {
    query: `select name from (${POLICIES}) p where cmd in ('INSERT', 'UPDATE', 'ALL') and with_check is null`,
    planted: 'create policy planted on public.jobs for update to authenticated using (user_id = (select auth.uid()))',
  },
  duplicate_index: {
    query: `select string_agg(indexrelid::regclass::text, ', ') as name from pg_index i join (${TABLES}) t on t.oid = i.indrelid
      group by indrelid, indkey::text, indclass::text, indoption::text, indcollation::text, coalesce(indexprs::text, ''), coalesce(indpred::text, ''), indisunique
      having count(*) > 1`,
    planted: 'create index planted on public.jobs (user_id, created_at desc, id desc)',
  },
  function_search_path_mutable: {
    query: `select oid::regprocedure::text as name from pg_proc where pronamespace in ${OURS}
      and not exists (select 1 from unnest(proconfig) setting where setting like 'search_path=%')`,
    planted: `create function private.planted() returns integer language sql as 'select 1'`,
  },
  definer_function_in_public: {
    query: `select oid::regprocedure::text as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
    planted: `create function public.planted() returns integer language sql security definer set search_path = '' as 'select 1'`,
  },
  definer_function_executable_by_browsers: {
    query: `select oid::regprocedure::text as name from pg_proc, ${BROWSER}
      where prosecdef and pronamespace in ${OURS} and has_function_privilege(browser.role, pg_proc.oid, 'execute')`,
    planted: `create function private.planted() returns integer language sql security definer set search_path = '' as 'select 1';
      grant execute on function private.planted() to anon`,
  },
  public_bucket_or_listing: {
    query: `select id as name from storage.buckets where public or file_size_limit is null or allowed_mime_types is null`,
    planted: `insert into storage.buckets (id, name, public) values ('planted', 'planted', true)`,
  },
  unindexed_foreign_keys: {
    query: `select conrelid::regclass || '.' || conname as name from pg_constraint c join (${TABLES}) t on t.oid = c.conrelid
      where contype = 'f' and not exists (
        select 1 from pg_index where indrelid = c.conrelid and indpred is null and (indkey::int2[])[0:cardinality(conkey) - 1] = conkey)`,
    planted:
      'create table private.planted (id integer primary key, user_id uuid references auth.users (id)); alter table private.planted enable row level security',
  },
  no_primary_key: {
    query: `select name from (${TABLES}) t where relkind in ('r', 'p') and not exists (select 1 from pg_index where indrelid = t.oid and indisprimary)`,
    planted: 'create table private.planted (id integer); alter table private.planted enable row level security',
  },
}

async function runLint(sql: Sql, lint: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(LINTS[lint]?.query ?? '')
  return rows.map(({ name }) => name)
}

/** Runs a lint after planting its fault. */
export const runPlanted = (sql: Sql, lint: string) =>
  runInRolledBackSavepoint(sql, async () => {
    for (const statement of (LINTS[lint]?.planted ?? '').split(';')) await sql(statement)
    return runLint(sql, lint)
  })

export const LINT_PROBES: Record<string, Probe> = Object.fromEntries(
  Object.keys(LINTS).map((lint) => [
    `finds no fault with the database lint ${lint}`,
    async ({ sql }) => {
      const found = await runLint(sql, lint)
      if (found.length > 0) throw new Error(`found: ${found}`)
    },
  ]),
)
