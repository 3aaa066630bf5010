import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startApi } from '../../../harness/api.ts'
import { createUser } from '../../../harness/database.ts'
import { cancelJob, entryKinds, FREE, HELD, PAID } from '../../../support/server/job.ts'
import { openFal, startFalApi } from '../../../support/server/scripted-service.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

const { fal, startFalJobApi } = openFal()

describe('POST /api/jobs/{id}/cancel, before a provider has the job', () => {
  it('returns held credits at once when a job is canceled before it starts, and never starts the job', async () => {
    const { consume, create, request, provider, user, job, booked } = await setUp()
    await consume(user, job)
    const answer = await cancelJob({ request }, user, job)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Canceled. 20 credits returned.',
        data: {
          outcome: 'stopped',
          job: {
            id: job,
            status: 'failed',
            model: 'kling-1.6',
            settlement: 'released',
            failureCode: 'never_sent',
            canCancel: false,
          },
        },
      },
    })
    expect(await booked()).toEqual(FREE)
    expect(await create(user, job)).toMatchObject({ status: 409, body: { code: 'key_spent' } })
    expect(provider.creates).toEqual([])
    expect((await cancelJob({ request }, user, job)).body.data.outcome).toBe('stopped')
    expect(await entryKinds(supabase, job)).toEqual(['hold', 'release'])
  })

  it("returns 404 when a user cancels another user's hold or a deleted job", async () => {
    const { consume, create, status, provider, request, user, job, booked } = await setUp()
    await consume(user, job)
    const stranger = await createUser(supabase, 100)
    const deleted = randomUUID()
    await create(stranger, deleted)
    provider.finish()
    await status(stranger, deleted)
    await request('DELETE', `/api/jobs/${deleted}`, stranger)
    for (const id of [job, deleted])
      expect(await cancelJob({ request }, stranger, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await booked()).toEqual(HELD)
  })
})

describe('POST /api/jobs/{id}/cancel, at a provider without cancellation', () => {
  it.each(['was created', 'may have been created'])(
    'reports that it is too late to cancel a job that %s, and keeps the hold',
    async (how) => {
      const { create, provider, request, user, job, booked } = await setUp()
      if (how === 'may have been created') provider.intercept.create = () => Promise.reject(new TypeError('reset'))
      await create(user, job)
      for (const _ of ['first', 'again']) {
        expect(await cancelJob({ request }, user, job)).toMatchObject({
          status: 200,
          body: {
            message: "It's too late to cancel. Your video is on its way.",
            data: { outcome: 'too_late', job: { id: job, settlement: 'held', canCancel: false } },
          },
        })
      }
      expect(await booked()).toEqual(HELD)
    },
  )

  it.each(['captured', 'released'])('reports a finished job after a cancel request: %s', async (settlement) => {
    const { create, status, provider, request, user, job } = await setUp()
    await create(user, job)
    if (settlement === 'captured') provider.finish()
    else provider.fail()
    await status(user, job)
    expect((await cancelJob({ request }, user, job)).body).toMatchObject({
      message: 'Your video had already finished.',
      data: { outcome: 'already_finished', job: { settlement } },
    })
  })

  it('cancels a hold, and reports charged jobs as finished, when no gateway generates videos', async () => {
    const { consume, user, job } = await setUp()
    await consume(user, job)
    const direct = startApi(supabase, { VIDEO_PROVIDER: 'none' })
    expect((await cancelJob(direct, user, job)).body.data).toMatchObject({ outcome: 'stopped' })
    const charged = randomUUID()
    await direct.consume(user, charged)
    expect((await cancelJob(direct, user, charged)).body.data).toMatchObject({
      outcome: 'already_finished',
      job: { settlement: 'captured' },
    })
  })
})

describe('POST /api/jobs/{id}/cancel, at a provider with cancellation', () => {
  /** Creates a user with 100 credits and one job in fal's queue. */
  async function withQueuedJob() {
    const api = await startFalJobApi()
    expect((await api.create(api.user, api.job)).status).toBe(200)
    return api
  }

  it('cancels a queued job once the provider confirms it, and returns the credits once', async () => {
    const { request, status, user, job, booked } = await withQueuedJob()
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data.canCancel).toBe(true)
    const first = await cancelJob({ request }, user, job)
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: 'Canceled. 20 credits returned.',
        data: {
          outcome: 'stopped',
          job: { id: job, status: 'failed', settlement: 'released', failureCode: 'cancelled', canCancel: false },
        },
      },
    })
    expect(fal.task.state).toBe('canceled')
    expect(await booked()).toEqual(FREE)
    expect((await cancelJob({ request }, user, job)).body.data).toEqual(first.body.data)
    expect(fal.cancels).toHaveLength(1)
    expect(await entryKinds(supabase, job)).toEqual(['hold', 'release'])
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      job: { settlement: 'released', failureCode: 'cancelled' },
    })
  })

  it('gives simultaneous cancel requests the same outcome from one provider call', async () => {
    const { request, clock, user, job, booked } = await withQueuedJob()
    const asked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<undefined>()
    fal.intercept.cancel = () => {
      asked.resolve()
      return gate.promise
    }
    const first = cancelJob({ request }, user, job)
    await asked.promise
    // The other requests find that a cancel request is in progress, and wait. The provider takes its time.
    let waited = 0
    clock.sleep = async (ms) => {
      waited += ms
      if (waited < 10_000) return
      gate.resolve(undefined)
      await first
    }
    const others = await Promise.all([1, 2, 3].map(() => cancelJob({ request }, user, job)))
    for (const { body } of [await first, ...others]) expect(body.data.outcome).toBe('stopped')
    expect(fal.cancels).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
  })

  it.each(['before', 'while'])(
    'is too late to cancel a job that starts %s the provider is asked, and lets the job run',
    async (when) => {
      const { request, status, user, job, booked } = await withQueuedJob()
      if (when === 'before') fal.run()
      fal.intercept.cancel = () => {
        fal.run()
        return undefined
      }
      expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'too_late' })
      expect(fal.cancels).toHaveLength(when === 'before' ? 0 : 1)
      expect(await booked()).toEqual(HELD)
      await status(user, job)
      const { data } = (await request('GET', `/api/jobs/${job}`, user)).body
      expect(data).toMatchObject({ status: 'running', canCancel: false })
    },
  )

  it.each<[string, () => Response | Promise<Response>]>([
    ['accepts without a decision', () => Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })],
    ['returns 500', () => Response.json({ detail: 'oops' }, { status: 500 })],
    ['returns a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['returns an unknown word', () => Response.json({ status: 'MAYBE' })],
  ])('returns 503 if the provider %s after a cancel request, and retries in the sweep', async (_, answer) => {
    const { request, sweep, clock, user, job, booked } = await withQueuedJob()
    await sql(`update private.provider_tasks set due_at = now() + interval '1 hour' where job_id = $1`, [job])
    fal.intercept.cancel = answer
    expect(await cancelJob({ request }, user, job)).toMatchObject({
      status: 503,
      body: { code: 'cancel_pending', message: expect.stringContaining('We asked the video service to cancel') },
    })
    expect(fal.cancels).toHaveLength(3)
    expect(await booked()).toEqual(HELD)
    fal.intercept = {}
    clock.now += 6000
    await sweep()
    expect(await booked()).toEqual(FREE)
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome: 'stopped' })
    expect(await entryKinds(supabase, job)).toEqual(['hold', 'release'])
  })

  it('settles a job without a status check when a poll repeats the cancel request', async () => {
    const { status, user, job, request } = await withQueuedJob()
    fal.intercept.cancel = () => Response.json({ detail: 'oops' }, { status: 500 })
    expect((await cancelJob({ request }, user, job)).status).toBe(503)
    fal.intercept = {}
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      job: { settlement: 'released', failureCode: 'cancelled' },
    })
    expect(fal.sent.at(-1)?.call).toBe('cancel')
  })

  it.each([
    ['charged when the job ran after all', false, 'already_finished', PAID],
    ['canceled when the job then fails', true, 'stopped', FREE],
  ])('settles a cancel request accepted without a decision: %s', async (_name, gaveUp, outcome, books) => {
    const { request, status, user, job, booked } = await withQueuedJob()
    fal.intercept.cancel = () => {
      if (gaveUp) fal.fail('', { detail: [{ loc: [], msg: 'Request canceled', type: 'cancelled' }] })
      return Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })
    }
    await cancelJob({ request }, user, job)
    if (!gaveUp) fal.finish()
    await status(user, job)
    expect(await booked()).toEqual(books)
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({ outcome })
  })

  it.each(['comes', 'does not come'])(
    'waits briefly for the task ID before it cancels a job that is being sent: the ID %s',
    async (how) => {
      const { user, job, booked, ...api } = await startFalJobApi()
      const sent = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<undefined>()
      fal.intercept.create = () => {
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

  it('never cancels a job of a removed provider, and returns its credits at the deadline', async () => {
    const { create, user, job, booked, provider } = await setUp()
    await create(user, job)
    const asked: string[] = []
    const now = startFalApi(fal, (request, send) => {
      if (request.url.startsWith(fal.url)) asked.push(request.url)
      return send(request)
    })
    expect((await cancelJob(now, user, job)).body.data).toMatchObject({
      outcome: 'too_late',
      job: { canCancel: false },
    })
    provider.finish()
    expect((await now.status(user, job)).body.status).toBe('waiting')
    expect(await booked()).toEqual(HELD)
    now.clock.now += 61 * 60_000
    await now.sweep()
    expect(await booked()).toEqual(FREE)
    // The sweep also checks jobs of other tests.
    expect(asked.filter((url) => url.includes(provider.task.id))).toEqual([])
  })
})
