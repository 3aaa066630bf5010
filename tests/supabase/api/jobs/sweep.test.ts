import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Interceptor, startApi } from '../../../harness/api.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

const MINUTE = 60_000

/** Settles open jobs of other tests, so that a sweep finds only the jobs of this test. */
const endOthers = () =>
  sql(`select public.settle_job(id, null, 'deadline', '') from public.jobs where finished_at is null`)

/** Creates a user with three open jobs at a provider that reports `processing`. */
async function withThreeJobs(intercept?: Interceptor) {
  await endOthers()
  const api = await setUp(100, intercept)
  const jobs = [api.job, randomUUID(), randomUUID()]
  for (const job of jobs) await api.create(api.user, job)
  api.clock.now += 3 * MINUTE
  return { ...api, jobs }
}

describe('POST /api/jobs/sweep', () => {
  it('settles abandoned jobs and old unused holds, even in two sweeps at once', async () => {
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

  it('returns the credits of a job past its deadline, without a status check ten minutes later', async () => {
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

  it('deletes old records in batches until none is left', async () => {
    await endOthers()
    const { sweep } = await setUp()
    await sql(
      `insert into private.rate_limits (key, window_start, used)
       select 'old ' || i, now() - interval '2 days', 1 from generate_series(1, 2500) as i`,
    )
    await sweep()
    expect(await sql(`select key from private.rate_limits where key like 'old %'`)).toEqual([])
  })

  describe('with more finished videos than one sweep may deliver', () => {
    /** Creates `count` finished jobs, each of another user. */
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

    it('delivers ten small videos per sweep, and the rest in the next sweep', async () => {
      const { sweep, clock } = await finished(12)
      expect((await sweep()).body.data).toMatchObject({ checked_jobs: 12, settled_jobs: 10 })
      clock.now += MINUTE
      expect((await sweep()).body.data).toMatchObject({ checked_jobs: 2, settled_jobs: 2 })
    })
  })

  it('checks eight jobs at a time in a sweep, and starts no status check after 40 s', async () => {
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

  it('returns credits of a disabled gateway: of holds after 15 minutes, of jobs after an hour', async () => {
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

  it("checks the other jobs in the same sweep after a short pause for a provider's 429", async () => {
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

  it("ends a sweep on time when the pause of a provider's 429 is long", async () => {
    const { provider, sweep } = await withThreeJobs()
    provider.intercept.status = () => Response.json({}, { status: 429, headers: { 'retry-after': '300' } })
    expect((await sweep()).body.data).toMatchObject({ checked_jobs: expect.any(Number), settled_jobs: 0 })
    await sql('delete from private.provider_status_checks')
  })

  it("continues a sweep after a job that can't be settled, logs the failure, and retries the job", async () => {
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

  it('refuses sweep requests if no sweep secret is set', async () => {
    const { request } = startApi(supabase, { SWEEP_SECRET: '' })
    expect(await request('POST', '/api/jobs/sweep', null, undefined, { headers: { apikey: '' } })).toMatchObject({
      status: 401,
    })
  })
})
