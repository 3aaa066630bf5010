// npm run types:database: writes the names and arguments of the database's functions, as TypeScript, from a migrated database.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMigratedDatabase } from '../../local/backend/supabase.ts'
import { createPgliteSql, type Sql } from './sql.ts'

export const TYPES_FILE = join(import.meta.dirname, '../../supabase/functions/api/services/database-functions.ts')

const FUNCTIONS = `
  select p.proname as name, coalesce(jsonb_agg(jsonb_build_object('name', argument, 'type', format_type(type, null),
      'has_default', place > p.pronargs - p.pronargdefaults) order by place) filter (where place is not null), '[]') as arguments
  from pg_proc p left join lateral unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[])
    with ordinality as given (argument, type, place) on true
  where p.pronamespace = 'public'::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
    or p.oid = 'public.add_test_credits'::regproc
  group by p.oid order by 1`

/** The characters of a line, with its end. */
const MAX_LINE = 121

const TYPES: Record<string, string> = {
  // One beyond the safe integers is passed as text.
  bigint: 'number | string',
  boolean: 'boolean',
  date: 'string',
  integer: 'number',
  'integer[]': 'readonly number[]',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  'text[]': 'readonly string[]',
  'timestamp with time zone': 'string',
  uuid: 'string',
  'uuid[]': 'readonly string[]',
}

interface Argument {
  name: string
  type: string
  has_default: boolean
}

/** The file's text. Throws for an argument whose type has no equal in TypeScript yet. */
export async function buildDatabaseFunctionTypes(sql: Sql): Promise<string> {
  const rows = await sql<{ name: string; arguments: Argument[] }>(FUNCTIONS)
  const functions = rows.map(({ name, arguments: given }) => {
    if (given.length === 0) return `  ${name}: Record<string, never>\n`
    const fields = given.map((argument) => getType(name, argument))
    const line = `  ${name}: { ${fields.join('; ')} }\n`
    return line.length <= MAX_LINE ? line : `  ${name}: {\n${fields.map((field) => `    ${field}\n`).join('')}  }\n`
  })
  return `// Written by \`npm run types:database\` from the migrations. Do not edit.

/** The database's functions that the API may call, with their arguments. PostgreSQL takes null for each. */
export interface DatabaseFunctions {
${functions.join('')}}
`
}

function getType(fn: string, { name, type, has_default }: Argument): string {
  const known = TYPES[type]
  if (!known)
    throw new Error(
      `${fn}: the argument ${name} is of type ${type}, which tests/harness/database-functions.ts does not know`,
    )
  return `${name}${has_default ? '?' : ''}: ${known === 'unknown' ? known : `${known} | null`}`
}

if (process.argv[1] === import.meta.filename) {
  const connection = await openMigratedDatabase()
  await writeFile(TYPES_FILE, await buildDatabaseFunctionTypes(createPgliteSql(connection.driver)))
  await connection.close()
  // The embedded engine sets one of its own.
  process.exitCode = 0
}
