import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHAIN, getVersion, readHistory, swapHistorySql } from './history.ts'

/** The part of PGlite that an upgrade needs. */
interface Driver {
  query<Row>(statement: string): Promise<{ rows: Row[] }>
  exec(statements: string): Promise<unknown>
}

/** A database that cannot become this version's. The message says why. */
export class RefusedDatabase extends Error {}

/**
 * Brings an embedded database from before the baseline to it. Each migration is applied and recorded in one transaction, so an
 * upgrade that was broken off goes on where it ended. Throws RefusedDatabase.
 */
export async function upgradeEmbedded(driver: Driver): Promise<void> {
  const history = readHistory(await readRecorded(driver))
  if (history.is === 'current') return
  if (history.is === 'foreign') throw new RefusedDatabase('its migrations are not those of this program')
  for (const file of history.missing) {
    const statements = await readFile(join(CHAIN, file), 'utf8')
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
      values ('${getVersion(file)}', '${file.slice(15, -'.sql'.length)}', '{}')`
    await driver.exec(`begin;\n${statements}\n;${record};\ncommit;`).catch(async (cause) => {
      await driver.exec('rollback')
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new RefusedDatabase(`the migration ${file} failed: ${reason}`, { cause })
    })
  }
  await driver.exec(swapHistorySql())
}

async function readRecorded(driver: Driver): Promise<string[]> {
  const { rows: tables } = await driver.query<{ there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
  )
  if (!tables[0]?.there) return []
  const { rows } = await driver.query<{ version: string }>('select version from supabase_migrations.schema_migrations')
  return rows.map(({ version }) => getVersion(version)).sort()
}
