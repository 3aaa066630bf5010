// Answers of the sweep's functions.
import { randomUUID } from 'node:crypto'
import {
  call,
  claimJob,
  computeMinutesFromNow,
  computeSecondsFromNow,
  expireJobs,
  handOverJob,
  holdCredits,
  listDueJobs,
  noteTask,
  parkJobs,
  readCreditBalances,
  releaseUnusedHolds,
  startJob,
} from '../../../harness/ledger/calls.ts'
import { attempt, type Sql } from '../../../harness/sql.ts'
import { type Probe, same } from '../setting.ts'

const sweepHealth = (sql: Sql, minutesLater: number) =>
  call<{ seconds_since_last: number | null; backlog: number }>(
    sql,
    'public.sweep_health()',
    [],
    computeMinutesFromNow(minutesLater),
  )

export const SWEEP_PROBES: Record<string, Probe> = {
  'the sweep returns holds unused for 15 minutes, and nothing else': async (s) => {
    same([await releaseUnusedHolds(s.sql, 14), await releaseUnusedHolds(s.sql, 16)], [0, 1])
    const states = await s.sql(
      'select state from private.credit_holds where job_id = any ($1::uuid[]) order by state',
      [`{${s.jobs.held},${s.jobs.started},${s.jobs.captured}}`],
    )
    same(states, [{ state: 'captured' }, { state: 'released' }, { state: 'started' }])
  },
  'a hold from more than a minute in the future, before the clock was set back, is returned': async ({ sql }) => {
    const waiting = async (minutes: number) => (await sweepHealth(sql, minutes)).backlog
    same([await waiting(-1), await releaseUnusedHolds(sql, -1)], [0, 0])
    same([await waiting(-2), await releaseUnusedHolds(sql, -2), await waiting(-2)], [1, 1, 0])
  },
  'no job has run for less than nothing, whatever the clock says': async ({ sql, owner, jobs }) => {
    const seconds = (job: string) =>
      call(sql, `(public.get_job($1, $2)->>'elapsed_seconds')::int`, [job, owner], computeMinutesFromNow(-120))
    same([await seconds(jobs.started), await seconds(jobs.captured)], [0, 0])
  },
  'a job is due 30 seconds after its last status check, and not while it is young or has ended': async (s) => {
    const { started, captured, released } = s.jobs
    for (const jobId of [started, captured, released]) await noteTask(s.sql, jobId)
    same([await listDueJobs(s.sql, 0), await listDueJobs(s.sql, 1)], [[], [started]])
    same([await claimJob(s.sql, started, 0), (await claimJob(s.sql, started, 1))?.id], [null, started])
    same([await claimJob(s.sql, started, 1), await listDueJobs(s.sql, 1)], [null, []])
    same([await listDueJobs(s.sql, 10, { provider: 'fal' }), await claimJob(s.sql, captured, 70)], [[], null])
  },
  'a poll is counted, and is its owner’s alone': async (s) => {
    const { started } = s.jobs
    const poll = async (userId: string, seconds: number) => {
      const answer = await call<{ wait: number; job: { id: string } | null }>(
        s.sql,
        'public.poll_job($1, $2, 2, 60)',
        [started, userId],
        computeSecondsFromNow(seconds),
      )
      return [answer.wait, answer.job?.id ?? null]
    }
    same(await poll(s.stranger, 600), [0, null])
    same(
      [await poll(s.owner, 600), await poll(s.owner, 610)],
      [
        [0, started],
        [0, started],
      ],
    )
    // Above the rate nothing is read.
    same(
      [await poll(s.owner, 650), await poll(s.stranger, 650)],
      [
        [10, null],
        [0, null],
      ],
    )
  },
  'a job without a task waits for its deadline, unknown after two minutes, and is checked when its task comes': async (
    s,
  ) => {
    const { started } = s.jobs
    const status = async () =>
      (await s.sql<{ status: string }>('select status from public.jobs where id = $1', [started]))[0]?.status
    const backlog = async (minutes: number) => (await sweepHealth(s.sql, minutes)).backlog
    await parkJobs(s.sql, 1)
    same([await status(), await backlog(1), await backlog(3), await listDueJobs(s.sql, 3)], ['submitted', 0, 1, []])
    await parkJobs(s.sql, 3)
    same([await status(), await backlog(3), await listDueJobs(s.sql, 3)], ['unknown', 0, []])
    // No ended job is due again.
    same(await s.sql('select job_id from private.provider_tasks where due_at is not null'), [{ job_id: started }])
    await noteTask(s.sql, started)
    await parkJobs(s.sql, 6)
    same([await status(), await listDueJobs(s.sql, 6)], ['running', [started]])
  },
  'a job without a task is due, unknown after two minutes, where its provider is asked by the job’s id': async (s) => {
    const { started } = s.jobs
    const foreign = randomUUID()
    await startJob(s.sql, { userId: s.stranger, jobId: foreign })
    await s.sql(`update private.provider_tasks set provider = 'fal' where job_id = $1`, [foreign])
    const due = (minutes: number, provider = 'pollo', byJobId = true) =>
      listDueJobs(s.sql, minutes, { provider, byJobId })
    await parkJobs(s.sql, 3, 'pollo', true)
    same([await due(1), await due(3), await due(3, 'pollo', false)], [[], [started], []])
    // The other provider's waits for its deadline.
    same([await due(3, 'fal'), await due(61, 'fal')], [[], [foreign]])
    const states = await s.sql('select status from public.jobs where id = any ($1::uuid[])', [
      `{${started},${foreign}}`,
    ])
    same(states, [{ status: 'unknown' }, { status: 'unknown' }])
    await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [foreign])
  },
  'a job of another provider goes on there and waits for its deadline': async (s) => {
    await noteTask(s.sql, s.jobs.started)
    await parkJobs(s.sql, 3, 'fal')
    same(await s.sql('select status from public.jobs where id = $1', [s.jobs.started]), [{ status: 'running' }])
    same([await listDueJobs(s.sql, 6), await listDueJobs(s.sql, 61)], [[], [s.jobs.started]])
  },
  'of several providers each keeps its jobs, and only those without a task or of a stranger wait': async (s) => {
    const [byTask, byId, foreign] = [randomUUID(), randomUUID(), randomUUID()]
    for (const [jobId, provider] of [
      [byTask, 'fal'],
      [byId, 'comfyui'],
      [foreign, 'runway'],
    ] as const) {
      await startJob(s.sql, { userId: s.owner, jobId })
      await s.sql('update private.provider_tasks set provider = $2 where job_id = $1', [jobId, provider])
    }
    await noteTask(s.sql, byTask)
    await noteTask(s.sql, foreign)
    const defer = (minutes: number) =>
      call(
        s.sql,
        `public.defer_unreachable_jobs('{pollo,fal,comfyui}', '{comfyui}', 3600)`,
        [],
        computeMinutesFromNow(minutes),
      )
    await defer(3)
    const due = (provider: string, byJobId = false) => listDueJobs(s.sql, 3, { provider, byJobId })
    same(
      [await due('pollo', true), await due('fal'), await due('comfyui', true), await due('runway')],
      [[], [byTask], [byId], []],
    )
    const expired = async (providers: string, minutes: number) =>
      attempt(s.sql, async () =>
        (
          await call<{ id: string }[]>(
            s.sql,
            'public.expire_due_jobs($1::text[], 3600, 600, 1000)',
            [providers],
            computeMinutesFromNow(minutes),
          )
        )
          .map(({ id }) => id)
          .sort(),
      )
    same(await expired('{fal,runway}', 61), [s.jobs.started, byId].sort())
    same(await expired('{fal}', 61), [s.jobs.started, byId, foreign].sort())
    same(await expired('{}', 61), [s.jobs.started, byTask, byId, foreign].sort())
    for (const jobId of [byTask, byId, foreign])
      await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [jobId])
  },
  'a job goes to another provider only before anyone has it, and has two minutes again': async (s) => {
    const { started, captured } = s.jobs
    const other = randomUUID()
    await startJob(s.sql, { userId: s.stranger, jobId: other })
    await s.sql(`update private.provider_tasks set due_at = ${computeMinutesFromNow(0)} where job_id = $1`, [started])
    same(
      [await handOverJob(s.sql, started, 'fal', 'runway'), await handOverJob(s.sql, captured, 'pollo', 'fal')],
      [false, false],
    )
    same(await handOverJob(s.sql, started, 'pollo', 'fal'), true)
    const owners = await s.sql(
      `select provider, due_at > now() + interval '90 seconds' as is_young from private.provider_tasks
       where job_id = any ($1::uuid[]) order by provider`,
      [`{${started},${other}}`],
    )
    same(owners, [
      { provider: 'fal', is_young: true },
      { provider: 'pollo', is_young: true },
    ])
    await noteTask(s.sql, started)
    same(await handOverJob(s.sql, started, 'fal', 'runway'), false)
    // Its task is known, and its status is not: a create's answer may be on its way.
    await s.sql(`update public.jobs set status = 'submitted' where id = $1`, [started])
    same(await handOverJob(s.sql, started, 'fal', 'runway'), false)
    await parkJobs(s.sql, 3)
    same(await handOverJob(s.sql, other, 'pollo', 'fal'), false)
    await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [other])
  },
  'a job past its deadline is expired where nobody can be asked, and ten minutes later in any case': async (s) => {
    const expired = async (minutes: number, provider = 'pollo') =>
      attempt(s.sql, async () => (await expireJobs(s.sql, minutes, { provider })).map(({ id }) => id))
    same([await expired(59), await expired(61)], [[], [s.jobs.started]])
    await noteTask(s.sql, s.jobs.started)
    same([await expired(59, 'fal'), await expired(61, 'fal')], [[], [s.jobs.started]])
    same([await expired(61), await expired(69), await expired(71)], [[], [], [s.jobs.started]])
    // Another caller is checking the job right now.
    await claimJob(s.sql, s.jobs.started, 71)
    same(await expired(71), [])
    await expireJobs(s.sql, 72)
    same((await readCreditBalances(s.sql, s.owner)).total_credits, 960)
    same(await s.sql('select failure_code from public.jobs where id = $1', [s.jobs.started]), [
      { failure_code: 'deadline' },
    ])
  },
  'due jobs are listed in turns of their users, the longest waiting first': async (s) => {
    const made: string[] = []
    for (const userId of [s.owner, s.owner, s.stranger, s.stranger]) {
      const jobId = randomUUID()
      await startJob(s.sql, { userId, jobId })
      await noteTask(s.sql, jobId)
      made.push(jobId)
      await s.sql('update private.provider_tasks set due_at = now() + make_interval(secs => $2) where job_id = $1', [
        jobId,
        made.length,
      ])
    }
    same(await listDueJobs(s.sql, 1), [made[0], made[2], made[1], made[3]])
    same(await listDueJobs(s.sql, 1, { limit: 2 }), [made[0], made[2]])
    for (const jobId of made) await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [jobId])
  },
  'waiting answers learn where the jobs that they name stand, and of no other': async (s) => {
    const check = (...ids: string[]) => call(s.sql, 'public.check_jobs($1)', [`{${ids}}`])
    same(await check(s.jobs.started, randomUUID()), [
      {
        id: s.jobs.started,
        status: 'submitted',
        queued: true,
        ahead: null,
        progress: null,
        is_delivering: false,
        delivery_failures: 0,
        claimed: false,
      },
    ])
    same(await check(), [])
  },
  'a sweep’s end is on record, and so is what waits for one': async (s) => {
    const health = (minutes: number) => sweepHealth(s.sql, minutes)
    same(await health(3), { seconds_since_last: 180, backlog: 1 })
    await call(s.sql, 'public.record_sweep()', [], computeMinutesFromNow(2))
    // The hold is unused for 15 minutes by then.
    same(
      [await health(3), await health(16)],
      [
        { seconds_since_last: 60, backlog: 1 },
        { seconds_since_last: 840, backlog: 2 },
      ],
    )
    await releaseUnusedHolds(s.sql, 16)
    same((await health(16)).backlog, 1)
  },
  'a sweep claims no more than it asked for': async (s) => {
    for (let made = 0; made < 3; made++) await holdCredits(s.sql, { userId: s.owner, jobId: randomUUID() })
    same(await releaseUnusedHolds(s.sql, 16, 2), 2)
    await startJob(s.sql, { userId: s.owner, jobId: randomUUID() })
    same((await expireJobs(s.sql, 61, { limit: 1 })).length, 1)
  },
}
