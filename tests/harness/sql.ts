/** Runs one statement on PGlite or on a real PostgreSQL. Rows have the columns that the statement names. */
export type Sql = <Row = Record<string, unknown>>(statement: string, parameters?: unknown[]) => Promise<Row[]>

/** Runs `work` in its own transaction, and always rolls the transaction back. */
export async function runInRolledBackTransaction<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql('begin')
  try {
    return await work()
  } finally {
    await sql('rollback')
  }
}

/** Runs `work` in an open transaction, and rolls its changes back to a savepoint. */
export async function runInRolledBackSavepoint<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql('savepoint attempt')
  try {
    return await work()
  } finally {
    await sql('rollback to savepoint attempt')
    await sql('release savepoint attempt')
  }
}

/** Returns the error that a statement fails with, or null. */
export async function catchSqlError(work: Promise<unknown>): Promise<{ code: string; message: string } | null> {
  return work.then(
    () => null,
    (error: { code: string; message: string }) => error,
  )
}

/** Wraps PGlite's single connection. */
export function createPgliteSql(database: {
  query<Row>(statement: string, parameters: unknown[]): Promise<{ rows: Row[] }>
}): Sql {
  return async <Row>(statement: string, parameters: unknown[] = []) =>
    (await database.query<Row>(statement, parameters)).rows
}
