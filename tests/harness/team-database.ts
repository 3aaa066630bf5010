// A real PostgreSQL as docs/one-server.md sets it up: the roles of Supabase, and one of our own that owns the database and is not a
// superuser.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_SEED_SQL, type LocalSupabase, openSupabase } from '../../local/backend/supabase.ts'
import { KEYS, ORIGIN } from './database.ts'
import { type Database, openDatabase, runOnce } from './postgres.ts'
import { type PostgresAddress, type PostgresServer, startPostgres } from './postgres-server.ts'

export const PASSWORD = 'a password: @/?#'

/** The statements of the documents that make the roles. */
function readRoles(): string {
  const [, block = ''] = /```sql\n([^`]+)```/.exec(readFileSync('docs/one-server.md', 'utf8')) ?? []
  const roles = block.split(';').filter((statement) => !statement.includes('create database'))
  return roles.join(';').replace("'...'", `'${PASSWORD}'`)
}

export interface TeamDatabase {
  server: PostgresServer
  /** Creates an empty database, and returns its DATABASE_URL. */
  create(owner?: string): Promise<string>
  /** Creates a database, and opens Supabase on it, which makes its own tables and ours. */
  open(): Promise<{ db: Database; supabase: LocalSupabase }>
  /** Runs statements as the superuser. */
  run(url: string, statements: string): Promise<void>
  /** Returns the address of this database for this role, over TCP with the password. */
  addressOf(database: string, role?: string, password?: string): string
}

export async function startTeamDatabase(place?: PostgresAddress): Promise<TeamDatabase> {
  const server = await startPostgres(place)
  const { port } = server.address('postgres')
  await runOnce(server.address('postgres'), readRoles())
  let made = 0
  const addressOf = (database: string, role = 'soundreel', password = PASSWORD) =>
    `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  async function create(owner = 'soundreel'): Promise<string> {
    const name = `team_${++made}`
    await runOnce(server.address('postgres'), `create database ${name} owner ${owner}`)
    return addressOf(name)
  }
  return {
    server,
    addressOf,
    create,
    async open() {
      const url = await create()
      const supabase = await openOnPostgres(url)
      return { db: openDatabase(server, new URL(url).pathname.slice(1), 'soundreel'), supabase }
    },
    run: (url, statements) => runOnce(server.address(new URL(url).pathname.slice(1)), statements),
  }
}

/** Opens Supabase on this database, with the local seed. */
export async function openOnPostgres(databaseUrl: string): Promise<LocalSupabase> {
  const storageDir = await mkdtemp(join(tmpdir(), 'soundreel-storage-'))
  const supabase = await openSupabase({
    origin: ORIGIN,
    databaseUrl,
    storageDir,
    keys: KEYS,
    google: { clientId: 'test-client', clientSecret: KEYS.googleClientSecret },
    seedFile: LOCAL_SEED_SQL,
  })
  return {
    ...supabase,
    async close() {
      await supabase.close()
      await rm(storageDir, { recursive: true, force: true })
    },
  }
}
