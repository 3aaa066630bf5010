import type { Database } from '../server/postgres.ts'

/** Until when somebody delivers a job, and stores its video: a server that lives is done in time, or renews it. */
const CLAIMS = ['delivering_until', 'uploading_until']

/**
 * Moving time locks every row, and the one who finds a deadlock is the one who gives way. On a busy machine the 5 ms below may
 * take longer than PostgreSQL's second, so the servers wait longer still: a deadlock among them is found all the same.
 */
export async function keepDeadlocks(db: Database): Promise<void> {
  const { sql, close } = await db.connect('none')
  try {
    await sql(
      `do $$ begin execute format('alter database %I set deadlock_timeout = ''20s''', current_database()); end $$`,
    )
  } finally {
    await close()
  }
}

/**
 * Lets minutes pass in the database: every time it has written moves into the past; claims of deliveries only where their
 * servers `haveDied`. Ledger entries stay as they are, for they never change, and nothing is decided by their times.
 */
export async function moveRows(db: Database, minutes: number, haveDied: boolean): Promise<void> {
  const { sql, close } = await db.connect('none')
  try {
    // Triggers would take it for a change by somebody. Where a lock goes round in a circle, this side gives way, and at once.
    await sql(
      `select set_config('session_replication_role', 'replica', false), set_config('deadlock_timeout', '5ms', false)`,
    )
    const tables = await sql<{ name: string; changes: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name,
         string_agg(format('%1$I = %1$I - make_interval(secs => $1)', a.attname), ', ') as changes
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid
       where n.nspname in ('public', 'private') and c.relkind = 'r' and c.relname <> 'credit_entries'
         and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid = 'timestamptz'::regtype
         and ($1 or a.attname <> all ($2))
       group by 1 order by 1`,
      [haveDied, CLAIMS],
    )
    for (;;) {
      await sql('begin')
      try {
        for (const { name, changes } of tables) await sql(`update ${name} set ${changes}`, [minutes * 60])
        await sql('commit')
        return
      } catch (error) {
        await sql('rollback')
        if ((error as { code?: string }).code !== '40P01') throw error
      }
    }
  } finally {
    await close()
  }
}
