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
  `select 'policy ' || tablename || '.' || policyname || ' dropped', format('drop policy %I on %I.%I', policyname, schemaname, tablename)
   from pg_policies where schemaname in ('public', 'private')`,
  `select 'policy ' || tablename || '.' || policyname || ' open to all', format('alter policy %I on %I.%I %s %s', policyname, schemaname, tablename,
     case when qual is not null then 'using (true)' end, case when with_check is not null then 'with check (true)' end)
   from pg_policies where schemaname in ('public', 'private')`,
  `select 'check of policy ' || tablename || '.' || policyname || ' open to all', format('alter policy %I on %I.%I with check (true)', policyname, schemaname, tablename)
   from pg_policies where schemaname in ('public', 'private') and with_check is not null and qual is not null`,
  `select 'trigger ' || tgrelid::regclass || '.' || tgname, 'drop trigger ' || tgname || ' on ' || tgrelid::regclass
   from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace in ${OURS} and not tgisinternal`,
  `select name, statement from (values
     ('not null', 'alter table private.credit_holds alter amount drop not null'),
     ('no more rights on a table', 'grant update on public.jobs to authenticated'),
     ('no more rights on a function', 'grant execute on function public.settle_job to authenticated'),
     ('private schema closed to anon', 'grant usage on schema private to anon'),
     ('nothing given by default: tables', 'alter default privileges in schema public grant select on tables to anon'),
     ('nothing given by default: sequences', 'alter default privileges in schema public grant usage on sequences to authenticated'),
     ('nothing given by default: functions', 'alter default privileges grant execute on functions to public'),
     ('a deleted job is hidden from its owner', 'alter policy jobs_select_own on public.jobs using (user_id = (select auth.uid()))')
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
