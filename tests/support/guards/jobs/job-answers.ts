// Answers of holding credits, starting a job, and settling it.
import { randomUUID } from 'node:crypto'
import {
  call,
  type HoldCall,
  holdCredits,
  noteTask,
  readCreditBalances,
  releaseUnusedHolds,
  requestCancel,
  settleJob,
  startJob,
} from '../../../harness/ledger/calls.ts'
import { type Probe, type Setting, same } from '../setting.ts'

const holdOutcome = async ({ sql }: Setting, hold: HoldCall) => (await holdCredits(sql, hold)).outcome
const holdAnswer = async ({ sql }: Setting, hold: HoldCall) => {
  const { outcome, settlement } = await holdCredits(sql, hold)
  return [outcome, settlement]
}
const startOutcome = async ({ sql }: Setting, hold: HoldCall, options = {}) =>
  (await startJob(sql, hold, options)).outcome

const HOLDS: Record<string, Probe> = {
  'a hold is taken at today’s price and no other, for a model that has one': async (s) => {
    const hold = { userId: s.owner, jobId: randomUUID() }
    for (const quoted of [19, 21, 0, -20]) same(await holdOutcome(s, { ...hold, quoted }), 'price_changed')
    same(await holdOutcome(s, { ...hold, model: 'veo-99' }), 'unknown_model')
    same((await readCreditBalances(s.sql, s.owner)).total_credits, 940)
  },
  'a hold beyond the balance is answered, and takes nothing': async (s) => {
    same(await holdOutcome(s, { userId: s.stranger, jobId: randomUUID(), model: 'veo-2', quoted: 180 }), 'insufficient')
    same((await readCreditBalances(s.sql, s.stranger)).total_credits, 50)
  },
  'a hold is bound to its person, model, price and purpose': async (s) => {
    const hold = { userId: s.owner, jobId: s.jobs.held }
    same(await holdOutcome(s, hold), 'exists')
    same(await holdAnswer(s, { ...hold, userId: s.stranger }), ['key_mismatch', 'none'])
    for (const quoted of [20, 330]) {
      same(await holdAnswer(s, { ...hold, model: 'veo-3', quoted }), ['key_mismatch', 'held'])
    }
    same(await holdAnswer(s, { ...hold, quoted: 19 }), ['price_changed', 'held'])
    same(await holdAnswer(s, { ...hold, type: 'other' }), ['key_mismatch', 'held'])
    await s.sql(`update private.model_prices set credits = 21 where model = 'kling-1.6'`)
    same(await holdAnswer(s, hold), ['exists', 'held'])
    same(await holdAnswer(s, { ...hold, quoted: 21 }), ['key_mismatch', 'held'])
  },
  'a settled hold holds and starts nothing again': async (s) => {
    for (const settlement of ['captured', 'released'] as const) {
      const hold = { userId: s.owner, jobId: s.jobs[settlement] }
      same(await holdAnswer(s, hold), ['spent', settlement])
      same(await holdAnswer(s, { ...hold, quoted: 19 }), ['key_mismatch', settlement])
    }
    same(await holdOutcome(s, { userId: s.owner, jobId: s.jobs.released, capture: true }), 'spent')
    const jobId = randomUUID()
    await holdCredits(s.sql, { userId: s.owner, jobId })
    await releaseUnusedHolds(s.sql, 16)
    same(await startOutcome(s, { userId: s.owner, jobId }), 'spent')
  },
  'a charge at once is final at once': async (s) => {
    const jobId = randomUUID()
    const hold = { userId: s.stranger, jobId, capture: true }
    for (const outcome of ['held', 'exists']) {
      const answer = await holdCredits(s.sql, hold)
      same([answer.outcome, answer.settlement], [outcome, 'captured'])
    }
    const open = { jobId: s.jobs.held, capture: true }
    same(await holdOutcome(s, { ...open, userId: s.stranger }), 'key_mismatch')
    same((await holdCredits(s.sql, { ...open, capture: false, userId: s.owner })).settlement, 'held')
    same((await holdCredits(s.sql, { ...open, userId: s.owner })).settlement, 'captured')
    // A job's state is its video's to say, and no other user learns it.
    same((await holdCredits(s.sql, { ...open, jobId: s.jobs.started, userId: s.owner })).settlement, 'held')
    same((await holdCredits(s.sql, { ...open, jobId: s.jobs.captured, userId: s.stranger })).settlement, 'none')
    await settleJob(s.sql, jobId, 'release')
    same((await readCreditBalances(s.sql, s.stranger)).total_credits, 30)
  },
}

const JOBS: Record<string, Probe> = {
  'a job starts for the person, the model and the request it was held and started with': async (s) => {
    const hold = { userId: s.owner, jobId: s.jobs.held }
    same(await startOutcome(s, { ...hold, userId: s.stranger }), 'key_mismatch')
    same(await startOutcome(s, hold), 'started')
    same(await startOutcome(s, hold), 'exists')
    for (const [caller, settlement] of [
      [s.owner, 'held'],
      [s.stranger, 'none'],
    ] as const) {
      const answer = await startJob(s.sql, { ...hold, userId: caller }, { hash: 'another request' })
      same([answer.outcome, answer.settlement], ['key_mismatch', settlement])
    }
    same(await startOutcome(s, { ...hold, userId: s.stranger }), 'key_mismatch')
  },
  'a start that does not match its hold gives it back at once, to its person alone': async (s) => {
    for (const [other, refusal] of [
      [{ model: 'veo-3', quoted: 330 }, 'key_mismatch'],
      [{ quoted: 19 }, 'price_changed'],
    ] as const) {
      const hold = { userId: s.owner, jobId: randomUUID() }
      await holdCredits(s.sql, hold)
      same(await startOutcome(s, { ...hold, ...other, userId: s.stranger }), 'key_mismatch')
      same((await readCreditBalances(s.sql, s.owner)).total_credits, 920)
      const { outcome, settlement } = await startJob(s.sql, { ...hold, ...other })
      same([outcome, settlement], [refusal, 'released'])
      // Its other hold stays.
      same((await readCreditBalances(s.sql, s.owner)).total_credits, 940)
      same(await startOutcome(s, hold), 'spent')
    }
  },
  'a person has no more open jobs than allowed, and the refused one holds nothing': async (s) => {
    same(await startOutcome(s, { userId: s.owner, jobId: s.jobs.held }, { maxOpen: 1 }), 'too_many_open')
    same((await readCreditBalances(s.sql, s.owner)).total_credits, 960)
    same(await startOutcome(s, { userId: s.owner, jobId: randomUUID() }, { maxOpen: 2 }), 'started')
    same(await startOutcome(s, { userId: s.stranger, jobId: randomUUID() }, { maxOpen: 1 }), 'started')
  },
  'what is said of one job changes no other one': async (s) => {
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
    same(await others(), before)
  },
  'a job is its owner’s to see': async (s) => {
    const find = (userId: string) =>
      call<{ id: string } | null>(s.sql, 'public.get_job($1, $2)', [s.jobs.started, userId])
    same((await find(s.owner))?.id, s.jobs.started)
    same(await find(s.stranger), null)
  },
  'the first outcome of a job stands, in credits and in status': async (s) => {
    for (const [jobId, settlement, status] of [
      [s.jobs.captured, 'captured', 'succeeded'],
      [s.jobs.released, 'released', 'failed'],
    ] as const) {
      for (const outcome of ['capture', 'release'] as const) {
        const job = await settleJob(s.sql, jobId, outcome)
        same([job?.settlement, job?.status], [settlement, status])
      }
    }
    const other = JSON.stringify({ path: 'c/d.mp4', duration_seconds: 6, bytes: 2000 })
    await call(s.sql, 'public.settle_job($1, $2::jsonb, null, null)', [s.jobs.captured, other])
    same(await s.sql('select video_path from public.jobs where id = $1', [s.jobs.captured]), [
      { video_path: 'a/b.mp4' },
    ])
  },
  'a task is one job’s: the next one is refused it, and keeps its status': async (s) => {
    const jobId = randomUUID()
    await startJob(s.sql, { userId: s.stranger, jobId })
    const record = (job: string) => call<boolean>(s.sql, `public.record_provider_task($1, 'one task')`, [job])
    same([await record(s.jobs.started), await record(s.jobs.started), await record(jobId)], [true, true, false])
    same(
      await s.sql(
        'select status, provider_task_id from public.jobs join private.provider_tasks on job_id = id where id = $1',
        [jobId],
      ),
      [{ status: 'submitted', provider_task_id: null }],
    )
    // Ids of another provider are other tasks.
    await s.sql(`update private.provider_tasks set provider = 'fal' where job_id = $1`, [jobId])
    same(await record(jobId), true)
    await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [jobId])
  },
  'late news of the provider’s task opens no finished job again': async (s) => {
    for (const jobId of [s.jobs.captured, s.jobs.released]) {
      await noteTask(s.sql, jobId)
      await call(s.sql, 'public.mark_job_unknown($1)', [jobId])
    }
    const open = await s.sql(`select id from public.jobs where user_id = $1 and status in ('running', 'unknown')`, [
      s.owner,
    ])
    same(open, [])
  },
  'a provider that calls back gives an open job of its its task, and makes its status check due; no other job changes':
    async (s) => {
      const { started, captured } = s.jobs
      const [unanswered, foreign] = [randomUUID(), randomUUID()]
      for (const jobId of [unanswered, foreign]) await startJob(s.sql, { userId: s.stranger, jobId })
      await s.sql(`update private.provider_tasks set provider = 'fal' where job_id = $1`, [foreign])
      await s.sql(`update private.provider_tasks set provider_task_id = 'known' where job_id = $1`, [started])
      const callBack = (job: string, task: string, provider = 'pollo') =>
        call<boolean>(s.sql, 'public.record_provider_callback($1, $2, $3)', [job, provider, task])
      const getState = async (job: string) => {
        const [row] = await s.sql<{ state: string }>(
          `select concat_ws(' ', status, provider_task_id, due_at <= now()) as state
           from public.jobs join private.provider_tasks on job_id = id where id = $1`,
          [job],
        )
        return row?.state
      }
      const states = () => Promise.all([unanswered, started, foreign, captured].map(getState))
      const before = await states()
      same(before, ['submitted f', 'submitted known f', 'submitted f', 'succeeded'])
      same(
        [await callBack(unanswered, 'new', 'fal'), await callBack(started, 'other'), await callBack(captured, 'new')],
        [false, false, false],
      )
      same(await callBack(unanswered, 'known'), false)
      same(await states(), before)
      same([await callBack(unanswered, 'new'), await callBack(unanswered, 'new')], [true, true])
      same(await states(), ['running new t', ...before.slice(1)])
      for (const jobId of [unanswered, foreign])
        await call(s.sql, `public.settle_job($1, null, 'provider_failed', '')`, [jobId])
    },
  'a task counts as missing since the provider first said so, until it says that it has it': async (s) => {
    const { started, captured } = s.jobs
    const record = (job: string) => call<number>(s.sql, 'public.record_missing_task($1)', [job])
    const isMissing = async (job: string) =>
      (await call<{ task_missing: boolean }>(s.sql, 'private.job_record($1)', [job])).task_missing
    const age = (interval: string) =>
      s.sql(`update private.provider_tasks set task_missing_since = now() - $2::interval where job_id = $1`, [
        started,
        interval,
      ])
    same([await record(started), await record(captured), await isMissing(started)], [0, 0, true])
    await age('10.5 seconds')
    same([await record(started), await record(captured)], [10, 0])
    await age('-1 hour')
    same(await record(started), 0)
    await call(s.sql, 'public.record_queue_state($1, false)', [started])
    same([await isMissing(started), await isMissing(captured)], [false, true])
  },
}

const COSTS: Record<string, Probe> = {
  'what a job cost is what its provider said last, and the latest are listed first, as many as asked for': async (
    s,
  ) => {
    const { started, captured, released } = s.jobs
    const record = (job: string, cost: number, unit: string) =>
      call(s.sql, 'public.record_cost($1, $2, $3)', [job, cost, unit])
    const list = (limit: number) =>
      call<{ job_id: string; cost: number; cost_unit: string; settlement: string }[]>(s.sql, 'public.list_costs($1)', [
        limit,
      ])
    same(await list(9), [])
    for (const [age, job] of [started, captured, released].entries()) {
      await record(job, 1, 'credits')
      await record(job, 1.25 + age, 'usd')
      await s.sql('update private.provider_tasks set costed_at = now() - make_interval(mins => $2) where job_id = $1', [
        job,
        age,
      ])
    }
    same(
      (await list(9)).map((one) => [one.job_id, one.cost, one.cost_unit, one.settlement]),
      [
        [started, 1.25, 'usd', 'held'],
        [captured, 2.25, 'usd', 'captured'],
        [released, 3.25, 'usd', 'released'],
      ],
    )
    same((await list(2)).length, 2)
  },
}

export const JOB_PROBES: Record<string, Probe> = { ...HOLDS, ...JOBS, ...COSTS }
