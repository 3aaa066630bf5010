import type { Database } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'

/** Until when somebody delivers a job, and stores its video: a server that lives is done in time, or renews it. */
const CLAIMS = ['delivering_until', 'uploading_until']

/**
 * The servers' way to the database. It closes while the test moves time: the move waits for the statements under way, and new
 * ones wait for the move. Neither can lock what the other needs, so every deadlock is one between functions of the product.
 */
export class Gate {
  readonly #underWay = new Set<Promise<unknown>>()
  #closed: Promise<unknown> | null = null

  /** Statements that `sql` makes while the gate is open; `onDeadlock` gets the one that gave way, and to what. */
  guard(sql: Sql, onDeadlock: (what: string) => void): Sql {
    return async <Row>(statement: string, parameters?: unknown[]) => {
      while (this.#closed) await this.#closed
      const made = sql<Row>(statement, parameters)
      const ended = made.catch((error: { code?: string; detail?: string }) => {
        if (error.code === '40P01') onDeadlock(`a deadlock: ${statement}: ${error.detail}`)
      })
      this.#underWay.add(ended)
      return made.finally(() => this.#underWay.delete(ended))
    }
  }

  /** Works with no statement of a server under way. One at a time. */
  async closeFor(work: () => Promise<void>): Promise<void> {
    const closed = Promise.all(this.#underWay).then(work)
    this.#closed = closed.catch(() => {})
    await closed.finally(() => {
      this.#closed = null
    })
  }
}

export interface Clock {
  /**
   * Lets minutes pass in the database: every time it has written moves into the past; claims of deliveries only where their
   * servers `haveDied`. Ledger entries stay as they are, for they never change, and nothing is decided by their times.
   */
  move(minutes: number, haveDied: boolean): Promise<void>
  close(): Promise<void>
}

/** On a connection of its own, which ends with the database server. */
export async function openClock(db: Database): Promise<Clock> {
  const { sql, close } = await db.connect('none')
  // Triggers would take it for a change by somebody.
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
      // Together they are one transaction.
      await sql(Array.from(changes, ([table, all]) => `update ${table} set ${all.join(', ')}`).join(';'))
    },
    close,
  }
}
