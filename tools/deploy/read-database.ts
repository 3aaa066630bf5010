import { RECORDED_SQL, type RecordedMigration } from '../../local/recorded-migrations.ts'
import type { Price } from '../doctor/checks/database/credits.ts'
import { type Deployment, isRemote } from '../project/settings.ts'
import { runSupabase } from '../project/supabase.ts'
import { SCHEDULE_SQL, type ScheduledJob } from '../project/sweep-schedule.ts'

/** The rows that a deployment compares with this code. A table that doesn't exist yet has none. */
export interface DatabaseState {
  migrations: RecordedMigration[]
  schedule: ScheduledJob[]
  prices: Price[]
}

/** The statement that reads each part, after the table without which it would fail. */
const PARTS = {
  migrations: ['supabase_migrations.schema_migrations', RECORDED_SQL],
  schedule: ['cron.job', SCHEDULE_SQL],
  prices: ['private.model_prices', 'select * from private.model_prices'],
} satisfies Record<keyof DatabaseState, [table: string, statement: string]>

/**
 * Reads all parts in one query, because each call of the CLI takes a second. A query that names a missing table fails, so
 * PostgreSQL runs the statements of the existing tables from their text. Only its XML functions can do that.
 */
const STATE_SQL = `select part, coalesce(rows::jsonb, '[]') as rows
  from (values ${Object.entries(PARTS)
    .map(([part, [table, statement]]) => `('${part}', '${table}', $read$${statement}$read$)`)
    .join(', ')}) as parts (part, name, statement),
    xmltable('/row' passing case when to_regclass(name) is null then '<row/>'
      else query_to_xml(format('select jsonb_agg(one) as rows from (%s) as one', statement), false, true, '')
      end columns rows text)`

/** Reads the database, without changing anything. */
export async function readDatabase(deployment: Deployment): Promise<DatabaseState> {
  const query = ['db', 'query', STATE_SQL, '--read-only', '--output', 'json', isRemote(deployment)]
  const parts = JSON.parse((await runSupabase(deployment, query)).answer) as { part: string; rows: unknown[] }[]
  return Object.fromEntries(parts.map(({ part, rows }) => [part, rows])) as unknown as DatabaseState
}
