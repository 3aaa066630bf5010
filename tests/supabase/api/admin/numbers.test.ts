// The operator's numbers: jobs count on the day they ended, in UTC, and a counted day never changes.
import { beforeEach, expect, it, vi } from 'vitest'
import type { EndedJobs, Numbers } from '../../../../supabase/functions/_shared/contract/admin.ts'
import { createUser } from '../../../harness/database.ts'
import { NO_NUMBERS } from '../../../support/no-numbers.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { openSuite } from '../../../support/server/open-suite.ts'

const { supabase, sql } = await openSuite()
/** No other row of the database is this new, so each test counts only its own. */
const NOON = Date.parse('2027-03-20T12:00:00Z')
const GRANT = `insert into private.credit_entries (user_id, kind, amount, type, source, grant_key, created_at)
  values ($1, 'grant', $2, $3, 'test', gen_random_uuid(), $4)`

beforeEach(async () => {
  await sql('truncate private.daily_jobs, private.daily_delays, private.last_count')
  await sql('delete from private.provider_tasks')
  await sql('delete from public.jobs')
})

async function start(settings: Record<string, string> = {}) {
  const api = startAdminApi(supabase, settings)
  const user = await createUser(supabase, 1000)
  return {
    ...api,
    user,
    /** Creates a job of 20 credits. It ended at this time with a video of 1,000 bytes, or with the failure code. */
    async endJob(endedAt: string, { failure, cost }: { failure?: string; cost?: number } = {}): Promise<void> {
      const id = crypto.randomUUID()
      api.clock.now = Date.now()
      await api.create(user, id)
      await sql(
        `update public.jobs set finished_at = $2, failure_code = $3, status = $4, video_path = 'a.mp4', video_bytes = 1000 where id = $1`,
        [id, endedAt, failure ?? null, failure ? 'failed' : 'succeeded'],
      )
      if (cost !== undefined)
        await sql(
          `update private.provider_tasks set cost = $2, cost_unit = 'usd', costed_at = now() where job_id = $1`,
          [id, cost],
        )
    },
    async readNumbers(at = NOON): Promise<Numbers> {
      api.clock.now = at
      const headers = await api.asAdmin()
      const { body } = await api.request('GET', '/api/admin/numbers', null, undefined, { headers })
      return body.data
    },
    async sweepAt(at: string): Promise<void> {
      api.clock.now = Date.parse(at)
      expect((await api.sweep()).status).toBe(200)
    },
  }
}

const describe = ({ day, outcome, jobs, charged, returned, cost }: EndedJobs) =>
  [day, outcome, jobs, charged, returned, cost && `${cost.amount} ${cost.unit}`].join(' ')
const countedDays = async () =>
  (await sql<{ day: string }>('select distinct day::text from private.daily_jobs order by 1')).map(({ day }) => day)

it('adds up the jobs that ended by day, model, provider, and outcome, the same before and after a day is counted', async () => {
  const { endJob, readNumbers, sweepAt } = await start()
  await endJob('2027-01-31T23:59:59Z')
  await endJob('2027-02-01T00:00:00Z')
  await endJob('2027-03-19T23:59:59Z', { cost: 0.25 })
  await endJob('2027-03-19T01:00:00Z', { cost: 0.5 })
  await endJob('2027-03-19T02:00:00Z')
  await endJob('2027-03-19T02:00:00Z', { failure: 'content_refused' })
  await endJob('2027-03-20T00:00:00Z', { failure: 'deadline', cost: 2 })
  const expected = [
    '2027-02-01 succeeded 1 20 0 ',
    '2027-03-19 content_refused 1 0 20 ',
    '2027-03-19 succeeded 1 20 0 ',
    '2027-03-19 succeeded 2 40 0 0.75 usd',
    '2027-03-20 deadline 1 0 20 2 usd',
  ]
  const before = await readNumbers()
  expect(before.jobs.map(describe)).toEqual(expected)
  expect(before.jobs[0]).toMatchObject({ model: 'kling-1.6', modelName: 'Kling 1.6', provider: 'pollo' })
  await sweepAt('2027-03-20T12:00:00Z')
  // A sweep counts seven days at most.
  expect(await countedDays()).toEqual(['2027-01-31', '2027-02-01'])
  for (let sweeps = 1; sweeps < 7; sweeps += 1) await sweepAt('2027-03-20T12:00:00Z')
  expect(await countedDays()).toEqual(['2027-01-31', '2027-02-01', '2027-03-19'])
  const after = await readNumbers()
  expect(after.jobs).toEqual(before.jobs)
  expect(after.today).toBe('2027-03-20')
})

it("tells how late 95% of a day's videos came, the same before and after the day is counted", async () => {
  const { endJob, readNumbers, sweepAt } = await start()
  for (let seconds = 0; seconds <= 100; seconds += 10) {
    await endJob('2027-03-19T12:00:00Z')
    await sql(
      `update private.provider_tasks set unfinished_at = '2027-03-19T12:00:00Z'::timestamptz - make_interval(secs => $1)
      where unfinished_at is null`,
      [seconds],
    )
  }
  // A failure doesn't count.
  await endJob('2027-03-19T12:00:00Z', { failure: 'provider_failed' })
  // The only video of its day was found finished at its first check.
  await endJob('2027-03-18T12:00:00Z')
  await sql(`update public.jobs set created_at = finished_at - interval '40 seconds' where finished_at < '2027-03-19'`)
  // A check of another server found the only video of its day running, and recorded it after the end.
  await endJob('2027-03-17T12:00:00Z')
  await sql(`update private.provider_tasks t set unfinished_at = j.finished_at + interval '5 seconds'
    from public.jobs j where j.id = t.job_id and j.finished_at < '2027-03-18'`)
  const expected = [
    { day: '2027-03-17', seconds: 0 },
    { day: '2027-03-18', seconds: 40 },
    { day: '2027-03-19', seconds: 95 },
  ]
  expect((await readNumbers()).delays).toEqual(expected)
  await sweepAt('2027-03-20T12:00:00Z')
  expect(await countedDays()).toEqual(['2027-03-17', '2027-03-18', '2027-03-19'])
  await sql(`update private.provider_tasks set unfinished_at = null`)
  expect((await readNumbers()).delays).toEqual(expected)
})

it('returns 30 days also at the start of March, when the last month was shorter', async () => {
  const { endJob, readNumbers } = await start()
  await endJob('2027-01-30T23:59:59Z')
  await endJob('2027-01-31T00:00:00Z')
  const { jobs } = await readNumbers(Date.parse('2027-03-01T12:00:00Z'))
  expect(jobs.map(({ day }) => day)).toEqual(['2027-01-31'])
})

it('counts a day an hour after its end, and never again', async () => {
  const { endJob, readNumbers, sweepAt } = await start()
  await sweepAt('2027-03-19T12:00:00Z')
  await endJob('2027-03-19T23:59:59Z')
  await sweepAt('2027-03-20T00:59:59Z')
  expect(await countedDays()).toEqual([])
  await sweepAt('2027-03-20T01:00:00Z')
  expect(await countedDays()).toEqual(['2027-03-19'])
  await endJob('2027-03-20T01:00:01Z')
  await sql(`update private.provider_tasks set cost = 9, cost_unit = 'usd', costed_at = now()`)
  await sweepAt('2027-03-20T01:01:00Z')
  expect((await readNumbers()).jobs.map(describe)).toEqual([
    '2027-03-19 succeeded 1 20 0 ',
    '2027-03-20 succeeded 1 20 0 9 usd',
  ])
})

it('says what waits, what is stored, and what was granted', async () => {
  const { endJob, readNumbers, sweepAt, user, create, clock } = await start({ STORAGE_LIMIT_GB: '1.5' })
  expect(await readNumbers()).toEqual({ ...NO_NUMBERS, today: '2027-03-20', storageLimitBytes: 1_500_000_000 })
  await endJob('2027-03-19T10:00:00Z')
  await endJob('2027-03-19T10:00:00Z')
  await sql(`update public.jobs set poster_path = 'a.webp', poster_width = 9, poster_height = 9, poster_bytes = 30`)
  await endJob('2027-03-19T10:00:00Z')
  await sql(
    `update public.jobs set deleted_at = now(), prompt = '', video_path = null, poster_path = null, poster_width = null,
       poster_height = null, poster_bytes = null where poster_path is null`,
  )
  await sweepAt('2027-03-20T12:00:00Z')
  clock.now = Date.now()
  await create(user, crypto.randomUUID())
  await create(user, crypto.randomUUID())
  const open = 'finished_at is null'
  await sql(`update public.jobs set created_at = '2027-03-20T11:58:00Z' where ${open}`)
  await sql(`update private.provider_tasks set due_at = '2027-03-20T11:59:30Z' where due_at is not null`)
  for (const [amount, type, at] of [
    [600, 'test_plan', '2027-03-19T09:00:00Z'],
    [100, 'admin_grant', '2027-03-19T23:59:59Z'],
    [100, 'admin_grant', '2027-03-19T00:00:00Z'],
    [7, 'admin_grant', '2027-01-31T23:59:59Z'],
  ])
    await sql(GRANT, [user.id, amount, type, at])
  expect(await readNumbers()).toMatchObject({
    grants: [
      { day: '2027-03-19', type: 'admin_grant', credits: 200 },
      { day: '2027-03-19', type: 'test_plan', credits: 600 },
    ],
    openJobs: 2,
    oldestQueuedSeconds: 120,
    overdueSeconds: 30,
    stored: { bytes: 2060, day: '2027-03-20' },
  })
  await sql(`update public.jobs set queued = false`)
  await sql(`update private.provider_tasks set delivering_until = '2027-03-20T12:01:00Z' where due_at is not null`)
  expect(await readNumbers()).toMatchObject({ openJobs: 2, oldestQueuedSeconds: null, overdueSeconds: 0 })
})

it('records a sweep although its days could not be counted', async () => {
  const { sweep } = await start()
  await sql('delete from private.last_sweep')
  await sql('revoke execute on function public.count_finished_days() from service_role')
  try {
    expect((await sweep()).status).toBe(503)
  } finally {
    await sql('grant execute on function public.count_finished_days() to service_role')
  }
  vi.mocked(console.error).mockClear()
  expect(await sql('select only_row from private.last_sweep')).toHaveLength(1)
})
