import { describe, expect, it } from 'vitest'
import { openFal, startFalApi } from '../../support/server/fal-vendor.ts'
import { cancelJob, entryKinds, FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

const { fal, supabase, startFalJobApi } = openFal()

/** A person with 100 credits and one job in fal's queue. */
async function withQueuedJob() {
  const api = await startFalJobApi()
  expect((await api.create(api.user, api.job)).status).toBe(200)
  return api
}

describe('POST /api/jobs/{id}/cancel, at a vendor that can stop', () => {
  it('stops what waits in its queue, on its word, and gives the credits back once', async () => {
    const { request, status, user, job, booked } = await withQueuedJob()
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data.canCancel).toBe(true)
    const first = await cancelJob({ request }, user, job)
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: 'Stopped.',
        data: {
          outcome: 'stopped',
          job: {
            id: job,
            status: 'failed',
            settlement: 'released',
            failureCode: 'cancelled',
            canCancel: false,
          },
        },
      },
    })
    expect(fal.requests).toEqual([])
    expect(await booked()).toEqual(FREE)
    expect((await cancelJob({ request }, user, job)).body.data).toEqual(first.body.data)
    expect(fal.cancels).toHaveLength(1)
    expect(await entryKinds(supabase(), job)).toEqual(['hold', 'release'])
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      job: { settlement: 'released', failureCode: 'cancelled' },
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
    const first = cancelJob({ request }, user, job)
    await asked.promise
    // The others find that somebody asks, and look again when that one knows.
    clock.sleep = async () => {
      gate.resolve(undefined)
      await first
    }
    const others = await Promise.all([1, 2, 3].map(() => cancelJob({ request }, user, job)))
    for (const { body } of [await first, ...others]) expect(body.data.outcome).toBe('stopped')
    expect(fal.cancels).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
  })

  it('is too late for what runs, and never tells it to give up', async () => {
    const { request, status, user, job, booked } = await withQueuedJob()
    fal.request.state = 'IN_PROGRESS'
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'too_late' })
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
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'already_finished' })
  })

  it('is too late for what starts while it is asked', async () => {
    const { request, user, job, booked } = await withQueuedJob()
    fal.intercept = (_, call) => {
      if (call === 'cancel') fal.request.state = 'IN_PROGRESS'
      return undefined
    }
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'too_late' })
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
    expect(await cancelJob({ request }, user, job)).toMatchObject({
      status: 503,
      body: { code: 'cancel_undecided', message: expect.stringContaining('It is asked again') },
    })
    expect(fal.cancels).toHaveLength(3)
    expect(await booked()).toEqual(HELD)
    fal.intercept = () => undefined
    clock.now += 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'stopped' })
    expect(await entryKinds(supabase(), job)).toEqual(['hold', 'release'])
  })

  it('a wish whose answer was open ends with the video when the job ran after all', async () => {
    const { request, status, user, job, booked } = await withQueuedJob()
    fal.intercept = (_c, call) =>
      call === 'cancel' ? Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 }) : undefined
    await cancelJob({ request }, user, job)
    fal.finish()
    expect((await status(user, job)).body.status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'already_finished' })
  })

  it('stops what it is seen to have given up after it took the wish', async () => {
    const { request, user, job, booked } = await withQueuedJob()
    fal.intercept = (_c, call) => {
      if (call !== 'cancel') return undefined
      fal.fail(422, { detail: [{ loc: [], msg: 'Request cancelled', type: 'cancelled' }] })
      return Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })
    }
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'stopped' })
    expect(await booked()).toEqual(FREE)
  })

  it.each(['comes', 'does not come'])(
    'waits a little for the task id of a job that is being sent, and it %s',
    async (how) => {
      const { user, job, booked, ...api } = await startFalJobApi()
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
      const { data } = (await cancelJob(api, user, job)).body
      expect(data.outcome).toBe(how === 'comes' ? 'stopped' : 'too_late')
      gate.resolve(undefined)
      expect((await created).status).toBe(200)
      expect(await booked()).toEqual(how === 'comes' ? FREE : HELD)
    },
  )

  it('leaves a job of the vendor that was set before to its deadline', async () => {
    const { create, user, job, booked, vendor } = await startJobApi(supabase())
    await create(user, job)
    const asked: string[] = []
    const now = startFalApi(supabase(), fal, (request, send) => {
      if (request.url.startsWith(fal.url)) asked.push(request.url)
      return send(request)
    })
    expect((await cancelJob(now, user, job)).body.data).toMatchObject({
      outcome: 'too_late',
      job: { canCancel: false },
    })
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
