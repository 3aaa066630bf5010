// Compares a database with the facts that the migrations create, and names each difference.
import type { DatabaseFact } from './fingerprint.ts'

const STORED_FILES = ['storage.objects', 'storage.buckets']

const WHO: Record<string, string> = {
  public: 'Everybody',
  anon: 'Every visitor',
  authenticated: 'Every signed-in user',
  service_role: 'The server',
}

/** Finds rights of API roles beyond those on our objects. Each row is a fault. */
export const INDIRECT_GRANTS_SQL = `
  with recursive roles (name) as (values ('anon'), ('authenticated')),
  reading as (
    select v.oid, format('%I.%I', n.nspname, t.relname) as "table"
    from pg_depend d join pg_rewrite w on w.oid = d.objid join pg_class v on v.oid = w.ev_class
      join pg_class t on t.oid = d.refobjid join pg_namespace n on n.oid = t.relnamespace
    where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
      and v.relkind in ('v', 'm') and v.oid <> t.oid and t.relkind in ('r', 'p') and n.nspname in ('public', 'private')
    union
    select v.oid, r."table"
    from reading r join pg_depend d on d.refobjid = r.oid and d.refclassid = 'pg_class'::regclass
      join pg_rewrite w on w.oid = d.objid and d.classid = 'pg_rewrite'::regclass join pg_class v on v.oid = w.ev_class
    where v.oid <> r.oid
  )
  select 'view' as kind, r.name as role, format('%I.%I', c.relnamespace::regnamespace::text, c.relname) as object, "table" as through
  from reading v, roles r join pg_roles held on held.rolname = r.name, pg_class c
  where c.oid = v.oid and has_table_privilege(held.oid, v.oid, 'select')
    and not coalesce(c.reloptions::text ~ 'security_invoker=(true|on|1)', false)
  union all
  select 'bypass', r.name, '', '' from roles r join pg_roles held on held.rolname = r.name where held.rolbypassrls or held.rolsuper
  union all
  select 'subject', rolname, '', '' from pg_roles where rolname = 'service_role' and not rolbypassrls
  union all
  select 'member', r.name, g.rolname, '' from roles r join pg_roles held on held.rolname = r.name
    join pg_auth_members m on m.member = held.oid join pg_roles g on g.oid = m.roleid
  order by 1, 2, 3, 4`

export interface IndirectGrant {
  kind: 'view' | 'bypass' | 'subject' | 'member'
  role: string
  object: string
  through: string
}

/** A difference from the migrations. `sql` undoes it, if a statement of the SQL editor can. Otherwise `fix` can say how. */
export interface Difference {
  what: string
  sql?: string
  fix?: string
}

const RESTORE = 'Restore a backup (docs/backup.md)'
const ASK_SUPABASE =
  'Ask Supabase, because only the platform can change its roles: https://supabase.com/dashboard/support/new'

/** Names the differences. Tables and functions that the migrations don't create belong to the operator. */
export function compareFacts(
  expected: DatabaseFact[],
  found: DatabaseFact[],
  roundabout: IndirectGrant[],
): Difference[] {
  const there = new Map(found.map((fact) => [getKey(fact), fact.value]))
  const meant = new Set(expected.map(getKey))
  const isMissing = (fact: DatabaseFact) => !there.has(getKey(fact))
  const ours = new Set(['schema public', 'schema private', ...expected.filter(isObject).map(getName)])
  const gone = new Set(expected.filter((fact) => isObject(fact) && isMissing(fact)).map(getName))
  const isGone = ({ kind, object }: DatabaseFact) => gone.has(kind === 'right' ? object : `table ${object}`)
  const isOurTable = (object: string) => STORED_FILES.includes(object) || ours.has(`table ${object}`)
  const isOurs = ({ object, kind }: DatabaseFact) => (kind === 'right' ? ours.has(object) : isOurTable(object))

  const kept = expected.filter((fact) => !isGone(fact))
  const extra = found.filter((fact) => !meant.has(getKey(fact)))
  // Default privileges that were changed by hand could open a new function.
  const grantAgain = ({ object }: DatabaseFact) => [
    `revoke all on function ${object} from public, anon, authenticated, service_role;`,
    ...expected
      .filter((fact) => fact.kind === 'right' && fact.object === `function ${object}`)
      .map((fact) => `grant ${fact.value} on ${fact.object} to ${fact.part};`),
  ]
  return [
    ...kept
      .filter((fact) => fact.kind !== 'right')
      .flatMap((fact) =>
        describeChange(fact, there.get(getKey(fact)), fact.kind === 'function' ? grantAgain(fact) : []),
      ),
    ...[...gone].flatMap((name) =>
      name.startsWith('table ') ? [{ what: `The ${name} is missing, and its data is lost.`, fix: RESTORE }] : [],
    ),
    ...extra
      .filter((fact) => isOurs(fact) && isOpening(fact))
      .map(({ kind, object, part }) => ({
        what: `The ${kind} ${part} on ${object} does not come from the migrations.`,
        sql: `drop ${kind} ${quote(part)} on ${object};`,
      })),
    ...extra
      .filter((fact) => isSecondOne(fact, expected))
      .map(({ object }) => ({
        what: `The function ${object} has the name of a Soundreel function, but other arguments.`,
        sql: `drop function ${object};`,
      })),
    ...found.filter(isUnprotectedFile).map((fact) => ({ what: describeUnprotected(fact) })),
    ...describeRights(extra.filter(isOurs), describeTooMuch),
    // The platform manages the rights that `public` (everybody) has by name.
    ...describeRights(
      kept.filter((fact) => fact.part !== 'public' && isMissing(fact)),
      describeTooLittle,
    ),
    ...roundabout.filter(({ kind, through }) => kind !== 'view' || isOurTable(through)).map(describeRoundabout),
  ]
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

const getKey = ({ kind, object, part, value }: DatabaseFact) =>
  [kind, object, part, kind === 'right' ? value : ''].join('\n')
const getName = ({ kind, object }: DatabaseFact) => `${kind} ${object}`
const isObject = ({ kind }: DatabaseFact) => kind === 'table' || kind === 'function'

const describeUnprotected = ({ object }: Pick<DatabaseFact, 'object'>) =>
  `Row level security is off for the table ${object}.`
const isUnprotectedFile = ({ kind, object, value }: DatabaseFact) =>
  kind === 'row security' && STORED_FILES.includes(object) && value !== 'true'

/**
 * Describes a difference. `value` is the value found, or undefined if the fact is missing. `grants` are the statements
 * for the rights on a new object.
 */
function describeChange(fact: DatabaseFact, value: string | undefined, grants: string[]): Difference[] {
  const { kind, object, part, value: meant } = fact
  if (value === meant) return []
  const name = part ? `${kind} ${part} on ${object}` : `${kind} ${object}`
  if (kind === 'row security')
    return [{ what: describeUnprotected({ object }), sql: `alter table ${object} enable row level security;` }]
  if (kind === 'foreign keys') return [{ what: `A foreign key trigger on ${object} is off.` }]
  if (kind === 'column')
    return [
      {
        what: `The ${name} is ${value ? `${value}, but the migrations define ${meant}` : 'missing, and its data is lost'}.`,
        ...(value ? {} : { fix: RESTORE }),
      },
    ]
  if (kind === 'trigger' && value === 'off')
    return [{ what: `The ${name} is off.`, sql: `alter table ${object} enable trigger ${quote(part)};` }]
  const sql = createAgain(fact)
  const what = value === undefined ? `The ${name} is missing.` : `The ${name} differs from the migrations.`
  return [sql ? { what, sql: value === undefined ? [sql, ...grants].join('\n') : sql } : { what }]
}

/** Returns the statement that creates an object as the migrations do, in place of another with its name. */
function createAgain({ kind, object, part, value, definition }: DatabaseFact): string | null {
  const name = quote(part)
  if (kind === 'function') return definition ? `${definition.trim()};` : null
  if (kind === 'policy' || kind === 'trigger') return `drop ${kind} if exists ${name} on ${object};\n${value};`
  if (kind === 'constraint')
    return `alter table ${object} drop constraint if exists ${name};\nalter table ${object} add constraint ${name} ${value};`
  if (kind === 'index') return `drop index if exists ${object.slice(0, object.indexOf('.'))}.${name};\n${value};`
  return null
}

/** Returns whether a foreign policy or trigger opens our data. A policy for another bucket doesn't. */
function isOpening({ kind, object, value }: DatabaseFact): boolean {
  if (kind === 'trigger') return true
  if (kind !== 'policy' || value.includes(' as restrictive ')) return false
  if (!STORED_FILES.includes(object)) return true
  const isOfAnother = /\(+(bucket_id|id) = '(?!videos'|images')[^']*'::text\)/.test(value)
  return !isOfAnother || / or /i.test(value)
}

/** Returns whether a function has the name of one of ours but other arguments. A call may reach it instead of ours. */
function isSecondOne({ kind, object }: DatabaseFact, expected: DatabaseFact[]): boolean {
  const readName = (signature: string) => signature.slice(0, signature.indexOf('('))
  return (
    kind === 'function' && expected.some((fact) => fact.kind === kind && readName(fact.object) === readName(object))
  )
}

type DescribeRight = (role: string, privileges: string, objects: string[]) => Difference

const describeTooMuch: DescribeRight = (role, privileges, objects) => ({
  what: `${WHO[role]} has ${privileges} on ${objects.join(', ')}, which the migrations do not grant.`,
  sql: objects.map((object) => `revoke ${privileges} on ${object} from ${role};`).join('\n'),
})
const describeTooLittle: DescribeRight = (role, privileges, objects) => ({
  what: `${WHO[role]} lacks ${privileges} on ${objects.join(', ')}.`,
  sql: objects.map((object) => `grant ${privileges} on ${object} to ${role};`).join('\n'),
})

/** Describes the extra or missing rights of a role, in one sentence for all objects with the same privileges. */
function describeRights(facts: DatabaseFact[], describe: DescribeRight): Difference[] {
  const rights = facts.filter(({ kind }) => kind === 'right')
  const byObject = Map.groupBy(rights, ({ part, object }) => `${part}\n${object}`)
  const each = [...byObject.values()].map((held) => ({
    role: held[0]?.part ?? '',
    object: held[0]?.object ?? '',
    privileges: held.map(({ value }) => value).sort(),
  }))
  const alike = Map.groupBy(each, ({ role, privileges }) => [role, ...privileges].join())
  return [...alike.values()].map((group) =>
    describe(
      group[0]?.role ?? '',
      group[0]?.privileges.join(', ') ?? '',
      group.map(({ object }) => object),
    ),
  )
}

function describeRoundabout({ kind, role, object, through }: IndirectGrant): Difference {
  if (kind === 'view')
    return {
      what: `${WHO[role]} can read ${through} through the view ${object}, which bypasses row level security.`,
      sql: `revoke all on ${object} from public, ${role};`,
    }
  if (kind === 'bypass') return { what: `The role ${role} bypasses row level security.`, fix: ASK_SUPABASE }
  if (kind === 'subject')
    return {
      what: `The role ${role} is subject to row level security, so the function sees no rows.`,
      fix: ASK_SUPABASE,
    }
  return {
    what: `The role ${role} is a member of ${object} and has its permissions.`,
    sql: `revoke ${quote(object)} from ${role};`,
  }
}
