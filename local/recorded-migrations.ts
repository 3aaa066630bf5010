/** A migration that a database has recorded. `statements` is the migration's text without separators. */
export interface RecordedMigration {
  version: string
  statements: string
}

interface MigrationFile {
  version: string
  sql: string
}

/** Reads the migrations that a database has recorded. The table must exist. */
export const RECORDED_SQL = `select version, array_to_string(statements, ' ') as statements
  from supabase_migrations.schema_migrations order by version`

/**
 * Returns the versions whose recorded statements differ from the file's. A migration can change until its
 * release.
 */
export function findChangedMigrations(
  recorded: readonly RecordedMigration[],
  files: readonly MigrationFile[],
): string[] {
  const expected = new Map(files.map(({ version, sql }) => [version, readCode(sql)]))
  return recorded.flatMap(({ version, statements }) =>
    expected.has(version) && expected.get(version) !== readCode(statements) ? [version] : [],
  )
}

/** Removes comments, and the separators between statements, which the database doesn't record. */
const readCode = (sql: string) => sql.replaceAll(/--.*$/gm, '').replaceAll(/[\s;]+/g, '')

/** Returns the version of Soundreel that created an embedded database. */
export async function findDatabaseVersion(
  database: { query<Row>(sql: string): Promise<{ rows: Row[] }> },
  files: readonly MigrationFile[],
): Promise<'this' | 'older' | 'newer'> {
  const { rows: tables } = await database.query<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as exists`,
  )
  if (!tables[0]?.exists) return 'this'
  const { rows } = await database.query<RecordedMigration>(RECORDED_SQL)
  if ((rows.at(-1)?.version ?? '') > (files.at(-1)?.version ?? '')) return 'newer'
  const isPrefix = rows.every(({ version }, index) => files[index]?.version === version)
  return isPrefix && findChangedMigrations(rows, files).length === 0 ? 'this' : 'older'
}
