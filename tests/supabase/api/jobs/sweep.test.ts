import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Interceptor, startApi } from '../../../harness/api.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

const MINUTE = 60_000

/** Ends what other tests left open, so that a sweep finds the jobs of this one alone. */
const endOthers = () =>
  sql(`select public.settle_job(id, null, 'deadline', '') from public.jobs where finished_at is null`)

/** A person with three open jobs at a provider that says `processing` to whoever asks. */
async function withThreeJobs(intercept?: Interceptor) {
  await endOthers()
  const api = await setUp(100, intercept)
  const jobs = [api.job, randomUUID(), randomUUID()]
  for (const job of jobs) await api.create(api.user, job)
  api.clock.now += 3 * MINUTE
  return { ...api, jobs }
}

describe('POST /api/jobs/sweep', () => {
  it('settles what nobody polls, finished jobs and unused holds, and leaves what is young; twice at once too', async () => {
    await endOthers()
    const { create, consume, provider, user, job, booked, sweep, clock } = await setUp()
    await create(user, job)
    await consume(user, randomUUID())
    provider.finish()
    await sql(`update private.provider_tasks set due_at = now() + interval '10 seconds' where job_id = $1`, [job])
    await sweep()
    expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })
    clock.now += 16 * MINUTE
    const [report] = await Promise.all([sweep(), sweep()])
    expect(report.body.data).toMatchObject({ released_holds: expect.any(Number), failed_checks: 0 })
    expect(await booked()).toEqual(PAID)
  })

  it('releases a job past its deadline, and asks nobody about it ten minutes later: no status check can keep its credits', async () => {
    const { create, user, job, booked, sweep, clock, provider } = await setUp()
    await create(user, job)
    clock.now += 59 * MINUTE
    await sweep()
    expect(await booked()).toEqual(HELD)
    const checks = provider.checks.length
    clock.now += 12 * MINUTE
    await sweep()
    expect(provider.checks.length).toBe(checks)
    expect(await booked()).toEqual(FREE)
  })

  it('clears old records in batches, until nothing is left', async () => {
    await endOthers()
    const { sweep } = await setUp()
    await sql(
      `insert into private.rate_limits (key, window_start, used)
       select 'old ' || i, now() - interval '2 days', 1 from generate_series(1, 2500) as i`,
    )
    await sweep()
    expect(await sql(`select key from private.rate_limits where key like 'old %'`)).toEqual([])
  })

  describe('with more finished videos than one request may deliver', () => {
    /** `count` finished jobs of users of their own. */
    async function finished(count: number) {
      await endOthers()
      const api = await setUp()
      for (let made = 0; made < count; made += 1) {
        const { user, job } = await setUp()
        await api.create(user, job)
      }
      api.provider.finish()
      api.clock.now += MINUTE
      return api
    }

    it('delivers ten small ones, and the next sweep goes on', async () => {
      const { sweep, clock } = await finished(12)
      expect((await sweep()).body.data).toMatchObject({ checked_jobs: 12, settled_jobs: 10 })
      clock.now += MINUTE
      expect((await sweep()).body.data).toMatchObject({ checked_jobs: 2, settled_jobs: 2 })
    })
  })

  it('checks eight jobs at a time, starts no check after 40 seconds, and leaves the others to the next sweep', async () => {
    await endOthers()
    const api = await setUp()
    for (let made = 0; made < 11; made += 1) {
      const { user, job } = await setUp()
      await api.create(user, job)
    }
    await api.create(api.user, api.job)
    api.clock.now += MINUTE
    const asked = new Set<string>()
    api.provider.intercept.status = ({ url }) => {
      asked.add(url)
      api.clock.now += 40_000
      return undefined
    }
    expect((await api.sweep()).body.data.checked_jobs).toBe(8)
    expect(asked.size).toBe(8)
    await api.sweep()
    expect(asked.size).toBe(12)
  })

  it('returns what a gateway left behind that was switched off: holds after 15 minutes, jobs after an hour', async () => {
    const { create, consume, provider, user, job, booked } = await setUp()
    await create(user, job)
    await consume(user, randomUUID())
    provider.finish()
    const off = startApi(supabase, { VIDEO_PROVIDER: 'none', VIDEO_API_KEY: '' })
    off.clock.now += 14 * MINUTE
    await off.sweep()
    expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })
    off.clock.now += 2 * MINUTE
    expect(await off.sweep()).toMatchObject({ status: 200 })
    expect(await booked()).toEqual(HELD)
    off.clock.now += 45 * MINUTE
    expect(await off.sweep()).toMatchObject({ body: { data: { failed_checks: 0 } } })
    expect(await booked()).toEqual(FREE)
  })

  it('asks about the other jobs in the same sweep when the short pause of a 429 is over', async () => {
    const { provider, sweep, clock, booked } = await withThreeJobs()
    clock.sleep = async (ms) => {
      clock.now += ms
    }
    provider.intercept.status = () => {
      provider.intercept = {}
      provider.finish()
      return Response.json({}, { status: 429, headers: { 'retry-after': '0.5' } })
    }
    expect((await sweep()).body.data).toMatchObject({ checked_jobs: 3, settled_jobs: 2, failed_checks: 0 })
    expect(await booked()).toEqual({ available: 40, held: 20, captured: 40 })
    await sql('delete from private.provider_status_checks')
  })

  it('ends in time where the pause of a 429 is long', async () => {
    const { provider, sweep } = await withThreeJobs()
    provider.intercept.status = () => Response.json({}, { status: 429, headers: { 'retry-after': '300' } })
    expect((await sweep()).body.data).toMatchObject({ checked_jobs: expect.any(Number), settled_jobs: 0 })
    await sql('delete from private.provider_status_checks')
  })

  it('goes on after a job that cannot be settled, says so, and takes it again', async () => {
    let broken: string | null = null
    const { provider, job, sweep, clock, log, booked } = await withThreeJobs(async (request, send) => {
      if (!broken || !request.url.endsWith('/settle_job')) return send(request)
      const { p_job_id } = await request.clone().json()
      return p_job_id === broken ? Promise.reject(new TypeError('reset')) : send(request)
    })
    provider.fail('No.')
    broken = job
    expect((await sweep()).body.data).toMatchObject({ checked_jobs: 3, settled_jobs: 2, failed_checks: 1 })
    expect(log).toContainEqual(expect.objectContaining({ message: 'sweep could not check a job', jobId: job }))
    expect(await booked()).toEqual(HELD)
    broken = null
    clock.now += MINUTE
    expect((await sweep()).body.data).toMatchObject({ failed_checks: 0 })
    expect(await booked()).toEqual(FREE)
  })

  it('is off without a secret', async () => {
    const { request } = startApi(supabase, { SWEEP_SECRET: '' })
    expect(await request('POST', '/api/jobs/sweep', null, undefined, { headers: { apikey: '' } })).toMatchObject({
      status: 401,
    })
  })
})
