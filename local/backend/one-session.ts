// Gives each transaction exclusive use of PGlite's single session. Supabase Lite 0.10 sends the statements of all
// requests as they arrive. Two requests could then share a transaction and its role.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgliteConnection } from '@supabase/lite/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

export function runOneTransactionAtATime(connection: PgliteConnection): void {
  const { driver } = connection
  /** The settings to apply before the next statement. */
  let settings: Setting[] = []
  const session: DatabaseConnection = {
    async executeQuery({ sql, parameters }) {
      const setting = readSetting(sql, parameters)
      if (setting) {
        settings.push(setting)
        return { rows: [] }
      }
      const due = settings
      settings = []
      // A commit or rollback would discard the settings anyway.
      if (due.length > 0 && sql !== 'commit' && sql !== 'rollback') await apply(driver, due)
      const { rows, affectedRows } = await driver.query<never>(sql, parameters.map(asText))
      return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
    },
    streamQuery() {
      throw new Error('PGlite does not stream')
    },
  }
  /** Lets a transaction's own queries run inside the transaction. Queued, they would deadlock. */
  const call = new AsyncLocalStorage<{ hasSession: boolean }>()
  let free = Promise.resolve()
  let endTurn = () => {}

  const turns: Driver = {
    async init() {},
    async acquireConnection() {
      const caller = call.getStore()
      if (caller?.hasSession) return { ...session }
      const before = free
      const release = Promise.withResolvers<void>()
      free = release.promise
      await before
      if (caller) caller.hasSession = true
      endTurn = () => {
        if (caller) caller.hasSession = false
        release.resolve()
      }
      return session
    },
    // Nested calls get a copy of the session. The transaction that lent the copy still holds the session.
    async releaseConnection(acquired) {
      if (acquired === session) endTurn()
    },
    beginTransaction: (acquired) => run(acquired, 'begin'),
    commitTransaction: (acquired) => run(acquired, 'commit'),
    rollbackTransaction: (acquired) => run(acquired, 'rollback'),
    async destroy() {},
  }

  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => turns,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const runWithin = <T>(work: () => T): T => (call.getStore() ? work() : call.run({ hasSession: false }, work))
  const withContext = connection.withContext.bind(connection)
  const runInTransaction = connection.runInTransaction.bind(connection)
  connection.withContext = (variables, work, options) => runWithin(() => withContext(variables, work, options))
  connection.runInTransaction = (work) => runWithin(() => runInTransaction(work))
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

async function apply(driver: PgliteConnection['driver'], settings: readonly Setting[]): Promise<void> {
  const calls = settings.map(({ name }, index) => `set_config('${name}', $${index + 1}, true)`)
  await driver.query(
    `select ${calls}`,
    settings.map(({ value }) => value),
  )
}

async function run(session: DatabaseConnection, statement: string): Promise<void> {
  await session.executeQuery(CompiledQuery.raw(statement))
}

/**
 * Converts an object to JSON text. PGlite 0.4 fails on an object for an array, and the partly written message breaks
 * the next one.
 */
function asText(parameter: unknown): unknown {
  const isObject = typeof parameter === 'object' && parameter !== null && parameter.constructor === Object
  return isObject ? JSON.stringify(parameter) : parameter
}
