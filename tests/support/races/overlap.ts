import type { Database, Role } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'

/**
 * Widens the windows of races. Every change of a hold, an entry, an account, or a job waits between its read and its
 * write.
 */
export async function widenWindows(sql: Sql): Promise<void> {
  await sql(`create function private.take_time() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.004);
      return new;
    end $$`)
  for (const [table, event] of [
    ['private.credit_holds', 'insert'],
    ['private.credit_entries', 'insert'],
    ['private.credit_accounts', 'update'],
    ['public.jobs', 'update'],
  ]) {
    await sql(
      `create trigger aa_take_time before ${event} on ${table} for each row execute function private.take_time()`,
    )
  }
}

interface Side<T> {
  role?: Role
  /** Runs on its own connection, inside an open transaction. */
  run(sql: Sql): Promise<T>
}

/**
 * Runs two transactions that overlap in the worst way. The second one starts when the first has done everything but its
 * commit. The first commits when the second waits for it, or has ended without waiting.
 */
export async function overlap<A, B>(db: Database, first: Side<A>, second: Side<B>) {
  const one = await db.connect(first.role ?? 'service_role')
  const two = await db.connect(second.role ?? 'service_role')
  try {
    await one.sql('begin')
    const firstResponse = await first.run(one.sql)
    const [{ pid } = { pid: 0 }] = await two.sql<{ pid: number }>('select pg_backend_pid() as pid')
    await two.sql('begin')
    let ended = false
    const running = second.run(two.sql).finally(() => {
      ended = true
    })
    // The `await` below handles a failure of the second transaction.
    running.catch(() => {})
    let waited = false
    while (!ended && !waited) waited = await isBlocked(db.sql, pid)
    await one.sql('commit')
    const secondResponse = await running
    await two.sql('commit')
    return { waited, first: firstResponse, second: secondResponse }
  } finally {
    await one.close()
    await two.close()
  }
}

async function isBlocked(sql: Sql, pid: number): Promise<boolean> {
  await sql('select pg_sleep(0.003)')
  const [row] = await sql<{ blocked: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as blocked', [pid])
  return row?.blocked ?? false
}

export function count(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

/** Runs the same call many times at once, on up to 60 connections. */
export async function atOnce<T>(
  db: Database,
  times: number,
  run: (sql: Sql, index: number) => Promise<T>,
): Promise<T[]> {
  const crowd = db.clients(Math.min(times, 60))
  try {
    return await Promise.all(Array.from({ length: times }, (_, index) => run(crowd.sql, index)))
  } finally {
    await crowd.close()
  }
}
