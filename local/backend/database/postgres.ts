// Lets Supabase Lite use a real PostgreSQL. Lite's own driver (postgres.js 3.4) ends the process when the database goes away within a
// transaction, writes JSON as a JSON string, and spreads the statements of a migration over its connections. This file gives
// Lite sessions of node-postgres instead. What decides about roles and policies is the same code as on PGlite.
import { createPostgresConnection } from '@supabase/lite/postgres'
import pg from 'pg'
import { noteOutage } from './outage.ts'
import { type Database, type LiteConnection, lendSessions, type Session } from './sessions.ts'
import { getTypeParser } from './value-parsers.ts'

/** Lite's requests are short, and more sessions wait for the same locks and disk. PostgreSQL allows 100 by default. */
const MAX_SESSIONS = 10
const CONNECT_TIMEOUT_MS = 10_000
/** A database that doesn't answer must not keep a request forever. The longest statement, a sweep, takes seconds. */
const QUERY_TIMEOUT_MS = 60_000

/** Migrations and Lite rely on these settings, and a database may have other defaults. */
const SESSION_SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set search_path = public; set default_transaction_isolation = 'read committed';
  set idle_in_transaction_session_timeout = '60s'; set client_min_messages = 'warning'`

/** Makes a second statement in a query an error, also without parameters. The types of pg 8 lack this option. */
const ONE_STATEMENT = { queryMode: 'extended' }

/** The statements that change rows. Kysely counts the rows of only these. */
const CHANGES_ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * Connects Lite to the database. Nothing is sent before the first query, and a lost session is replaced by the next query.
 * @param onError sees each error before the caller does
 */
export function openPostgres(
  url: string,
  onError: (error: unknown) => void,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
): LiteConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_SESSIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    types: { getTypeParser },
    onConnect: async (client) => void (await client.query(SESSION_SETTINGS)),
  })
  // The statement that runs on a lost session fails by itself. Without a listener, the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const watch = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      noteOutage(error)
      onError(error)
      throw error
    }
  }
  const acquire = () => watch(async () => lend(await pool.connect(), watch))
  const runAlone = async <T>(work: (session: PostgresSession) => Promise<T>): Promise<T> => {
    const session = await acquire()
    return work(session).finally(session.release)
  }
  const database: Database = {
    query: <Row>(sql: string, parameters: unknown[] = []) =>
      runAlone((session) => session.query(sql, parameters)) as Promise<{ rows: Row[] }>,
    exec: (sql) => runAlone((session) => session.exec(sql)),
  }
  // Lite's own driver never connects, because nothing asks it.
  const connection = createPostgresConnection({}) as unknown as LiteConnection
  lendSessions(connection, acquire)
  return Object.assign(connection, {
    driver: database,
    transaction: (statements: string[]) => runTransaction(connection, runAlone, statements),
    close: () => pool.end(),
  })
}

interface PostgresSession extends Session {
  /** Runs several statements. */
  exec(sql: string): Promise<void>
}

function lend(client: pg.PoolClient, watch: <T>(work: () => Promise<T>) => Promise<T>): PostgresSession {
  let isLost = false
  const send = (query: pg.QueryConfig) =>
    watch(() =>
      client.query(query).catch((error: unknown) => {
        // A query without an answer may still run.
        if (!(error instanceof pg.DatabaseError)) isLost = true
        throw error
      }),
    )
  return {
    query: async (text, parameters = []) => {
      const query = { text, values: [...parameters], ...ONE_STATEMENT }
      const { rows, command, rowCount } = await send(query)
      return { rows, affectedRows: CHANGES_ROWS.has(command) ? (rowCount ?? 0) : undefined }
    },
    exec: async (text) => void (await send({ text })),
    // A session that is still in a transaction has its role. Nobody else may get it.
    release: () => client.release(isLost || client.getTransactionStatus() !== 'I'),
  }
}

/** Runs all statements in one transaction on one session. */
async function runTransaction(
  connection: LiteConnection,
  runAlone: <T>(work: (session: PostgresSession) => Promise<T>) => Promise<T>,
  statements: readonly string[],
): Promise<void> {
  await runAlone(async (session) => {
    await session.query('begin')
    try {
      for (const statement of statements) await session.exec(statement)
      await session.query('commit')
    } catch (error) {
      await session.query('rollback').catch(() => {})
      throw error
    }
  }).finally(() => connection.clearSchemaCache())
}
