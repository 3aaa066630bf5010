import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { type Interceptor, startApi } from '../../support/server/api.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const setUp = (credits?: number) => startJobApi(supabase, credits)

describe('POST /api/jobs/sweep', () => {
  it('settles what nobody polls: finished, failed, and unused holds', async () => {
    const { create, consume, vendor, user, job, booked, sweep, clock } = await setUp(100)
    await create(user, job)
    await consume(user, randomUUID())
    vendor.succeed()
    clock.now += 16 * 60_000
    const report = await sweep()
    expect(report.body.data).toMatchObject({ released_holds: expect.any(Number), failed_checks: 0 })
    expect(await booked()).toEqual(PAID)
  })

  it('leaves young holds and jobs that a browser is watching', async () => {
    const { create, consume, vendor, user, job, booked, sweep } = await setUp(100)
    await create(user, job)
    await consume(user, randomUUID())
    vendor.succeed()
    await sweep()
    expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })
  })

  it('releases a job past its deadline, and only then', async () => {
    const { create, user, job, booked, sweep, clock } = await setUp(100)
    await create(user, job)
    clock.now += 59 * 60_000
    await sweep()
    expect(await booked()).toEqual(HELD)
    clock.now += 2 * 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
  })

  it('marks a job unknown whose server died while it called the vendor', async () => {
    const { create, status, user, job, sweep, clock } = await setUp(100)
    await create(user, job)
    await rows(supabase, `update public.generations set status = 'submitted' where id = $1`, [job])
    await rows(supabase, 'update private.vendor_tasks set provider_task_id = null where job_id = $1', [job])
    clock.now += 3 * 60_000
    await sweep()
    expect(await rows(supabase, 'select status from public.generations where id = $1', [job])).toEqual([
      { status: 'unknown' },
    ])
    expect((await status(user, job)).body.status).toBe('processing')
  })

  describe('with more finished videos than one request may deliver', () => {
    /** `count` finished jobs of users of their own; `bytes` is how large Storage says that each video is. */
    async function finished(count: number, bytes?: number) {
      const intercept: Interceptor = async (request, send) => {
        if (!bytes || !request.url.endsWith('/settle_job')) return send(request)
        const { p_video, ...rest } = await request.clone().json()
        const body = JSON.stringify({ ...rest, p_video: p_video && { ...p_video, bytes } })
        const headers = new Headers(request.headers)
        headers.delete('content-length')
        return send(new Request(request.url, { method: 'POST', headers, body }))
      }
      // Jobs of other tests must not be among those that the sweeps deliver.
      await rows(
        supabase,
        `select public.settle_job(id, null, 'deadline', '') from public.generations where finished_at is null`,
      )
      const first = await startJobApi(supabase, 100, intercept)
      const jobs: string[] = []
      for (let made = 0; made < count; made += 1) {
        const { user } = await startJobApi(supabase, 100)
        jobs.push(randomUUID())
        await first.create(user, jobs.at(-1) ?? '')
      }
      first.vendor.succeed()
      first.clock.now += 60_000
      return { ...first, jobs }
    }

    it('delivers ten small ones, and the next sweep goes on', async () => {
      const { sweep, clock } = await finished(12)
      expect((await sweep()).body.data).toMatchObject({ checked_jobs: 12, settled_jobs: 10 })
      clock.now += 60_000
      expect((await sweep()).body.data).toMatchObject({ checked_jobs: 2, settled_jobs: 2 })
    })

    it('delivers one large one, and still looks at the jobs behind it', async () => {
      const { sweep } = await finished(3, 150_000_000)
      expect((await sweep()).body.data).toMatchObject({ checked_jobs: 3, settled_jobs: 1 })
    })
  })

  it('begins no job after 40 seconds', async () => {
    const { create, consume, vendor, user, sweep, clock } = await setUp(200)
    for (let count = 0; count < 3; count += 1) {
      const id = randomUUID()
      await consume(user, id)
      await create(user, id)
    }
    clock.now += 60_000
    vendor.status = () => {
      clock.now += 25_000
      return vendor.statusOf('processing')
    }
    expect((await sweep()).body.data.checked_jobs).toBe(2)
  })

  it('may run twice at once', async () => {
    const { create, vendor, user, job, booked, sweep, clock } = await setUp(100)
    await create(user, job)
    vendor.succeed()
    clock.now += 5 * 60_000
    await Promise.all([sweep(), sweep()])
    expect(await booked()).toEqual(PAID)
  })

  it('gives back what a gateway left behind that was switched off: holds after 15 minutes, jobs after an hour', async () => {
    const { create, consume, vendor, user, job, booked } = await setUp(100)
    await create(user, job)
    await consume(user, randomUUID())
    vendor.succeed()
    const off = startApi(supabase, { VIDEO_PROVIDER: 'none', VIDEO_API_KEY: '' })
    expect(await off.sweep()).toMatchObject({ status: 200 })
    expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })
    off.clock.now += 16 * 60_000
    await off.sweep()
    expect(await booked()).toEqual(HELD)
    off.clock.now += 45 * 60_000
    expect(await off.sweep()).toMatchObject({ body: { data: { failed_checks: 0 } } })
    expect(await booked()).toEqual(FREE)
  })

  it('goes on after a job that cannot be settled, says so, and takes it again', async () => {
    let isBroken = true
    let broken = ''
    const intercept: Interceptor = async (request, send) => {
      if (!isBroken || !request.url.endsWith('/settle_job')) return send(request)
      const { p_job_id } = await request.clone().json()
      return p_job_id === broken ? Promise.reject(new TypeError('reset')) : send(request)
    }
    const { create, vendor, user, job, sweep, clock, log, booked } = await startJobApi(supabase, 100, intercept)
    const [second, third] = [randomUUID(), randomUUID()]
    for (const id of [job, second, third]) await create(user, id)
    vendor.status = () => vendor.statusOf('failed', { failMsg: 'No.' })
    broken = job
    clock.now += 3 * 60_000
    expect((await sweep()).body.data).toMatchObject({ failed_checks: 1 })
    expect(log).toContainEqual(expect.objectContaining({ message: 'sweep could not check a job', jobId: job }))
    expect(await booked()).toEqual(HELD)
    isBroken = false
    clock.now += 60_000
    expect((await sweep()).body.data).toMatchObject({ failed_checks: 0 })
    expect(await booked()).toEqual(FREE)
  })

  it('begins no look after 40 seconds: the next sweep goes on with those that are left', async () => {
    const { create, vendor, user, job, sweep, clock } = await setUp(100)
    const jobs = [job, randomUUID(), randomUUID()]
    for (const id of jobs) await create(user, id)
    clock.now += 3 * 60_000
    // What other tests left behind.
    await sweep()
    clock.now += 31_000
    vendor.status = () => {
      clock.now += 20_000
      return vendor.statusOf('processing')
    }
    expect((await sweep()).body.data.checked_jobs).toBe(2)
    expect((await sweep()).body.data.checked_jobs).toBe(2)
  })

  it.each(['', 'wrong'])('needs its secret (%j)', async (secret) => {
    const { sweep } = await setUp()
    expect(await sweep(secret)).toMatchObject({ status: 401 })
  })

  it('is off without a secret', async () => {
    const { request } = startApi(supabase, { SWEEP_SECRET: '' })
    expect(await request('POST', '/api/jobs/sweep', null, undefined, { headers: { apikey: '' } })).toMatchObject({
      status: 401,
    })
  })
})
