import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { books, createUser, openTestSupabase, rows, type TestUser } from '../../support/server/database.ts'
import { FalVendor, startFalApi } from '../../support/server/fal-vendor.ts'
import { FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
const fal = new FalVendor()
beforeAll(async () => {
  supabase = await openTestSupabase()
  await fal.start()
})
afterAll(async () => {
  fal.stop()
  await supabase.close()
})
afterEach(() => fal.reset())

type Api = ReturnType<typeof startApi>
const cancel = (api: Pick<Api, 'request'>, user: TestUser, job: string) =>
  api.request('POST', `/api/jobs/${job}/cancel`, user)
const kinds = async (job: string) =>
  (
    await rows<{ kind: string }>(supabase, 'select kind from private.credit_entries where job_id = $1 order by id', [
      job,
    ])
  ).map(({ kind }) => kind)

/** A person with 100 credits and one job in fal's queue. */
async function withQueuedJob() {
  const api = startFalApi(supabase, fal)
  const user = await createUser(supabase, 100)
  const job = randomUUID()
  expect((await api.create(user, job)).status).toBe(200)
  return { ...api, user, job, booked: () => books(supabase, user.id) }
}

describe('POST /api/jobs/{id}/cancel, before a vendor has the job', () => {
  it('gives the credits of a hold back at once, and the job never runs', async () => {
    const { consume, create, request, vendor, user, job, booked } = await startJobApi(supabase)
    await consume(user, job)
    const answer = await cancel({ request }, user, job)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Stopped, 20 credits back.',
        data: {
          outcome: 'stopped',
          credits: 20,
          job: {
            id: job,
            status: 'failed',
            model: 'kling-1.6',
            settlement: 'released',
            failureMessage: 'It was never sent to be made. Your 20 credits are back.',
            canCancel: false,
          },
        },
      },
    })
    expect(Object.keys(answer.body.data.job).sort()).toEqual(Object.keys((await oneJob()).body.data).sort())
    expect(await booked()).toEqual(FREE)
    expect(await create(user, job)).toMatchObject({ status: 409, body: { code: 'key_spent' } })
    expect(vendor.creates).toEqual([])
    expect(await cancel({ request }, user, job)).toMatchObject({ status: 200, body: { data: { outcome: 'stopped' } } })
    expect(await kinds(job)).toEqual(['hold', 'release'])
  })

  async function oneJob() {
    const other = await startJobApi(supabase)
    await other.create(other.user, other.job)
    return other.request('GET', `/api/jobs/${other.job}`, other.user)
  }

  it('says that a hold which the sweep gave back had ended', async () => {
    const { consume, request, sweep, clock, user, job, booked } = await startJobApi(supabase)
    await consume(user, job)
    clock.now += 16 * 60_000
    await sweep()
    expect((await cancel({ request }, user, job)).body.data).toMatchObject({ outcome: 'already_finished', credits: 20 })
    expect(await booked()).toEqual(FREE)
  })

  it('knows no job of another person, and none that does not exist', async () => {
    const { consume, request, user, job, booked } = await startJobApi(supabase)
    await consume(user, job)
    const stranger = await createUser(supabase, 100)
    for (const id of [job, randomUUID(), 'no-such-id']) {
      expect(await cancel({ request }, stranger, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await booked()).toEqual(HELD)
  })

  it('either the cancel or a create of the same job wins, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const { consume, create, request, vendor, user, job, booked } = await startJobApi(supabase)
      await consume(user, job)
      const [created, stopped] = await Promise.all([create(user, job), cancel({ request }, user, job)])
      const ran = created.status === 200
      expect([vendor.creates.length, stopped.body.data.outcome]).toEqual(ran ? [1, 'too_late'] : [0, 'stopped'])
      expect(await booked()).toEqual(ran ? HELD : FREE)
    }
  })
})

describe('POST /api/jobs/{id}/cancel, at a vendor that has no call for it', () => {
  it.each<[string, (setup: Awaited<ReturnType<typeof startJobApi>>) => unknown]>([
    ['waits', () => {}],
    [
      'runs',
      async ({ vendor, status, user, job }) => {
        vendor.status = () => vendor.statusOf('processing')
        await status(user, job)
      },
    ],
    [
      'may or may not have been taken',
      ({ vendor }) => {
        vendor.create = () => Promise.reject(new TypeError('reset'))
      },
    ],
  ])('is too late for a job that %s, and keeps the hold', async (_, prepare) => {
    const setup = await startJobApi(supabase)
    const { create, request, user, job, booked } = setup
    await prepare(setup)
    await create(user, job)
    await prepare(setup)
    for (const _ of ['first', 'again']) {
      expect(await cancel({ request }, user, job)).toMatchObject({
        status: 200,
        body: {
          message: 'Too late to stop, the video is coming.',
          data: { outcome: 'too_late', credits: 20, job: { id: job, settlement: 'held', canCancel: false } },
        },
      })
    }
    expect(await booked()).toEqual(HELD)
  })

  it('says that a finished job had ended, with its charge or its refund', async () => {
    const paid = await startJobApi(supabase)
    await paid.create(paid.user, paid.job)
    paid.vendor.succeed()
    await paid.status(paid.user, paid.job)
    expect((await cancel(paid, paid.user, paid.job)).body).toMatchObject({
      message: 'This job had already ended.',
      data: { outcome: 'already_finished', credits: 20, job: { settlement: 'captured', videoUrl: expect.any(String) } },
    })
    expect(await paid.booked()).toEqual(PAID)
    const failed = await startJobApi(supabase)
    await failed.create(failed.user, failed.job)
    failed.vendor.status = () => failed.vendor.statusOf('failed')
    await failed.status(failed.user, failed.job)
    expect((await cancel(failed, failed.user, failed.job)).body.data).toMatchObject({
      outcome: 'already_finished',
      job: { settlement: 'released' },
    })
  })

  it('knows no deleted job', async () => {
    const { create, status, vendor, request, user, job } = await startJobApi(supabase)
    await create(user, job)
    vendor.succeed()
    await status(user, job)
    await request('DELETE', `/api/jobs/${job}`, user)
    expect(await cancel({ request }, user, job)).toMatchObject({ status: 404 })
  })

  it('gives a hold back, and is too late for the rest, where no gateway makes videos', async () => {
    const { consume, user, job } = await startJobApi(supabase)
    await consume(user, job)
    const direct = startApi(supabase, { VIDEO_PROVIDER: 'none' })
    expect((await cancel(direct, user, job)).body.data).toMatchObject({ outcome: 'stopped' })
    const charged = randomUUID()
    await direct.consume(user, charged)
    expect((await cancel(direct, user, charged)).body.data).toMatchObject({
      outcome: 'already_finished',
      job: { settlement: 'captured' },
    })
  })
})

describe('POST /api/jobs/{id}/cancel, at a vendor that can stop', () => {
  it('stops what waits in its queue, on its word, and gives the credits back once', async () => {
    const { request, status, user, job, booked } = await withQueuedJob()
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data.canCancel).toBe(true)
    const first = await cancel({ request }, user, job)
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: 'Stopped, 20 credits back.',
        data: {
          outcome: 'stopped',
          credits: 20,
          job: {
            id: job,
            status: 'failed',
            settlement: 'released',
            failureMessage: 'You stopped this video before it was made. Your 20 credits are back.',
            canCancel: false,
          },
        },
      },
    })
    expect(fal.requests).toEqual([])
    expect(await booked()).toEqual(FREE)
    expect((await cancel({ request }, user, job)).body.data).toEqual(first.body.data)
    expect(fal.cancels).toHaveLength(1)
    expect(await kinds(job)).toEqual(['hold', 'release'])
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      error: 'You stopped this video before it was made. Your 20 credits are back.',
      job: { settlement: 'released' },
    })
  })

  it('several at once get one answer from one call', async () => {
    const { request, clock, user, job, booked } = await withQueuedJob()
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<undefined>()
    fal.intercept = (_c, call) => {
      if (call !== 'cancel') return undefined
      asked.resolve()
      return gate.promise
    }
    const first = cancel({ request }, user, job)
    await asked.promise
    // The others find that somebody asks, and look again when that one knows.
    clock.sleep = async () => {
      gate.resolve(undefined)
      await first
    }
    const others = await Promise.all([1, 2, 3].map(() => cancel({ request }, user, job)))
    for (const { body } of [await first, ...others]) expect(body.data.outcome).toBe('stopped')
    expect(fal.cancels).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
  })

  it('is too late for what runs, and never tells it to give up', async () => {
    const { request, status, user, job, booked } = await withQueuedJob()
    fal.request.state = 'IN_PROGRESS'
    expect((await cancel({ request }, user, job)).body.data).toMatchObject({ outcome: 'too_late' })
    expect(fal.cancels).toEqual([])
    expect(await booked()).toEqual(HELD)
    await status(user, job)
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data).toMatchObject({
      status: 'running',
      canCancel: false,
    })
    fal.finish()
    expect((await status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
    expect((await cancel({ request }, user, job)).body.data).toMatchObject({ outcome: 'already_finished' })
  })

  it('is too late for what starts while it is asked', async () => {
    const { request, user, job, booked } = await withQueuedJob()
    fal.intercept = (_, call) => {
      if (call === 'cancel') fal.request.state = 'IN_PROGRESS'
      return undefined
    }
    expect((await cancel({ request }, user, job)).body.data).toMatchObject({ outcome: 'too_late' })
    expect(await booked()).toEqual(HELD)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['takes the wish without deciding', () => Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })],
    ['answers 500', () => Response.json({ detail: 'oops' }, { status: 500 })],
    ['answers a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['answers a word nobody knows', () => Response.json({ status: 'MAYBE' })],
  ])('says so when the vendor %s, holds on to the credits, and the sweep asks again', async (_, answer) => {
    const { request, sweep, clock, user, job, booked } = await withQueuedJob()
    fal.intercept = (_c, call) => (call === 'cancel' ? answer() : undefined)
    expect(await cancel({ request }, user, job)).toMatchObject({
      status: 503,
      body: { code: 'cancel_undecided', message: expect.stringContaining('your credits come back by themselves') },
    })
    expect(fal.cancels).toHaveLength(3)
    expect(await booked()).toEqual(HELD)
    fal.intercept = () => undefined
    clock.now += 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
    expect((await cancel({ request }, user, job)).body.data).toMatchObject({ outcome: 'stopped' })
    expect(await kinds(job)).toEqual(['hold', 'release'])
  })

  it('a wish whose answer was open ends with the video when the job ran after all', async () => {
    const { request, status, user, job, booked } = await withQueuedJob()
    fal.intercept = (_c, call) =>
      call === 'cancel' ? Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 }) : undefined
    await cancel({ request }, user, job)
    fal.finish()
    expect((await status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
    expect((await cancel({ request }, user, job)).body.data).toMatchObject({ outcome: 'already_finished' })
  })

  it('stops what it is seen to have given up after it took the wish', async () => {
    const { request, user, job, booked } = await withQueuedJob()
    fal.intercept = (_c, call) => {
      if (call !== 'cancel') return undefined
      fal.fail(422, { detail: [{ loc: [], msg: 'Request cancelled', type: 'cancelled' }] })
      return Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })
    }
    expect((await cancel({ request }, user, job)).body.data).toMatchObject({ outcome: 'stopped' })
    expect(await booked()).toEqual(FREE)
  })

  it.each(['comes', 'does not come'])(
    'waits a little for the task id of a job that is being sent, and it %s',
    async (how) => {
      const api = startFalApi(supabase, fal)
      const user = await createUser(supabase, 100)
      const job = randomUUID()
      const sent = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<undefined>()
      fal.intercept = (_c, call) => {
        if (call !== 'submit') return undefined
        sent.resolve()
        return gate.promise
      }
      const created = api.create(user, job)
      await sent.promise
      api.clock.sleep = async () => {
        if (how === 'does not come') return
        gate.resolve(undefined)
        await created
      }
      const { data } = (await cancel(api, user, job)).body
      expect(data.outcome).toBe(how === 'comes' ? 'stopped' : 'too_late')
      gate.resolve(undefined)
      expect((await created).status).toBe(200)
      expect(await books(supabase, user.id)).toEqual(how === 'comes' ? FREE : HELD)
    },
  )

  it('leaves a job of the vendor that was set before to its deadline', async () => {
    const { create, user, job, booked, vendor } = await startJobApi(supabase)
    await create(user, job)
    const asked: string[] = []
    const now = startFalApi(supabase, fal, (request, send) => {
      if (request.url.startsWith(fal.url)) asked.push(request.url)
      return send(request)
    })
    expect((await cancel(now, user, job)).body.data).toMatchObject({ outcome: 'too_late', job: { canCancel: false } })
    vendor.succeed()
    expect((await now.status(user, job)).body.status).toBe('waiting')
    expect(await booked()).toEqual(HELD)
    now.clock.now += 61 * 60_000
    await now.sweep()
    expect(await booked()).toEqual(FREE)
    // The sweep asks about other tests' jobs.
    expect(asked.filter((url) => url.includes('task-1'))).toEqual([])
  })
})
