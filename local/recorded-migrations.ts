import type { PgliteConnection } from '@supabase/lite/pglite'

/** `statements`: all of a migration, without what separates them. */
export interface RecordedMigration {
  version: string
  statements: string
}

interface MigrationFile {
  version: string
  sql: string
}

/** Returns what a database records of its migrations. It needs the table that they are recorded in. */
export const RECORDED_SQL = `select version, array_to_string(statements, ' ') as statements
  from supabase_migrations.schema_migrations order by version`

/**
 * Returns the versions that a database records with statements other than the file's. Until release 1.0 the baseline may change
 * under the same names.
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

/** Leaves out comments, and what stands between statements, which is not recorded. */
const readCode = (sql: string) => sql.replaceAll(/--.*$/gm, '').replaceAll(/[\s;]+/g, '')

/** Tells which version of Soundreel made an embedded database. */
export async function findDatabaseVersion(
  { driver }: PgliteConnection,
  files: readonly MigrationFile[],
): Promise<'this' | 'older' | 'newer'> {
  const { rows: tables } = await driver.query<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as exists`,
  )
  if (!tables[0]?.exists) return 'this'
  const { rows } = await driver.query<RecordedMigration>(RECORDED_SQL)
  if ((rows.at(-1)?.version ?? '') > (files.at(-1)?.version ?? '')) return 'newer'
  const isPrefix = rows.every(({ version }, index) => files[index]?.version === version)
  return isPrefix && findChangedMigrations(rows, files).length === 0 ? 'this' : 'older'
}
