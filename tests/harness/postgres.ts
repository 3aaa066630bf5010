// Databases on a real PostgreSQL with the stubs of a hosted project and our migrations, unchanged.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { MOVABLE_CLOCK } from './clock.ts'
import { type PostgresAddress, type PostgresServer, startPostgres } from './postgres-server.ts'
import type { Sql } from './sql.ts'

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations')
const TEMPLATE = 'migrated'

/** A database role: the owner of the database, a role of the API, or with `none` the server's superuser. */
export type Role = 'owner' | 'service_role' | 'authenticated' | 'none'

export interface Database {
  /** Runs a statement on any free connection, as the role that runs migrations. This role is not a superuser. */
  sql: Sql
  /** Opens a separate connection, for a transaction or for tests with many connections. */
  connect(role?: Role): Promise<{ sql: Sql; close(): Promise<void> }>
  /** Opens up to `clients` connections as the API's role. More statements wait for `waitMs` at most; 0 sets no limit. */
  clients(clients: number, waitMs?: number): { sql: Sql; close(): Promise<void> }
  drop(): Promise<void>
}

export interface Postgres {
  /** Creates a migrated database quickly, as a copy. A `movable` clock can be set by tests (see MOVABLE_CLOCK). */
  createDatabase(options?: { clock?: 'movable' | 'real' }): Promise<Database>
  crash(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

export async function openPostgres(place?: PostgresAddress): Promise<Postgres> {
  const server = await startPostgres(place)
  const openAdminConnection = (statement: string) => runOnce({ ...server.address('postgres') }, statement)
  await openAdminConnection(readFileSync(join(import.meta.dirname, 'supabase-roles.sql'), 'utf8'))
  await openAdminConnection(`create database ${TEMPLATE} owner postgres`)
  await runOnce(server.address(TEMPLATE), readFileSync(join(import.meta.dirname, 'supabase-stubs.sql'), 'utf8'))
  for (const file of readdirSync(MIGRATIONS).sort()) {
    await runOnce(server.address(TEMPLATE, 'postgres'), readFileSync(join(MIGRATIONS, file), 'utf8'))
  }

  let made = 0
  async function createDatabase({ clock = 'movable' } = {}): Promise<Database> {
    const name = `test_${++made}`
    await openAdminConnection(`create database ${name} template ${TEMPLATE} owner postgres`)
    const database = openDatabase(server, name)
    if (clock === 'movable') await database.sql(MOVABLE_CLOCK)
    return database
  }
  return { createDatabase, crash: server.crash, start: server.start, remove: server.remove }
}

/** Opens an existing database. */
export function openDatabase(server: PostgresServer, name: string, owner = 'postgres'): Database {
  const shared = openPool(server.address(name, owner), 4)
  return {
    sql: shared.sql,
    connect: (role = 'owner') => openConnection(server.address(name, role === 'owner' ? owner : role)),
    clients: (clients, waitMs = 0) =>
      openPool({ ...server.address(name, 'service_role'), connectionTimeoutMillis: waitMs }, clients),
    async drop() {
      await shared.close()
      await runOnce(server.address('postgres'), `drop database ${name} with (force)`)
    },
  }
}

/** Runs statements on a new connection and closes it. */
export async function runOnce(address: pg.ClientConfig, statements: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(statements).finally(() => client.end())
}

/** Opens a connection that stays open after a failed statement. A pool would close it. */
async function openConnection(address: pg.ClientConfig) {
  const client = new pg.Client(address)
  // A test's crash cuts this connection. The running statement fails by itself.
  client.on('error', () => {})
  await client.connect()
  const runStatement: Sql = async <Row>(statement: string, parameters: unknown[] = []) =>
    (await client.query(statement, parameters)).rows as Row[]
  return { sql: runStatement, close: () => client.end() }
}

function openPool(address: pg.ClientConfig, max: number) {
  const pool = new pg.Pool({ ...address, max })
  // A test cut an idle connection. The next statement opens another.
  pool.on('error', () => {})
  const sql: Sql = async <Row>(statement: string, parameters: unknown[] = []) => {
    const { rows } = await pool.query(statement, parameters)
    return rows as Row[]
  }
  return { sql, close: () => pool.end() }
}
