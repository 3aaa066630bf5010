import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChangedMigrations, type RecordedMigration } from '../../local/recorded-migrations.ts'
import { listSomeNames } from '../doctor/checks/check.ts'
import { getVersion, listMigrations, MIGRATIONS } from '../project/migration-files.ts'
import { type Deployment, isRemote } from '../project/settings.ts'
import { DeployError, runSupabase } from '../project/supabase.ts'

export interface Migrations {
  /** The migration files that the database lacks. */
  pending: string[]
  /** The versions that only the database has, because newer code deployed it. */
  ahead: string[]
}

interface MigrationFile {
  /** The name of the migration's file. */
  file: string
  version: string
  sql: string
}

/** Compares the recorded migrations with the files. Throws DeployError if a push can't succeed. */
export const comparePush = (recorded: readonly RecordedMigration[]): Migrations =>
  planPush(recorded, listMigrations().map(readMigration))

/** Plans a push to a database with these recorded migrations. Throws DeployError if the push can't succeed. */
export function planPush(recorded: readonly RecordedMigration[], files: readonly MigrationFile[]): Migrations {
  const ahead = recorded.map(({ version }) => version).filter((one) => !files.some(({ version }) => version === one))
  const pending = files.filter(({ version }) => !recorded.some((one) => one.version === version))
  if (ahead.length > 0 && pending.length > 0)
    throw refuseHistory(
      `it has ${listSomeNames(ahead)}, which this code lacks, and lacks ${listSomeNames(pending.map(({ file }) => file))}`,
    )
  const changed = findChangedMigrations(recorded, files)
  if (changed.length > 0) throw refuseHistory(`this code has other statements for ${listSomeNames(changed)}`)
  const newest = recorded.at(-1)?.version ?? ''
  const skipped = pending.filter(({ version }) => version < newest).map(({ file }) => file)
  if (skipped.length > 0) {
    throw new DeployError(
      `Nothing was changed. The database has migration ${newest} but lacks the older ${listSomeNames(skipped)}. Deploy code that has all of them, each new one later than ${newest}. Never run \`supabase migration repair\`.`,
    )
  }
  return { pending: pending.map(({ file }) => file), ahead }
}

function refuseHistory(difference: string): DeployError {
  return new DeployError(
    `Nothing was changed. The project has another history: ${difference}. Deploy to a new project, or deploy the code that this project was made with. Never run \`supabase migration repair\`.`,
  )
}

export function describePush({ pending, ahead }: Migrations): string {
  if (ahead.length > 0) {
    return `The database is ahead of this code by ${ahead.join(', ')}. Deploy pushes and undoes no migration, so this code's function runs on the newer database.`
  }
  return pending.length > 0 ? `New migrations:\n${list(pending)}` : 'No new migrations.'
}

/** Checks that the database admits a push, which connects to it with the password. Changes nothing. Throws DeployError. */
export const checkConnection = (deployment: Deployment) =>
  runSupabase(deployment, ['migration', 'list', getDatabase(deployment)])

export const pushMigrations = (deployment: Deployment) =>
  runSupabase(deployment, ['db', 'push', getDatabase(deployment)])

const readMigration = (file: string): MigrationFile => ({
  file,
  version: getVersion(file),
  sql: readFileSync(join(MIGRATIONS, file), 'utf8'),
})

const getDatabase = (deployment: Deployment) =>
  deployment.databaseUrl ? `--remote=${deployment.databaseUrl}` : isRemote(deployment)

const list = (files: readonly string[]) => files.map((file) => ` • ${file}`).join('\n')
