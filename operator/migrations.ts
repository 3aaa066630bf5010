import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CHAIN,
  getVersion,
  listMigrations,
  MIGRATIONS,
  readHistory,
  swapHistorySql,
} from '../supabase/upgrade/history.ts'
import { nameSome } from './checks/check.ts'
import { type Deployment, isRemote } from './settings.ts'
import { DeployError, runSupabase, runSupabaseWithFile } from './supabase.ts'

export interface Migrations {
  /** Files that the database lacks, after the upgrade where there is one. */
  pending: string[]
  /** Versions that the database has and this code has not: it was deployed from newer code. */
  ahead: string[]
  /** The files before the baseline that the database lacks; null where it has the baseline, or nothing. */
  upgrade: string[] | null
}

/** Changes nothing. Throws DeployError where the push could not go well. */
export async function readMigrations(deployment: Deployment): Promise<Migrations> {
  const list = ['migration', 'list', getDatabase(deployment), '--output-format', 'json']
  const rows = JSON.parse((await runSupabase(deployment, list)).answer).migrations as {
    local: string
    remote: string
  }[]
  const recorded = rows.flatMap(({ remote }) => (remote ? [remote] : [])).sort()
  const files = listMigrations(MIGRATIONS)
  const history = readHistory(recorded)
  if (history.is === 'chain') return { pending: [], ahead: [], upgrade: history.missing }

  const known = files.map(getVersion)
  const pending = files.filter((file) => !recorded.includes(getVersion(file)))
  const ahead = recorded.filter((version) => !known.includes(version))
  const newest = recorded.at(-1) ?? ''
  const stuck = ahead.length > 0 ? pending : pending.filter((file) => getVersion(file) < newest)
  if (stuck.length > 0) {
    throw new DeployError(
      `Nothing was changed. The database has migration ${newest} but lacks the older ${nameSome(stuck)}. Deploy code that has all of them, each new one later than ${newest}. Never run \`supabase migration repair\`.`,
    )
  }
  return { pending, ahead, upgrade: null }
}

export function describePush({ pending, ahead, upgrade }: Migrations): string {
  if (upgrade) {
    const first =
      upgrade.length > 0 ? `It lacks these older migrations:\n${list(upgrade)}` : 'It has every older migration.'
    return `The database predates the migration baseline. ${first}\nThen deploy records the baseline in their place, which changes no table.`
  }
  if (ahead.length > 0) {
    return `The database is ahead of this code by ${ahead.join(', ')}. Deploy pushes and undoes no migration, so this code's function runs on the newer database.`
  }
  return pending.length > 0 ? `New migrations:\n${list(pending)}` : 'No new migrations.'
}

export const pushMigrations = (deployment: Deployment) =>
  runSupabase(deployment, ['db', 'push', getDatabase(deployment)])

/** Brings a database from before the baseline to it: pushes what it lacks, then records the baseline. It may be repeated. */
export async function upgradeToBaseline(deployment: Deployment): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), 'soundreel-upgrade-'))
  try {
    await mkdir(join(project, 'supabase'))
    await cp(join(MIGRATIONS, '../config.toml'), join(project, 'supabase/config.toml'))
    await cp(CHAIN, join(project, 'supabase/migrations'), { recursive: true })
    await runSupabase(deployment, ['db', 'push', getDatabase(deployment), '--workdir', project])
  } finally {
    await rm(project, { recursive: true, force: true })
  }
  await runSupabaseWithFile(deployment, ['db', 'query', isRemote(deployment)], '--file', swapHistorySql())
}

const getDatabase = (deployment: Deployment) =>
  deployment.databaseUrl ? `--remote=${deployment.databaseUrl}` : isRemote(deployment)

const list = (files: readonly string[]) => files.map((file) => ` • ${file}`).join('\n')
