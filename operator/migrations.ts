import { readdirSync } from 'node:fs'
import { type Deployment, remote } from './settings.ts'
import { DeployError, supabase } from './supabase.ts'

const FOLDER = 'supabase/migrations'

export interface Migrations {
  /** Files that the database lacks. */
  pending: string[]
  /** Versions that the database has and this code has not: it was deployed from newer code. */
  ahead: string[]
}

/** Changes nothing. Throws DeployError where the push could not go well. */
export async function readMigrations(deployment: Deployment): Promise<Migrations> {
  const list = ['migration', 'list', databaseOf(deployment), '--output-format', 'json']
  const rows = JSON.parse((await supabase(deployment, list)).answer).migrations as { local: string; remote: string }[]
  const files = readdirSync(FOLDER)
  const fileOf = (version: string) => files.find((file) => file.startsWith(`${version}_`)) ?? version
  const pending = rows.flatMap(({ local, remote }) => (local && !remote ? [local] : []))
  const ahead = rows.flatMap(({ local, remote }) => (remote && !local ? [remote] : []))
  const newest =
    rows
      .map(({ remote }) => remote)
      .sort()
      .at(-1) ?? ''
  const stuck = ahead.length > 0 ? pending : pending.filter((version) => version < newest)
  if (stuck.length > 0) {
    throw new DeployError(
      `Nothing was changed: the database has ${newest} and lacks the older ${stuck.map(fileOf).join(', ')}. Deploy a version that has all of them, each new one after ${newest}. Never run \`supabase migration repair\`.`,
    )
  }
  return { pending: pending.map(fileOf), ahead }
}

export function describePush({ pending, ahead }: Migrations): string {
  if (ahead.length > 0) {
    return `The database is ahead of this code by ${ahead.join(', ')}. No migration is pushed or taken back: the function of this code runs on the newer database.`
  }
  return pending.length > 0
    ? `These migrations are new:\n${pending.map((file) => ` • ${file}`).join('\n')}`
    : 'There is no migration to push.'
}

export const pushMigrations = (deployment: Deployment) => supabase(deployment, ['db', 'push', databaseOf(deployment)])

const databaseOf = (deployment: Deployment) =>
  deployment.databaseUrl ? `--remote=${deployment.databaseUrl}` : remote(deployment)
