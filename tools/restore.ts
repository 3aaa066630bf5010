// Implements `npm run restore -- FOLDER`. It puts a backup in the place of the data folder of a stopped server.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { lockDataDir } from '../local/backend/data-dir-lock.ts'
import { requireEmptyPostgres } from '../local/backend/database/check-postgres.ts'
import { restoreBackup } from '../local/backup/backup.ts'
import { restorePostgres } from '../local/backup/postgres-dump.ts'
import { readSettings } from '../local/settings.ts'
import { StartError } from '../local/start-error.ts'

async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const [given, ...others] = process.argv.slice(2)
  if (!given || others.length > 0) throw new StartError('Usage: npm run restore -- FOLDER')
  const folder = resolve(given)
  const { dataDir, oneServer } = readSettings(process.env)
  const databaseUrl = oneServer?.databaseUrl
  const restoreDatabase = databaseUrl
    ? async (from: string) => {
        await requireEmptyPostgres(databaseUrl)
        await restorePostgres(databaseUrl, from)
      }
    : null
  process.umask(0o077)
  const release = existsSync(dataDir) ? lockDataDir(dataDir) : () => {}
  const replaced = await restoreBackup(dataDir, folder, new Date(), restoreDatabase).finally(release)
  console.log(
    `${dataDir} is the backup now.${replaced ? ` The data from before is in ${replaced}. Delete it when you don't need it.` : ''}`,
  )
}

await run().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
