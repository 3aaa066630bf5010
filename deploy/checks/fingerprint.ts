import { openMigratedDatabase } from '../../local/backend/supabase.ts'

/** One fact of a database. Facts of the same `kind`, `object` and `part` are compared by their `value`. */
export interface Fact {
  kind: 'table' | 'right' | 'row security' | 'policy' | 'trigger' | 'foreign keys' | 'function' | 'constraint' | 'index'
  /** With its schema. Of a right: what GRANT takes, like `table public.users`. */
  object: string
  /** The policy, the trigger, the constraint; of a right, the role. '' where the object is meant. */
  part: string
  /** Of a right: the privilege, like `select` or `select (email)`. */
  value: string
  /** The statement that makes it; '' for what has none. */
  make: string
}

/** What anyone can read from a browser, and the server's own role. */
const ROLES = `('public'), ('anon'), ('authenticated'), ('service_role')`

/**
 * The facts of the schemas public and private, and the row level security and policies of the stored files. Read-only. A line
 * break of Windows in a function is the same function.
 */
export const FACTS = `
  with tables as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as name, c.relkind, c.relacl, c.relowner, c.relrowsecurity,
      n.nspname = 'storage' as is_storage
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      or n.nspname = 'storage' and c.relname in ('objects', 'buckets')
  ), functions as (
    select p.oid, format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name,
      coalesce(p.proacl, acldefault('f', p.proowner)) as acl, replace(pg_get_functiondef(p.oid), chr(13), '') as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind in ('f', 'p')
  ), lists as (
    select 'schema ' || nspname as object, nspacl as acl, '' as columns from pg_namespace where nspname in ('public', 'private')
    union all
    select case relkind when 'S' then 'sequence ' else 'table ' end || name, relacl, '' from tables where not is_storage
    union all
    select 'table ' || t.name, a.attacl, format(' (%I)', a.attname)
    from tables t join pg_attribute a on a.attrelid = t.oid where not t.is_storage and not a.attisdropped
    union all
    select 'function ' || name, acl, '' from functions
  )
  select 'table' as kind, name as object, '' as part, '' as value, '' as make from tables where relkind in ('r', 'p')
  union all
  select distinct 'right', l.object, r.name, lower(held.privilege_type) || l.columns, ''
  from lists l, aclexplode(l.acl) as held, (values ${ROLES}) as r (name)
  where r.name = case held.grantee when 0 then 'public' else pg_get_userbyid(held.grantee) end
    and held.privilege_type <> 'MAINTAIN'
  union all
  select 'row security', name, '', relrowsecurity::text, format('alter table %s enable row level security;', name)
  from tables where relkind in ('r', 'p')
  union all
  select 'policy', t.name, p.polname, made, made || ';'
  from tables t join pg_policy p on p.polrelid = t.oid,
    lateral (select format('create policy %I on %s as %s for %s to %s', p.polname, t.name,
        case when p.polpermissive then 'permissive' else 'restrictive' end,
        case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        (select string_agg(case role when 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ' order by role)
          from unnest(p.polroles) as role))
      || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
      || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') as made) as statement
  union all
  select 'trigger', t.name, g.tgname, case when g.tgenabled in ('O', 'A') then made else 'off' end,
    format('%s; alter table %s enable trigger %I;', replace(made, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), t.name, g.tgname)
  from tables t join pg_trigger g on g.tgrelid = t.oid, lateral (select pg_get_triggerdef(g.oid) as made) as statement
  where not t.is_storage and not g.tgisinternal
  union all
  select 'foreign keys', t.name, '', case when bool_and(g.tgenabled in ('O', 'A')) then 'on' else 'off' end,
    format('alter table %s enable trigger all;', t.name)
  from tables t join pg_trigger g on g.tgrelid = t.oid where not t.is_storage and g.tgisinternal group by t.name
  union all
  select 'function', name, '', md5(definition), definition || ';' from functions
  union all
  select 'constraint', t.name, c.conname, pg_get_constraintdef(c.oid),
    format('alter table %s add constraint %I %s;', t.name, c.conname, pg_get_constraintdef(c.oid))
  from tables t join pg_constraint c on c.conrelid = t.oid where not t.is_storage and c.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index', t.name, x.relname, pg_get_indexdef(x.oid), pg_get_indexdef(x.oid) || ';'
  from tables t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
  where not t.is_storage and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by 1, 2, 3, 4`

let expected: Promise<Fact[]> | undefined

/** The facts that the migrations of this code make, on the embedded engine. The first call takes some seconds. */
export function expectedFacts(): Promise<Fact[]> {
  expected ??= readExpected()
  return expected
}

async function readExpected(): Promise<Fact[]> {
  const { exitCode } = process
  const connection = await openMigratedDatabase()
  try {
    return (await connection.driver.query<Fact>(FACTS)).rows
  } finally {
    await connection.close()
    // The engine sets one of its own.
    process.exitCode = exitCode
  }
}
