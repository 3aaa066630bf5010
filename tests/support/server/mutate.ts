import type { Sql } from '../../harness/sql.ts'

/**
 * Replaces one piece of a function's body. Throws unless the piece occurs exactly once, because then the function has
 * changed.
 */
export async function editFunction(sql: Sql, name: string, from: string, to: string): Promise<void> {
  const [found] = await sql<{ definition: string }>('select pg_get_functiondef($1::regproc) as definition', [name])
  const pieces = found?.definition.split(from) ?? []
  if (pieces.length !== 2) throw new Error(`${name} holds "${from}" ${pieces.length - 1} times, not once`)
  await sql(pieces.join(to))
}
