import type { Database, Role } from '../../harness/postgres.ts'
import type { Sql } from '../../harness/sql.ts'

/** Makes what races wide: every change of a hold, an entry, an account or a job takes a while between what it read and what it writes. */
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
  /** Called on a connection of its own, inside an open transaction. */
  run(sql: Sql): Promise<T>
}

/**
 * Two transactions that overlap in the worst way: the second starts when the first has done everything but commit, and the
 * first commits when the second waits for it, or has ended without waiting.
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
    // Its failure is looked at below, not here.
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

/** Counts each answer. */
export function count(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

/** The same call many times at once, each on a connection of its own as far as they go round. */
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
