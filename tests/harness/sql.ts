/** One statement on some database: PGlite's or a real PostgreSQL's. Rows have the columns the statement names. */
export type Sql = <Row = Record<string, unknown>>(statement: string, parameters?: unknown[]) => Promise<Row[]>

/** Runs `work` in a transaction of its own and rolls it back, whatever happens: nothing in it ever was. */
export async function runInRolledBackTransaction<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql('begin')
  try {
    return await work()
  } finally {
    await sql('rollback')
  }
}

/** Runs `work` inside an open transaction and takes back what it did: `undone`, one level down. */
export async function runInRolledBackSavepoint<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql('savepoint attempt')
  try {
    return await work()
  } finally {
    await sql('rollback to savepoint attempt')
    await sql('release savepoint attempt')
  }
}

/** The error a statement ends with, or null: what a probe of a guard looks at. */
export async function catchSqlError(work: Promise<unknown>): Promise<{ code: string; message: string } | null> {
  return work.then(
    () => null,
    (error: { code: string; message: string }) => error,
  )
}

/** PGlite's single connection. */
export function createPgliteSql(database: {
  query<Row>(statement: string, parameters: unknown[]): Promise<{ rows: Row[] }>
}): Sql {
  return async <Row>(statement: string, parameters: unknown[] = []) =>
    (await database.query<Row>(statement, parameters)).rows
}
