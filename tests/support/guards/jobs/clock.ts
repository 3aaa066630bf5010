// The database's clock may be set back. Nothing may then wait until the old time is reached again.
import {
  call,
  computeMinutesFromNow,
  computeSecondsFromNow,
  releaseUnusedHolds,
} from '../../../harness/ledger/calls.ts'
import { expectSame, type Probe, type Setting } from '../setting.ts'

/** Reads a field of the started job, this many minutes from now. */
const read = ({ sql, jobs, owner }: Setting, field: string, minutes: number) =>
  call<number>(sql, `(public.get_job($1, $2)->>'${field}')::int`, [jobs.started, owner], computeMinutesFromNow(minutes))

export const CLOCK_PROBES: Record<string, Probe> = {
  'returns a hold from over a minute in the future in the next sweep': async ({ sql }) => {
    const countWaiting = async (minutes: number) =>
      (await call<{ backlog: number }>(sql, 'public.sweep_health()', [], computeMinutesFromNow(minutes))).backlog
    expectSame([await countWaiting(-1), await releaseUnusedHolds(sql, -1)], [0, 0])
    expectSame([await countWaiting(-2), await releaseUnusedHolds(sql, -2), await countWaiting(-2)], [1, 1, 0])
  },
  'never reports a negative elapsed time of a job': async (s) => {
    expectSame(await read(s, 'elapsed_seconds', -120), 0)
  },
  'ignores future times of delivery failures and of missing files and tasks': async (s) => {
    const path = await call(s.sql, 'public.claim_delivery($1)', [s.jobs.started])
    await call(s.sql, 'public.fail_delivery($1, $2)', [s.jobs.started, path])
    expectSame([await read(s, 'delivery_wait_seconds', 0), await read(s, 'delivery_wait_seconds', -1)], [5, 0])
    await s.sql(
      `update private.provider_tasks set file_missing_since = now() + interval '1 hour', task_missing_since = now() + interval '1 hour'`,
    )
    for (const of of ['file', 'task'])
      expectSame(await call(s.sql, `public.record_missing_${of}($1)`, [s.jobs.started]), 0)
  },
  "limits a provider's pause to five minutes, and keeps the rate of its status checks": async (s) => {
    const claim = (seconds: number) =>
      call<number>(s.sql, `private.claim_status_checks('pollo', 9, 1)`, [], computeSecondsFromNow(seconds))
    expectSame([await claim(400), await claim(400), await claim(200), await claim(201)], [2, 0, 0, 1])
    await call(s.sql, `public.pause_status_checks('pollo', 250)`, [], computeSecondsFromNow(300))
    expectSame([await claim(260), await claim(240)], [0, 2])
  },
  'sends an alert that is due in more than an hour': async (s) => {
    await s.sql(
      `insert into private.alerts (name, is_firing, since, due_at) values ('sweep_silent', true, now(), now())`,
    )
    await s.sql('delete from private.last_sweep')
    const claim = async (minutes: number) =>
      (await call<{ name: string }[]>(s.sql, 'public.claim_alerts(true)', [], computeMinutesFromNow(minutes))).map(
        ({ name }) => name,
      )
    expectSame([(await claim(0)).includes('sweep_silent'), (await claim(-120)).includes('sweep_silent')], [true, true])
  },
}
