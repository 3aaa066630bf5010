// Compares the schedule of the sweep with the one that the migration creates. Deploy repairs it, and the doctor names the
// difference. A schedule by the right name can still run on another day, or run another statement.
import { readFileSync } from 'node:fs'

export const SWEEP_MIGRATION = 'supabase/migrations/20261127121500_schedule_sweep.sql'

const NAME = 'soundreel-sweep'
const CLEAR_NAME = 'soundreel-clear-runs'
const EVERY_MINUTE = '* * * * *'
const COMMAND = 'select private.call_sweep()'

/** A row of SCHEDULE_SQL. `call` is the body of `private.call_sweep()`, or null if there is no such function. */
export interface ScheduledJob {
  name: string | null
  schedule: string | null
  command: string | null
  active: boolean | null
  call: string | null
}

const OUR_JOBS = `jobname in ('${NAME}', '${CLEAR_NAME}') or command ~* 'call_sweep|jobs/sweep'`

/** Reads the jobs of the sweep. The table cron.job must exist. Without a job, there is one row without a name. */
export const SCHEDULE_SQL = `select j.jobname as name, j.schedule, j.command, j.active, f.prosrc as call
  from (select 1) as one
    left join (select * from cron.job where ${OUR_JOBS}) as j on true
    left join pg_proc f on f.oid = to_regprocedure('private.call_sweep()')
  order by j.jobid`

/** Returns a sentence for each difference from the migration's schedule. */
export function describeScheduleFaults(rows: readonly ScheduledJob[]): string[] {
  const sweeps = rows.filter(({ name, command }) => name === NAME || (command && name !== CLEAR_NAME))
  const [sweep] = [...sweeps].sort((a, b) => Number(b.name === NAME) - Number(a.name === NAME))
  if (!sweep || sweep.active === false) return ['The sweep is not scheduled.']
  const clears = rows.some(({ name, active }) => name === CLEAR_NAME && active)
  return [
    ...(sweep.schedule === EVERY_MINUTE
      ? []
      : [`The sweep is scheduled for "${sweep.schedule}" instead of every minute ("${EVERY_MINUTE}").`]),
    ...(readStatement(sweep.command) === COMMAND
      ? []
      : [`The schedule of the sweep runs "${sweep.command}" instead of "${COMMAND}".`]),
    ...(sweeps.length === 1
      ? []
      : [`The sweep is scheduled ${sweeps.length} times, so it runs more than once a minute.`]),
    ...(sweep.call !== null && readCode(sweep.call) === readCode(readCallSource())
      ? []
      : ['The function private.call_sweep is missing, or differs from the migrations.']),
    ...(clears ? [] : ['Nothing removes the records of the schedule, so they fill the disk.']),
  ]
}

/** Returns SQL that replaces every job of the sweep with the migration's. The SQL fails in no database. */
export function buildScheduleRepair(): string {
  return `do $repair$ begin
  if to_regclass('cron.job') is not null then
    perform cron.unschedule(jobid) from cron.job where ${OUR_JOBS};
  end if;
end $repair$;
drop function if exists private.call_sweep();
${readFileSync(SWEEP_MIGRATION, 'utf8')}`
}

/** Returns the body of `private.call_sweep()` in the migration. */
const readCallSource = () => readFileSync(SWEEP_MIGRATION, 'utf8').split('$call$')[1] ?? ''
const readCode = (code: string) => code.replaceAll(/\s+/g, ' ').trim()
const readStatement = (command: string | null) => readCode(command ?? '').replace(/\s*;$/, '')
