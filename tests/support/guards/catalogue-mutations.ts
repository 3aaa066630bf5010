// The database with one guard taken out that the catalogue names. What stands in function bodies: body-mutations.ts.
import type { Sql } from '../../../harness/sql.ts'

export interface Mutation {
  name: string
  /** The function whose body it changes, where it changes one: `schema.name`. */
  fn?: string
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
     ('a deleted job is hidden from its owner', 'alter policy jobs_select_own on public.jobs using (user_id = (select auth.uid()))'),
     ('pictures are of listed types', 'update storage.buckets set allowed_mime_types = null where id = ''pictures''')
   ) as more (name, statement)`,
]

export async function readCatalogueMutations(sql: Sql): Promise<Mutation[]> {
  const found: Mutation[] = []
  for (const query of FROM_CATALOGUE) {
    const rows = await sql<{ name: string; statement: string }>(
      `select * from (${query}) as found (name, statement) order by 1`,
    )
    found.push(...rows.map(({ name, statement }) => ({ name, apply: (target: Sql) => target(statement) })))
  }
  return found
}
