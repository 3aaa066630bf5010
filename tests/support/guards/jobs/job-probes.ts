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
  startJob,
} from '../../../harness/ledger/calls.ts'
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
    await call(s.sql, 'public.record_queue_state($1, false)', [started])
    expectSame(await others(), before)
  },
  "reopens no finished job after late news of the provider's task": async (s) => {
    for (const jobId of [s.jobs.captured, s.jobs.released]) {
      await noteTask(s.sql, jobId)
      await call(s.sql, 'public.mark_job_unknown($1)', [jobId])
      await call(s.sql, 'public.record_queue_state($1, false)', [jobId])
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
      'defer_status_check($1, 5)',
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
  'estimates a duration from the newest fifty videos of a model and length, if there are twenty': async (s) => {
    const usual = (model = 'kling-1.6', length = 5) =>
      call<{ from: number; to: number } | null>(s.sql, 'public.estimate_seconds($1, $2)', [model, length])
    const add = (count: number, seconds: number, minutesAgo: number) =>
      s.sql(
        `with held as (
           insert into private.credit_holds (job_id, user_id, type, source, amount, state)
           select gen_random_uuid(), $1, 'video_generation', 'kling-1.6', 20, 'captured' from generate_series(1, $2) returning job_id)
         insert into public.jobs (id, user_id, model, credits, mode, input_kind, length_seconds, aspect_ratio, seed, generate_audio, status,
           video_path, created_at, finished_at)
         select job_id, $1, 'kling-1.6', 20, 'text', 'text', 5, '16:9', 1, true, 'succeeded', job_id || '/a.mp4',
           now() - make_interval(mins => $4, secs => $3), now() - make_interval(mins => $4) from held`,
        [s.owner, count, seconds, minutesAgo],
      )
    // The owner already has one video of this model and length.
    expectSame(await usual(), null)
    await add(18, 100, 50)
    expectSame(await usual(), null)
    await add(1, 100, 50)
    expectSame(await usual(), { from: 100, to: 100 })
    expectSame([await usual('veo-3'), await usual('kling-1.6', 8)], [null, null])
    await add(25, 200, 40)
    await add(25, 300, 30)
    expectSame(await usual(), { from: 200, to: 300 })
  },
}
