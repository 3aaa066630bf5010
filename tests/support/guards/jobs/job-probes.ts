// Calls that come late or name another job. API tests can't make them, because the API calls only with jobs in the
// right state.
import { randomUUID } from 'node:crypto'
import {
  call,
  computeMinutesFromNow,
  computeSecondsFromNow,
  handOverJob,
  noteTask,
  postponeChecks,
  requestCancel,
  settleJob,
  startJob,
} from '../../../harness/ledger/calls.ts'
import { signUp } from '../../../harness/ledger/users.ts'
import { expectSame, type Probe, type Setting } from '../setting.ts'

/** Starts a job that the provider has. Its first status check is due after 10 s. Returns the job's ID. */
async function startChecked({ sql }: Setting, userId: string): Promise<string> {
  const jobId = randomUUID()
  await startJob(sql, { userId, jobId })
  await call(sql, 'public.record_provider_task($1::uuid, $1::uuid::text, 10)', [jobId])
  return jobId
}

export const JOB_PROBES: Record<string, Probe> = {
  'changes only the named job in calls about a job': async (s) => {
    const { started, held } = s.jobs
    const [asked, quiet] = [randomUUID(), randomUUID()]
    for (const jobId of [asked, quiet]) {
      await startJob(s.sql, { userId: s.owner, jobId })
      await noteTask(s.sql, jobId)
      if (jobId === asked) await requestCancel(s.sql, s.owner, asked)
    }
    await noteTask(s.sql, started)
    const others = () =>
      s.sql(
        `select h, g, v from private.credit_holds h join public.jobs g on g.id = h.job_id
         join private.provider_tasks v on v.job_id = h.job_id where h.job_id = any ($1::uuid[]) order by h.job_id`,
        [`{${quiet},${asked}}`],
      )
    const before = await others()
    await requestCancel(s.sql, s.owner, held)
    await requestCancel(s.sql, s.owner, started, 2)
    await call(s.sql, 'public.finish_cancel_request($1, true)', [started])
    await call(s.sql, 'public.record_running($1, 60, false)', [started])
    expectSame(await others(), before)
  },
  "reopens no finished job after late news of the provider's task": async (s) => {
    for (const jobId of [s.jobs.captured, s.jobs.released]) {
      await noteTask(s.sql, jobId)
      await call(s.sql, 'public.mark_job_unknown($1)', [jobId])
      await call(s.sql, 'public.record_running($1, 60, false)', [jobId])
    }
    const open = await s.sql(
      `select id from public.jobs where user_id = $1 and (status in ('running', 'unknown') or not queued)`,
      [s.owner],
    )
    expectSame(open, [])
  },
  "refuses to renew or fail another server's delivery claim": async (s) => {
    const ask = (name: string, seconds: number, ...path: (string | null)[]) =>
      call<string | null>(
        s.sql,
        `public.${name}($1${path.length > 0 ? ', $2' : ''})`,
        [s.jobs.started, ...path],
        computeSecondsFromNow(seconds),
      )
    const dead = await ask('claim_delivery', 0)
    await ask('claim_delivery', 46)
    for (const name of ['renew_delivery', 'fail_delivery']) await ask(name, 80, dead)
    expectSame([await ask('claim_delivery', 90), typeof (await ask('claim_delivery', 92))], [null, 'string'])
  },
  'schedules no status check of a finished job': async (s) => {
    const [ended, late] = [await startChecked(s, s.owner), await startChecked(s, s.owner)]
    const path = await call<string>(s.sql, 'public.claim_delivery($1)', [late])
    for (const job of [ended, late]) await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [job])
    for (const expression of [
      'schedule_check_soon($1, 5)',
      'record_running($1, 5, false)',
      'record_missing_task($1)',
      'finish_cancel_request($1, false)',
    ])
      await call(s.sql, `public.${expression}`, [ended])
    await call(s.sql, 'public.fail_delivery($1, $2)', [late, path])
    expectSame(
      await s.sql('select 1 from private.provider_tasks where job_id in ($1, $2) and due_at is not null', [
        ended,
        late,
      ]),
      [],
    )
  },
  'hands a job over only before a provider has accepted it, with two more minutes': async (s) => {
    const { started, captured } = s.jobs
    const other = randomUUID()
    await startJob(s.sql, { userId: s.stranger, jobId: other })
    await s.sql(`update private.provider_tasks set due_at = ${computeMinutesFromNow(0)} where job_id = $1`, [started])
    expectSame(
      [await handOverJob(s.sql, started, 'fal', 'runway'), await handOverJob(s.sql, captured, 'pollo', 'fal')],
      [false, false],
    )
    expectSame(await handOverJob(s.sql, started, 'pollo', 'fal'), true)
    const owners = await s.sql(
      `select provider, due_at > now() + interval '90 seconds' as is_young from private.provider_tasks
       where job_id = any ($1::uuid[]) order by provider`,
      [`{${started},${other}}`],
    )
    expectSame(owners, [
      { provider: 'fal', is_young: true },
      { provider: 'pollo', is_young: true },
    ])
    await noteTask(s.sql, started)
    expectSame(await handOverJob(s.sql, started, 'fal', 'runway'), false)
    // The task is recorded, but its status isn't: the create response may still be on its way.
    await s.sql(`update public.jobs set status = 'submitted' where id = $1`, [started])
    expectSame(await handOverJob(s.sql, started, 'fal', 'runway'), false)
    await postponeChecks(s.sql, 3)
    expectSame(await handOverJob(s.sql, other, 'pollo', 'fal'), false)
    await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [other])
  },
  'learns durations from the newest 200 videos of a model, a provider, and a length, if there are twenty': async (
    s,
  ) => {
    const row = { model: 'kling-1.6', provider: 'pollo', length_seconds: 7 }
    const userId = await signUp(s.sql, 1000)
    const learned = async () =>
      (await call<(typeof row)[]>(s.sql, 'public.list_job_durations()', [])).filter(
        ({ length_seconds }) => length_seconds === row.length_seconds,
      )
    /** Ends jobs that took this long. No other probe has jobs of their length. */
    const end = async (count: number, seconds: number, outcome: 'capture' | 'release' = 'capture', failures = 0) => {
      for (const jobId of Array.from({ length: count }, () => randomUUID())) {
        await startJob(s.sql, { userId, jobId })
        await s.sql(
          `update public.jobs set length_seconds = $2, created_at = now() - make_interval(secs => $3) where id = $1`,
          [jobId, row.length_seconds, seconds],
        )
        await s.sql('update private.provider_tasks set delivery_failures = $2 where job_id = $1', [jobId, failures])
        await settleJob(s.sql, jobId, outcome)
      }
    }
    await end(19, 100)
    await end(2, 100, 'release')
    await end(2, 100, 'capture', 1)
    expectSame(await learned(), [])
    await end(1, 100)
    expectSame(await learned(), [{ ...row, from: 100, middle: 100, to: 100 }])
    await s.sql(
      `update private.job_durations set seconds = array_fill(99, array[100]) || array_fill(101, array[100])
       where length_seconds = $1`,
      [row.length_seconds],
    )
    await end(2, 300)
    const kept = await s.sql(
      `select seconds[199:] as newest, cardinality(seconds) as count from private.job_durations where length_seconds = $1`,
      [row.length_seconds],
    )
    expectSame(kept, [{ newest: [300, 300], count: 200 }])
    expectSame(await learned(), [{ ...row, from: 99, middle: 101, to: 101 }])
  },
}
