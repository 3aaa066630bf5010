import type { Sql } from '../../harness/sql.ts'

/** Changes every part of the real pg_cron's schedule, and the function that it calls. */
export async function changeSchedule(sql: Sql): Promise<void> {
  await sql(`select cron.unschedule(jobname) from cron.job`)
  await sql(`select cron.schedule('soundreel-sweep', '0 4 * * *', 'select 1')`)
  await sql(`select cron.schedule('my-sweep', '* * * * *', 'select private.call_sweep()')`)
  await sql(`create or replace function private.call_sweep() returns void language sql as 'select 1'`)
}

/** The sentences about changeSchedule. */
export const SCHEDULE_FAULTS = [
  /scheduled for "0 4 \* \* \*" instead of every minute/,
  /runs "select 1" instead of "select private\.call_sweep\(\)"/,
  /scheduled 2 times/,
  /private\.call_sweep is missing, or differs/,
  /Nothing removes the records/,
]
