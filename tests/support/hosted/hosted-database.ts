// Starts a database that resembles a hosted project's. `postgres` can log in and isn't a superuser. Version 15 is
// Debian's PostgreSQL with the real pg_cron. Version 17 is npm's, as in new projects, without pg_cron. extensions.sql
// simulates the extensions without a package.
import { readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase, runOnce } from '../../harness/postgres.ts'
import { startPostgres } from '../../harness/postgres-server.ts'

export const BIN = '/usr/lib/postgresql/15/bin'
const EXTENSION = '/usr/share/postgresql/15/extension/pg_cron.control'
const PASSWORD = 'of-the-test'
const SERVER = join(import.meta.dirname, '../../harness')

export interface HostedDatabase {
  /** The database URL for the Supabase CLI's `--remote`. */
  url: string
  database: Database
  /** Returns the calls that pg_net's worker would send now, and removes them. */
  takeCalls(): Promise<QueuedCall[]>
  remove(): Promise<void>
}

interface QueuedCall {
  url: string
  body: unknown
  headers: Record<string, string>
  timeout_milliseconds: number
}

/**
 * Starts the database.
 * @throws Error when Debian's packages are not installed
 */
export async function openHostedDatabase(version: '15' | '17' = '15'): Promise<HostedDatabase> {
  const hasCron = version === '15'
  await Promise.all([access(join(BIN, 'postgres')), access(EXTENSION)]).catch(() => {
    throw new Error('Install the Debian packages postgresql-15 and postgresql-15-cron: the hosted tests run on them.')
  })
  const server = await startPostgres(
    hasCron
      ? {
          bin: BIN,
          settings: [
            'shared_preload_libraries=pg_cron',
            'cron.database_name=postgres',
            'cron.use_background_workers=on',
            // A test fills a small log quickly.
            'max_wal_size=64MB',
          ],
        }
      : undefined,
  )
  const address = server.address('postgres')
  const asSuperuser = (statements: string) => runOnce(address, statements)
  await asSuperuser(readFileSync(join(SERVER, 'supabase-roles.sql'), 'utf8'))
  await asSuperuser(`alter role postgres login password '${PASSWORD}'; alter database postgres owner to postgres`)
  // In hosted projects, `postgres` can load data without triggers, and set up the Data API.
  await asSuperuser('grant set on parameter session_replication_role, pgrst.db_pre_request to postgres')
  await asSuperuser(readFileSync(join(SERVER, 'supabase-stubs.sql'), 'utf8'))
  await asSuperuser(readFileSync(join(import.meta.dirname, 'extensions.sql'), 'utf8'))
  if (hasCron) await asSuperuser(readFileSync(join(import.meta.dirname, 'cron.sql'), 'utf8'))
  const database = openDatabase(server, 'postgres')
  const superuser = await database.connect('none')
  return {
    url: `postgresql://postgres:${PASSWORD}@127.0.0.1:${address.port}/postgres`,
    database,
    takeCalls: async () => superuser.sql<QueuedCall>('delete from net.http_request_queue returning *'),
    async remove() {
      await superuser.close()
      await server.remove()
    },
  }
}
