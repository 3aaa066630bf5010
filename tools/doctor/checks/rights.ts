// Compares a database with the one that the migrations make, and says each difference with the statement that fixes it.
import type { Problem } from './check.ts'
import type { Fact } from './fingerprint.ts'

const where = 'the database'
const STORED_FILES = ['storage.objects', 'storage.buckets']

const WHO: Record<string, string> = {
  public: 'Everybody',
  anon: 'Every visitor',
  authenticated: 'Every signed-in user',
  service_role: 'The server',
}

/** Finds rights of API roles beyond those on our objects. Each row is a fault. */
export const ROUNDABOUT = `
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
  select 'member', r.name, g.rolname, '' from roles r join pg_roles held on held.rolname = r.name
    join pg_auth_members m on m.member = held.oid join pg_roles g on g.oid = m.roleid
  order by 1, 2, 3, 4`

export interface Roundabout {
  kind: 'view' | 'bypass' | 'member'
  role: string
  object: string
  through: string
}

interface Difference {
  what: string
  sql: string
}

/** `inEditor`: says where a statement is run. Tables and functions that the migrations do not make are the operator's own. */
export function compareFacts(
  expected: Fact[],
  found: Fact[],
  roundabout: Roundabout[],
  inEditor: (sql: string) => string,
): Problem[] {
  const tables = new Set([
    ...expected.filter(({ kind }) => kind === 'table').map(({ object }) => object),
    ...STORED_FILES,
  ])
  const getKey = ({ kind, object, part }: Fact) => JSON.stringify([kind, object, part])
  const there = new Map(found.map((fact) => [getKey(fact), fact]))
  const meant = new Set(expected.map(getKey))
  const missing = new Set(
    expected
      .filter((fact) => fact.part === '' && !there.has(getKey(fact)))
      .map(({ kind, object }) => `${kind} ${object}`),
  )
  const isGone = ({ kind, object }: Fact) => missing.has(kind === 'right' ? object : `table ${object}`)

  const differences = [
    ...expected
      .filter((fact) => fact.kind !== 'right' && !isGone({ ...fact, kind: 'right' }))
      .flatMap((fact) => compareFact(fact, there.get(getKey(fact)), expected)),
    ...[...missing].filter((name) => name.startsWith('table ')).map(describeGoneTable),
    ...found
      .filter((fact) => tables.has(fact.object) && !meant.has(getKey(fact)))
      .flatMap((fact) => (isOpening(fact) ? [findExtra(fact)] : [])),
    ...found.filter((fact) => isSecondOne(fact, expected)).map(getSecond),
    ...found
      .filter((fact) => fact.kind === 'row security' && STORED_FILES.includes(fact.object) && fact.value !== 'true')
      .map(findUnprotectedTables),
    ...compareRights(
      expected.filter((fact) => fact.kind === 'right' && !isGone(fact)),
      found,
      new Set([
        'schema public',
        'schema private',
        ...expected.flatMap(({ kind, object }) =>
          kind === 'table' || kind === 'function' ? [`${kind} ${object}`] : [],
        ),
      ]),
    ),
    ...roundabout.filter(({ kind, through }) => kind !== 'view' || tables.has(through)).map(isCircular),
  ]
  return differences.map(({ what, sql }) => ({ what, where, fix: inEditor(sql), sql }))
}

function compareFact(fact: Fact, found: Fact | undefined, expected: Fact[]): Difference[] {
  const { kind, object, part, make } = fact
  if (found?.value === fact.value) return []
  const name = part ? `${kind} ${part} on ${object}` : `${kind} ${object}`
  switch (kind) {
    case 'table':
      return []
    case 'row security':
      return [findUnprotectedTables(fact)]
    case 'foreign keys':
      return [{ what: `A foreign key trigger on ${object} is off.`, sql: make }]
    case 'function':
      return found
        ? [{ what: `The ${name} differs from the migrations.`, sql: make }]
        : [{ what: `The ${name} is missing.`, sql: makeFunction(fact, expected) }]
    case 'column':
      return [
        found
          ? { what: `The ${name} is ${found.value}, but the migrations define ${fact.value}.`, sql: make }
          : { what: `The ${name} is missing, and its data is lost.`, sql: make },
      ]
    case 'trigger':
      if (found?.value === 'off')
        return [{ what: `The ${name} is off.`, sql: `alter table ${object} enable trigger ${quote(part)};` }]
      break
    case 'policy':
      if (found)
        return [
          {
            what: `The ${name} differs from the migrations.`,
            sql: `drop policy ${quote(part)} on ${object};\n${make}`,
          },
        ]
      break
    case 'constraint':
      if (found)
        return [
          {
            what: `The ${name} differs from the migrations.`,
            sql: `alter table ${object} drop constraint ${quote(part)};\n${make}`,
          },
        ]
      break
    case 'index':
      if (found)
        return [
          {
            what: `The ${name} differs from the migrations.`,
            sql: `drop index ${object.split('.')[0]}.${quote(part)};\n${make}`,
          },
        ]
  }
  return [{ what: `The ${name} ${found ? 'differs from the migrations' : 'is missing'}.`, sql: make }]
}

const findUnprotectedTables = ({ object }: Fact): Difference => ({
  what: `Row level security is off for the table ${object}.`,
  sql: `alter table ${object} enable row level security;`,
})

const describeGoneTable = (name: string): Difference => ({
  what: `The ${name} is missing, and its data is lost.`,
  sql: '',
})

/** A new function is everybody's to execute until its rights are set. */
function makeFunction({ object, make }: Fact, expected: Fact[]): string {
  const name = `function ${object}`
  const grants = expected
    .filter((fact) => fact.kind === 'right' && fact.object === name)
    .map(({ part }) => `\ngrant execute on ${name} to ${part};`)
  return `${make}\nrevoke all on ${name} from public, anon, authenticated, service_role;${grants.join('')}`
}

/** A policy or a trigger that is not ours. A policy of another bucket opens none of ours. */
function isOpening({ kind, object, value }: Fact): boolean {
  if (kind === 'trigger') return true
  if (kind !== 'policy' || value.includes(' as restrictive ')) return false
  if (!STORED_FILES.includes(object)) return true
  const isOfAnother = /\(+(bucket_id|id) = '(?!videos'|images')[^']*'::text\)/.test(value)
  return !isOfAnother || / or /i.test(value)
}

const findExtra = ({ kind, object, part }: Fact): Difference => ({
  what: `The ${kind} ${part} on ${object} does not come from the migrations.`,
  sql: `drop ${kind} ${quote(part)} on ${object};`,
})

/** A function with a name of ours and other arguments: a call may reach it instead. */
function isSecondOne({ kind, object }: Fact, expected: Fact[]): boolean {
  if (kind !== 'function') return false
  const named = expected.filter((fact) => fact.kind === kind && getName(fact.object) === getName(object))
  return named.length > 0 && named.every((fact) => fact.object !== object)
}

const getName = (signature: string) => signature.slice(0, signature.indexOf('('))

const getSecond = ({ object }: Fact): Difference => ({
  what: `The function ${object} has the name of a Soundreel function, but other arguments.`,
  sql: `drop function ${object};`,
})

/** Compares rights. It returns what one role may do too much or too little, as one statement for all objects of a kind. */
function compareRights(expected: Fact[], found: Fact[], ours: Set<string>): Difference[] {
  const formatLine = ({ object, part, value }: Fact) => JSON.stringify([object, part, value])
  const meant = new Set(expected.map(formatLine))
  const held = new Set(found.filter(({ kind }) => kind === 'right').map(formatLine))
  const tooMuch = found.filter((fact) => fact.kind === 'right' && ours.has(fact.object) && !meant.has(formatLine(fact)))
  // Rights that `public` or everybody has by name are the platform's business.
  const tooLittle = expected.filter((fact) => fact.part !== 'public' && !held.has(formatLine(fact)))
  return [
    ...groupRights(tooMuch).map(({ role, objects, privileges }) => ({
      what: `${WHO[role]} has ${privileges} ${describeOn(objects)}, which the migrations do not grant.`,
      sql: `revoke ${privileges} on ${list(objects)} from ${role};`,
    })),
    ...groupRights(tooLittle).map(({ role, objects, privileges }) => ({
      what: `${WHO[role]} lacks ${privileges} ${describeOn(objects)}.`,
      sql: `grant ${privileges} on ${list(objects)} to ${role};`,
    })),
  ]
}

interface Rights {
  role: string
  objects: string[]
  /** Sorted, with commas. */
  privileges: string
}

/** Objects of one kind on which a role has the same privileges. */
function groupRights(facts: Fact[]): Rights[] {
  const byObject = Map.groupBy(facts, ({ part, object }) => JSON.stringify([part, object]))
  const each = [...byObject.values()].map((rights) => {
    const [{ part: role, object }] = rights as [Fact]
    return {
      role,
      object,
      privileges: rights
        .map(({ value }) => value)
        .sort()
        .join(', '),
    }
  })
  const alike = Map.groupBy(each, ({ role, object, privileges }) =>
    JSON.stringify([role, object.split(' ')[0], privileges]),
  )
  return [...alike.values()].map((group) => {
    const [{ role, privileges }] = group as [(typeof each)[number]]
    return { role, privileges, objects: group.map(({ object }) => object) }
  })
}

const describeOn = (objects: string[]) => `on ${objects.join(', ')}`
/** `table a, b`, as GRANT takes it. */
const list = ([first = '', ...rest]: string[]) =>
  [first, ...rest.map((object) => object.slice(object.indexOf(' ') + 1))].join(', ')

function isCircular({ kind, role, object, through }: Roundabout): Difference {
  if (kind === 'view')
    return {
      what: `${WHO[role]} can read ${through} through the view ${object}, which bypasses row level security.`,
      sql: `revoke all on ${object} from public, ${role};`,
    }
  if (kind === 'bypass')
    return {
      what: `The role ${role} bypasses row level security.`,
      sql: `alter role ${role} nobypassrls;`,
    }
  return {
    what: `The role ${role} is a member of ${object} and has its permissions.`,
    sql: `revoke ${quote(object)} from ${role};`,
  }
}

const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
