// Who asks a provider about a job, and when.
import { randomUUID } from 'node:crypto'
import { call, claimJob, computeSecondsFromNow, requestCancel, startJob } from '../../../harness/ledger/calls.ts'
import type { Sql } from '../../../harness/sql.ts'
import { type Probe, type Setting, same } from '../setting.ts'

interface StatusCheck {
  id: string
  claimed: boolean
}

/** Returns the jobs whose status checks the caller gets so many seconds from now, in the order of `jobs`. The next one is due `wait` seconds later. */
async function claimChecks(sql: Sql, jobs: string[], seconds: number, { wait = 40, perSecond = 1000 } = {}) {
  const checks = await call<StatusCheck[]>(
    sql,
    `public.check_jobs($1::uuid[], array_fill($2::integer, array[$3::integer]), $4)`,
    [`{${jobs}}`, wait, jobs.length, perSecond],
    computeSecondsFromNow(seconds),
  )
  return jobs.filter((job) => checks.find(({ id }) => id === job)?.claimed)
}

/** Starts a job that the provider has and whose first status check is due after 10 s. */
async function startLooked({ sql }: Setting, userId: string): Promise<string> {
  const jobId = randomUUID()
  await startJob(sql, { userId, jobId })
  await call(sql, 'public.record_provider_task($1::uuid, $1::uuid::text, 10)', [jobId])
  return jobId
}

const readTask = async (sql: Sql, jobId: string, expression: string): Promise<unknown> =>
  (await sql(`select ${expression} as is from private.provider_tasks where job_id = $1`, [jobId]))[0]?.is

export const STATUS_CHECK_PROBES: Record<string, Probe> = {
  'a status check is claimed when it is due, once, and is due again after the wait': async (s) => {
    const [one, other] = [await startLooked(s, s.owner), await startLooked(s, s.stranger)]
    same(await claimChecks(s.sql, [one, other], 9), [])
    same(await claimChecks(s.sql, [one], 11), [one])
    same(await claimChecks(s.sql, [one, other], 11), [other])
    same([await claimChecks(s.sql, [one], 49), await claimChecks(s.sql, [one], 52)], [[], [one]])
  },
  'nobody claims the status check of a job that has ended, or whose video somebody fetches': async (s) => {
    const job = await startLooked(s, s.owner)
    same(await claimChecks(s.sql, [s.jobs.captured, s.jobs.released], 4000), [])
    await call(s.sql, 'public.claim_delivery($1)', [job], computeSecondsFromNow(20))
    // The claim of 45 s is over then, and whoever had it may be dead.
    same([await claimChecks(s.sql, [job], 64), await claimChecks(s.sql, [job], 66)], [[], [job]])
  },
  'a call that only reads jobs claims no status check': async (s) => {
    const job = await startLooked(s, s.owner)
    const read = () => call<StatusCheck[]>(s.sql, 'public.check_jobs($1)', [`{${job}}`], computeSecondsFromNow(60))
    same((await read())[0]?.claimed, false)
    same(await claimChecks(s.sql, [job], 60), [job])
  },
  'the status checks at a provider keep to its rate, and a user with many jobs leaves some to others': async (s) => {
    const many = [await startLooked(s, s.owner), await startLooked(s, s.owner), await startLooked(s, s.owner)]
    const own = await startLooked(s, s.stranger)
    for (const [place, job] of [...many, own].entries())
      await s.sql('update private.provider_tasks set due_at = now() + make_interval(secs => $2) where job_id = $1', [
        job,
        place,
      ])
    const rate = { perSecond: 1 }
    const all = [...many, own]
    // Two after a rest, which is not longer than two seconds' worth.
    same(await claimChecks(s.sql, all, 100, rate), [many[0], own])
    same(await claimChecks(s.sql, all, 100, rate), [])
    same(await claimChecks(s.sql, all, 101, rate), [many[1]])
    same(await claimChecks(s.sql, all, 400, { ...rate, wait: 1000 }), [many[2], own])
    // A clock that was set back gives no checks, and takes none away.
    same(await claimChecks(s.sql, all, 200, rate), [])
    same((await claimChecks(s.sql, all, 201, rate)).length, 1)
  },
  'each provider has a rate of its own': async (s) => {
    const [one, other] = [await startLooked(s, s.owner), await startLooked(s, s.owner)]
    await s.sql(`update private.provider_tasks set provider = 'fal' where job_id = $1`, [other])
    const spare = await startLooked(s, s.owner)
    same(await claimChecks(s.sql, [one, spare], 100, { perSecond: 1 }), [one, spare])
    same(await claimChecks(s.sql, [one, other, spare], 100, { perSecond: 1, wait: 0 }), [other])
  },
  'after a 429 nobody asks for so long, and at most five minutes': async (s) => {
    const job = await startLooked(s, s.owner)
    const pause = (seconds: number, provider = 'pollo') =>
      call(s.sql, 'public.pause_status_checks($1, $2)', [provider, seconds], computeSecondsFromNow(100))
    const claimAt = async (seconds: number) => {
      await s.sql('update private.provider_tasks set due_at = now() where job_id = $1', [job])
      return claimChecks(s.sql, [job], seconds)
    }
    await pause(30, 'fal')
    same(await claimAt(100), [job])
    await pause(30)
    same([await claimAt(100), await claimAt(129), await claimAt(131)], [[], [], [job]])
    await pause(9000)
    same([await claimAt(399), await claimAt(401)], [[], [job]])
    await pause(250)
    // The clock was set back: no pause is that long.
    same(await claimAt(40), [job])
    await s.sql('delete from private.provider_status_checks')
    await pause(30)
    same([await claimAt(129), await claimAt(140)], [[], [job]])
  },
  'the sweep claims a status check within the rate, for as long as it says': async (s) => {
    const job = await startLooked(s, s.owner)
    const claim = (seconds: number, wait: number, perSecond: number | null) =>
      call<{ id: string } | null>(
        s.sql,
        'public.claim_job($1, $2, $3)',
        [job, wait, perSecond],
        computeSecondsFromNow(seconds),
      )
    await s.sql(
      `insert into private.provider_status_checks (provider, remaining, filled_at) values ('pollo', 0, now() + interval '100 seconds')`,
    )
    same([await claim(9, 30, null), await claim(100, 30, 1)], [null, null])
    same((await claim(100, 20, null))?.id, job)
    same([await claim(119, 20, null), (await claim(121, 20, 5))?.id], [null, job])
    same((await claimJob(s.sql, job, 10))?.id, job)
    same(await claim(10 * 60 + 29, 20, null), null)
    same((await claim(10 * 60 + 31, 20, null))?.id, job)
  },
  'what a status check found is seen by all, of this job alone': async (s) => {
    const [job, other] = [await startLooked(s, s.owner), await startLooked(s, s.owner)]
    await call(s.sql, 'public.record_missing_task($1)', [job])
    await call(s.sql, 'public.record_queue_state($1, false, 3, 0.4)', [job])
    const read = (id: string) =>
      call(
        s.sql,
        `(select jsonb_build_array(j->'queued', j->'ahead', j->'progress', j->'task_missing', j->'is_check_due', j->'is_delivering')
          from public.get_job($1, $2) as j)`,
        [id, s.owner],
        computeSecondsFromNow(20),
      )
    same(
      [await read(job), await read(other)],
      [
        [false, 3, 0.4, false, true, false],
        [true, null, null, false, true, false],
      ],
    )
    await call(s.sql, 'public.claim_delivery($1)', [job], computeSecondsFromNow(20))
    same(await read(job), [false, 3, 0.4, false, false, true])
    await call(s.sql, 'public.record_queue_state($1, true, null, null)', [s.jobs.captured])
    same(await s.sql('select queued from public.jobs where id = $1', [s.jobs.captured]), [{ queued: true }])
  },
  'a lost create is checked at once, and what is running stays as it was': async (s) => {
    const [lost, other] = [randomUUID(), await startLooked(s, s.owner)]
    await startJob(s.sql, { userId: s.owner, jobId: lost })
    const before = await readTask(s.sql, other, 'due_at')
    await call(s.sql, 'public.mark_job_unknown($1)', [lost], computeSecondsFromNow(30))
    await call(s.sql, 'public.mark_job_unknown($1)', [other], computeSecondsFromNow(0))
    same(await claimChecks(s.sql, [lost], 29), [])
    same(await claimChecks(s.sql, [lost], 31), [lost])
    same(await readTask(s.sql, other, 'due_at'), before)
  },
  'a task that is missing is asked for again after 10 seconds, a cancellation without an answer after 5': async (s) => {
    const [missing, asked, late] = [
      await startLooked(s, s.owner),
      await startLooked(s, s.owner),
      await startLooked(s, s.owner),
    ]
    const all = [missing, asked, late]
    same(await claimChecks(s.sql, all, 20, { wait: 1000 }), all)
    for (const job of [asked, late]) await requestCancel(s.sql, s.owner, job)
    await call(s.sql, 'public.record_missing_task($1)', [missing], computeSecondsFromNow(20))
    await call(s.sql, 'public.finish_cancel_request($1, false)', [asked], computeSecondsFromNow(20))
    await call(s.sql, 'public.finish_cancel_request($1, true)', [late], computeSecondsFromNow(20))
    same(await claimChecks(s.sql, all, 24), [])
    same(await claimChecks(s.sql, all, 26), [asked])
    same(await claimChecks(s.sql, all, 31), [missing])
  },
  'a video that could not be fetched is fetched again when its wait is over, unless somebody fetches it': async (s) => {
    const job = await startLooked(s, s.owner)
    same(await claimChecks(s.sql, [job], 20, { wait: 1000 }), [job])
    const path = await call<string>(s.sql, 'public.claim_delivery($1)', [job], computeSecondsFromNow(20))
    await call(s.sql, 'public.fail_delivery($1, $2)', [job, 'another'], computeSecondsFromNow(20))
    same(await claimChecks(s.sql, [job], 30), [])
    await call(s.sql, 'public.fail_delivery($1, $2)', [job, path], computeSecondsFromNow(20))
    same([await claimChecks(s.sql, [job], 24), await claimChecks(s.sql, [job], 26)], [[], [job]])
  },
  'a job whose delivery did not start is checked again soon, and after one that runs elsewhere': async (s) => {
    const [job, other] = [await startLooked(s, s.owner), await startLooked(s, s.owner)]
    const hasten = (jobId: string) =>
      call(s.sql, 'public.schedule_check_soon($1, 5)', [jobId], computeSecondsFromNow(20))
    same(await claimChecks(s.sql, [job, other], 20, { wait: 1000 }), [job, other])
    await hasten(job)
    same([await claimChecks(s.sql, [job, other], 24), await claimChecks(s.sql, [job, other], 26)], [[], [job]])
    await call(s.sql, 'public.claim_delivery($1)', [other], computeSecondsFromNow(20))
    same(await claimChecks(s.sql, [other], 66, { wait: 1000 }), [other])
    await call(s.sql, 'public.claim_delivery($1)', [other], computeSecondsFromNow(70))
    await hasten(other)
    same([await claimChecks(s.sql, [other], 114), await claimChecks(s.sql, [other], 116)], [[], [other]])
  },
  'a job that runs on is put off, but not if it is due soon or delivered by now': async (s) => {
    const [running, due, delivered, hastened] = [
      await startLooked(s, s.owner),
      await startLooked(s, s.owner),
      await startLooked(s, s.owner),
      await startLooked(s, s.owner),
    ]
    const all = [running, due, delivered, hastened]
    same(await claimChecks(s.sql, all, 20, { wait: 30 }), all)
    await call(s.sql, 'public.schedule_check_soon($1, 5)', [hastened], computeSecondsFromNow(22))
    await call(
      s.sql,
      `public.record_provider_callback($1::uuid, 'pollo', $1::uuid::text)`,
      [due],
      computeSecondsFromNow(21),
    )
    await call(s.sql, 'public.claim_delivery($1)', [delivered], computeSecondsFromNow(21))
    const other = await startLooked(s, s.owner)
    same(await claimChecks(s.sql, [other], 20, { wait: 60 }), [other])
    for (const job of all) await call(s.sql, 'public.defer_status_check($1, 100)', [job], computeSecondsFromNow(22))
    same(await claimChecks(s.sql, [other], 81), [other])
    same(await claimChecks(s.sql, all, 23, { wait: 1000 }), [due])
    same(await claimChecks(s.sql, all, 28, { wait: 1000 }), [hastened])
    same(await claimChecks(s.sql, all, 67, { wait: 1000 }), [delivered])
    same(
      [await claimChecks(s.sql, [running], 121), await claimChecks(s.sql, [running], 123, { wait: 1000 })],
      [[], [running]],
    )
    await call(s.sql, 'public.defer_status_check($1, 5)', [running], computeSecondsFromNow(123))
    same(await claimChecks(s.sql, [running], 200), [])
  },
  'no job is due again once it has ended': async (s) => {
    const [ended, late] = [await startLooked(s, s.owner), await startLooked(s, s.owner)]
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
    same([await readTask(s.sql, ended, 'due_at'), await readTask(s.sql, late, 'due_at')], [null, null])
  },
  'the usual time is what the newest fifty of a model and length took, and no time with fewer than twenty': async (
    s,
  ) => {
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
    // Beside the owner's own.
    same(await usual(), null)
    await add(18, 100, 50)
    same(await usual(), null)
    await add(1, 100, 50)
    same(await usual(), { from: 100, to: 100 })
    same([await usual('veo-3'), await usual('kling-1.6', 8)], [null, null])
    await add(25, 200, 40)
    await add(25, 300, 30)
    same(await usual(), { from: 200, to: 300 })
  },
}
