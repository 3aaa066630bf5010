import type { Database } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'

/** Columns with the end of a claim on a delivery or an upload. A living server finishes in time or renews its claim. */
const CLAIMS = ['delivering_until', 'uploading_until']

/**
 * The servers' connection to the database, which closes while the test moves time. The move waits for the statements in
 * progress, and new statements wait for the move. The two can't block each other, so every deadlock is between
 * functions of the product.
 */
export class Gate {
  readonly #underWay = new Set<Promise<unknown>>()
  #closed: Promise<unknown> | null = null

  /** Wraps `sql`. `onDeadlock` gets the statement that failed in a deadlock, and its details. */
  guard(sql: Sql, onDeadlock: (what: string) => void): Sql {
    return <Row>(statement: string, parameters?: unknown[]) =>
      this.pass(() =>
        sql<Row>(statement, parameters).catch((error: { detail?: string }) => {
          if (isDeadlock(error)) onDeadlock(`a deadlock: ${statement}: ${error.detail}`)
          throw error
        }),
      )
  }

  /** Makes a call to the database, which first waits while the gate is closed. */
  async pass<T>(call: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed
    const made = call()
    const ended = made.catch(() => {})
    this.#underWay.add(ended)
    return made.finally(() => this.#underWay.delete(ended))
  }

  /** Runs `work` while no server's statement is in progress. Only one call at a time is allowed. */
  async closeFor(work: () => Promise<void>): Promise<void> {
    const closed = Promise.all(this.#underWay).then(work)
    this.#closed = closed.catch(() => {})
    await closed.finally(() => {
      this.#closed = null
    })
  }
}

/** Returns whether this error of PostgreSQL, or of its Data API, is a deadlock. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '40P01'

export interface Clock {
  /**
   * Moves every stored time this many minutes into the past. Delivery claims move only if their servers `haveDied`.
   * Ledger entries keep their times, because entries never change and nothing depends on their times.
   */
  move(minutes: number, haveDied: boolean): Promise<void>
  close(): Promise<void>
}

/** Opens a clock on its own connection, which ends with the database server. */
export async function openClock(db: Database): Promise<Clock> {
  const { sql, close } = await db.connect('none')
  // Disables triggers, which would treat the move as a user's change.
  await sql(`select set_config('session_replication_role', 'replica', false)`)
  const columns = await sql<{ table: string; column: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, a.attname as column
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('public', 'private') and c.relkind = 'r' and c.relname <> 'credit_entries'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid = 'timestamptz'::regtype`,
  )
  return {
    async move(minutes, haveDied) {
      const changes = new Map<string, string[]>()
      for (const { table, column } of columns) {
        if (!haveDied && CLAIMS.includes(column)) continue
        const change = `${column} = ${column} - make_interval(secs => ${minutes * 60})`
        changes.set(table, [...(changes.get(table) ?? []), change])
      }
      // One call with several statements is one transaction.
      await sql(Array.from(changes, ([table, all]) => `update ${table} set ${all.join(', ')}`).join(';'))
    },
    close,
  }
}
