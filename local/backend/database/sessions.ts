// Gives each transaction of Supabase Lite a database session of its own, and keeps Lite from widening the grants of the migrations.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from '@supabase/lite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { isWideGrant } from './table-grants.ts'

/** A database session that one caller has for itself until the release. */
export interface Session {
  /** Runs one statement. A second one, as an injection would add, is an error. */
  query(sql: string, parameters?: readonly unknown[]): Promise<{ rows: unknown[]; affectedRows?: number | undefined }>
  release(): void
}

/** Runs our own statements, outside of Lite. */
export interface Database {
  query<Row>(sql: string, parameters?: unknown[]): Promise<{ rows: Row[] }>
  /** Runs several statements. */
  exec(sql: string): Promise<unknown>
}

export type LiteConnection = Connection<Database>

/** Lets Lite run each transaction on a session of its own. `acquire` waits for a free session. */
export function lendSessions(connection: Connection, acquire: () => Promise<Session>): void {
  /** The session that the caller's open transaction has. Its own queries run on it, because a second session could deadlock. */
  const call = new AsyncLocalStorage<{ lease: DatabaseConnection | null }>()
  const releases = new WeakMap<DatabaseConnection, () => void>()

  const driver: Driver = {
    async init() {},
    async acquireConnection() {
      const caller = call.getStore()
      if (caller?.lease) return { ...caller.lease }
      const session = await acquire()
      let isReleased = false
      const lease = createLease(session, () => isReleased)
      if (caller) caller.lease = lease
      releases.set(lease, () => {
        isReleased = true
        if (caller?.lease === lease) caller.lease = null
        session.release()
      })
      return lease
    },
    // Nested calls get a copy, which isn't in this list. The transaction that lent the copy still has the session.
    async releaseConnection(acquired) {
      releases.get(acquired)?.()
    },
    beginTransaction: (acquired) => run(acquired, 'begin'),
    commitTransaction: (acquired) => run(acquired, 'commit'),
    rollbackTransaction: (acquired) => run(acquired, 'rollback'),
    async destroy() {},
  }
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const runWithin = <T>(work: () => T): T => (call.getStore() ? work() : call.run({ lease: null }, work))
  const withContext = connection.withContext.bind(connection)
  const runInTransaction = connection.runInTransaction.bind(connection)
  connection.withContext = (variables, work, options) => runWithin(() => withContext(variables, work, options))
  connection.runInTransaction = (work) => runWithin(() => runInTransaction(work))
}

function createLease(session: Session, isReleased: () => boolean): DatabaseConnection {
  /** The settings to apply before the next statement. */
  let settings: Setting[] = []
  return {
    async executeQuery({ sql, parameters }) {
      // The session may be in another request's transaction by now, and in its role.
      if (isReleased()) throw new Error('A statement came after the end of its transaction')
      if (isWideGrant(sql)) return { rows: [] }
      const setting = readSetting(sql, parameters)
      if (setting) {
        settings.push(setting)
        return { rows: [] }
      }
      const due = settings
      settings = []
      // A commit or rollback would discard the settings anyway.
      if (due.length > 0 && sql !== 'commit' && sql !== 'rollback') await apply(session, due)
      const { rows, affectedRows } = await session.query(sql, parameters)
      return {
        rows: rows as never[],
        ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
      }
    },
    streamQuery() {
      throw new Error('These sessions do not stream')
    },
  }
}

interface Setting {
  name: string
  value: unknown
}

/**
 * Reads a setting from a statement, or returns null. Lite applies ten settings with ten statements before each request.
 * Sent as one statement, a request is 25% faster.
 */
function readSetting(sql: string, parameters: readonly unknown[]): Setting | null {
  const [, name, value] = /^\s*select set_config\('([\w.]+)', (\$1|''), true\)\s*$/i.exec(sql) ?? []
  return name ? { name, value: value === '$1' ? parameters[0] : '' } : null
}

async function apply(session: Session, settings: readonly Setting[]): Promise<void> {
  const calls = settings.map(({ name }, index) => `set_config('${name}', $${index + 1}, true)`)
  await session.query(
    `select ${calls}`,
    settings.map(({ value }) => value),
  )
}

async function run(connection: DatabaseConnection, statement: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(statement))
}
