// Finds what anyone can read besides our own tables: the operator's own, or those that a tutorial left.
import type { Check, Problem } from '../check.ts'
import { describeInEditor } from '../settings.ts'

const IS_OF_EXTENSION = (catalog: string, id: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${id} and d.deptype = 'e')`

/** Finds tables without row level security, or with a policy for every row, and views that bypass it. */
const OPEN_RELATIONS = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and has_any_column_privilege('anon', c.oid, 'select') and not ${IS_OF_EXTENSION('pg_class', 'c.oid')}
    and case when c.relkind in ('r', 'p') then not c.relrowsecurity or exists (
          select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
            and (0 = any (p.polroles) or 'anon'::regrole = any (p.polroles)) and pg_get_expr(p.polqual, p.polrelid) = 'true')
        when c.relkind = 'v' then not coalesce(c.reloptions::text ~ 'security_invoker=(true|on|1)', false)
        else c.relkind in ('m', 'f') end
  order by 1`

/** Finds functions that run with the rights of their owner. Triggers can't be called. */
const OPEN_FUNCTIONS = `select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' and p.prosecdef and p.prokind = 'f' and has_function_privilege('anon', p.oid, 'execute')
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) and not ${IS_OF_EXTENSION('pg_proc', 'p.oid')}
  order by 1`

/** Finds the rights that the next table, sequence, or function gets. Objects of the platform's roles have their own. */
const DEFAULT_RIGHTS = `select k.name as kind, string_agg(distinct case e.grantee when 0 then 'public' else pg_get_userbyid(e.grantee) end, ', ') as roles,
    e.schema
  from (values ('r', 'tables'), ('S', 'sequences'), ('f', 'functions')) as k (type, name), lateral (
    select 'in schema public ' as schema, held.grantee from pg_default_acl d, aclexplode(d.defaclacl) as held
    where d.defaclrole = 'postgres'::regrole and d.defaclnamespace = 'public'::regnamespace and d.defaclobjtype = k.type::"char"
    union all
    select '', held.grantee from aclexplode(coalesce(
      (select d.defaclacl from pg_default_acl d
        where d.defaclrole = 'postgres'::regrole and d.defaclnamespace = 0 and d.defaclobjtype = k.type::"char"),
      acldefault(replace(k.type, 'S', 's')::"char", 'postgres'::regrole))) as held) as e
  where e.grantee = 0 or pg_get_userbyid(e.grantee) in ('anon', 'authenticated', 'service_role')
  group by 1, 3 order by 1, 3`

const OPEN_BUCKETS = `select id as name from storage.buckets where public and id not in ('videos', 'images') order by 1`

interface Named {
  name: string
}

export const EXPOSURE_CHECK: Check = {
  name: 'exposed data',
  needs: [['SUPABASE_DB_PASSWORD', 'SUPABASE_ACCESS_TOKEN']],
  after: ['migrations'],
  async run({ settings, sql }) {
    const report = (what: string, where: string, statement: string): Problem => ({
      what,
      where,
      fix: describeInEditor(settings, statement),
      sql: statement,
    })
    const relations = await sql<Named>(OPEN_RELATIONS)
    const functions = await sql<Named>(OPEN_FUNCTIONS)
    const rights = await sql<{ kind: string; roles: string; schema: string }>(DEFAULT_RIGHTS)
    const buckets = await sql<Named>(OPEN_BUCKETS)
    return [
      ...relations.map(({ name }) =>
        report(`Anyone can read all of ${name}.`, name, `revoke all on ${name} from public, anon;`),
      ),
      ...functions.map(({ name }) =>
        report(
          `Anyone can call ${name}, which runs with the rights of its owner.`,
          name,
          `revoke execute on function ${name} from public, anon;`,
        ),
      ),
      ...rights.map(({ kind, roles, schema }) =>
        report(
          `New ${kind} are open to ${roles} (default privileges).`,
          'the schema public',
          `alter default privileges for role postgres ${schema}revoke all on ${kind} from ${roles};`,
        ),
      ),
      ...buckets.map(({ name }) =>
        report(
          `The bucket ${name} is public, and Soundreel doesn't use it.`,
          'storage.buckets',
          `update storage.buckets set public = false where id = '${name.replaceAll("'", "''")}';`,
        ),
      ),
    ]
  },
}
