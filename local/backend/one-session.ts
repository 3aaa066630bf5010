// PGlite has one session. Supabase Lite 0.10 runs the statements of all requests in it as they come, so that two at once share
// one transaction and its role. Here each transaction has the session to itself, and what else is asked waits for its end.
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

/** Call once per connection, before its first statement. */
export function runOneTransactionAtATime(connection: PgliteConnection): void {
  const { driver } = connection
  /** Settings that the next statement is to find. */
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
      // They would end with the transaction.
      if (due.length > 0 && sql !== 'commit' && sql !== 'rollback') await apply(driver, due)
      const { rows, affectedRows } = await driver.query<never>(sql, parameters.map(asText))
      return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
    },
    streamQuery() {
      throw new Error('PGlite does not stream')
    },
  }
  /** What a transaction asks of the connection, rather than of itself, is asked within it: waiting would wait for itself. */
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
    // A copy of the session is the loan of a transaction that still has it.
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
  const within = <T>(work: () => T): T => (call.getStore() ? work() : call.run({ hasSession: false }, work))
  const withContext = connection.withContext.bind(connection)
  const runInTransaction = connection.runInTransaction.bind(connection)
  connection.withContext = (variables, work, options) => within(() => withContext(variables, work, options))
  connection.runInTransaction = (work) => within(() => runInTransaction(work))
}

/** For the transaction that is open. */
interface Setting {
  name: string
  value: unknown
}

/**
 * Lite makes ten settings, with a statement each, before the one statement of a request, and looks at no answer: they are kept
 * and sent as one, which takes a quarter off the request.
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
 * PGlite 0.4 cannot write an object where the statement takes an array, and the half of the message that it has written by then
 * spoils the next one. As text it is what the database itself reads as JSON, as an array, or refuses.
 */
function asText(parameter: unknown): unknown {
  const isObject = typeof parameter === 'object' && parameter !== null && parameter.constructor === Object
  return isObject ? JSON.stringify(parameter) : parameter
}
