// Records lost because the database was away or its answer did not arrive: the next status check repairs them.
import { describe, expect, it } from 'vitest'
import { createTaskNotes } from '../../../../supabase/functions/api/services/jobs/task-notes.ts'
import { startApi } from '../../../harness/api.ts'
import { call } from '../../../harness/ledger/calls.ts'
import { getObjects, holdFileResponse, startFinished } from '../../../support/server/delivery.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

describe('a task id that could not be noted', () => {
  /** A job whose provider task the database cannot take. */
  async function startUnnoted() {
    const api = await setUp()
    api.network.lost = /record_provider_task/
    api.provider.finish()
    expect(await api.create(api.user, api.job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
    return api
  }

  it('is tried three times at once, and the third is in time', async () => {
    let left = 2
    const { create, provider, user, job, booked } = await setUp(100, (request, send) => {
      if (!request.url.endsWith('/record_provider_task') || left === 0) return send(request)
      left -= 1
      return Promise.reject(new TypeError('reset'))
    })
    for (const _ of ['first', 'again'])
      expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'waiting' } } })
    expect(provider.creates).toHaveLength(1)
    expect(await booked()).toEqual(HELD)
  })

  it('records it at the next poll, and delivers the video', async () => {
    const { status, user, job, booked, provider, log, network } = await startUnnoted()
    expect(log.some(({ cause }) => cause?.includes('task '))).toBe(true)
    expect((await status(user, job)).body.status).toBe('waiting')
    expect(await booked()).toEqual(HELD)
    network.lost = null
    expect((await status(user, job)).body).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
    expect(provider.creates).toHaveLength(1)
    expect(await booked()).toEqual(PAID)
  })

  it('records it at the next sweep if nobody polls, even after it was marked unknown', async () => {
    // A sweep delivers ten videos: those that other tests left open are none of them.
    await sql(`select public.settle_job(id, null, 'deadline', '') from public.jobs where finished_at is null`)
    const { sweep, clock, job, booked, network } = await startUnnoted()
    clock.now += 3 * 60_000
    await sweep()
    expect(await sql('select status from public.jobs where id = $1', [job])).toEqual([{ status: 'unknown' }])
    network.lost = null
    clock.now += 60_000
    await sweep()
    expect(await booked()).toEqual(PAID)
  })

  it('holds up no other one, is tried once by polls at the same time, and is forgotten after an hour', async () => {
    const clock = { now: 0 }
    const asked: string[] = []
    let refused = /./
    const notes = createTaskNotes({
      jobs: {
        recordProviderTask: async (jobId) => {
          asked.push(jobId)
          if (refused.test(jobId)) throw new Error('down')
          return true
        },
        release: () => Promise.reject(new Error('down')),
      },
      sleep: async () => {},
      now: () => new Date(clock.now),
      log: () => {},
    })
    for (const job of ['a', 'b']) expect(await notes.note(job, 'task')).toBe('kept')
    expect(asked).toEqual(['a', 'a', 'a', 'b', 'b', 'b'])
    refused = /a/
    await Promise.all([notes.retry(), notes.retry()])
    expect(asked.splice(6)).toEqual(['a', 'b'])
    await notes.retry()
    expect(asked.splice(6)).toEqual(['a'])
    clock.now += 61 * 60_000
    await notes.retry()
    expect(asked).toHaveLength(6)
  })

  it('fails the later job, free and without a video, if a provider repeats the id of another user’s job', async () => {
    const [first, second] = [await setUp(), await setUp()]
    for (const { provider } of [first, second]) {
      provider.newId = () => 'the same'
      provider.finish()
    }
    expect(await first.create(first.user, first.job)).toMatchObject({ status: 200 })

    const refused = { status: 502, body: { code: 'no_task_id', data: { settlement: 'released' } } }
    expect(await second.create(second.user, second.job)).toMatchObject(refused)
    expect(await second.create(second.user, second.job)).toMatchObject(refused)
    expect(second.log).toContainEqual(
      expect.objectContaining({
        message: 'provider returned the task ID of another job',
        jobId: second.job,
        cause: 'task the same',
      }),
    )
    expect(await second.booked()).toEqual(FREE)
    second.clock.now += 5 * 60_000
    await second.sweep()
    expect((await second.status(second.user, second.job)).body).toMatchObject({ status: 'failed', result: { url: '' } })
    expect(await second.booked()).toEqual(FREE)
  })

  it('returns the credits for an id that proves another job’s once the database is back', async () => {
    const { status, user, job, booked, network, provider } = await startUnnoted()
    const other = await setUp()
    other.provider.newId = () => provider.task.id
    await other.create(other.user, other.job)
    network.lost = null
    expect((await status(user, job)).body).toMatchObject({ status: 'failed', job: { settlement: 'released' } })
    expect(await booked()).toEqual(FREE)
  })
})

describe('a delivery that could not be ended, or goes on for long', () => {
  const claim = (job: string, now: number) =>
    call(sql, 'public.claim_delivery($1)', [job], `'${new Date(now).toISOString()}'`)

  /** A finished job whose delivery the database went away in; `repair` brings it back. */
  async function startInterrupted({ deliverySeconds = 0 } = {}) {
    let state: 'fine' | 'down' | 'back' = 'fine'
    let deliveries = 0
    const api = await startFinished(100, (request, send) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST' && pathname.startsWith('/storage/v1/object/videos/')) deliveries += 1
      if (pathname.endsWith('/settle_job') && state === 'fine') {
        state = 'down'
        api.clock.now += deliverySeconds * 1000
      }
      const isLost = state === 'down' && pathname.startsWith('/rest/')
      return isLost ? Promise.reject(new TypeError('reset')) : send(request)
    })
    expect((await api.poll()).status).toBe('processing')
    expect((await api.status(api.user, api.job)).status).toBe(503)
    return {
      ...api,
      deliveries: () => deliveries,
      repair: () => {
        state = 'back'
      },
    }
  }

  it('delivers by one of many status checks after an outage, and not only once the claim has run out', async () => {
    const { status, user, job, booked, clock, repair, deliveries } = await startInterrupted()
    expect(await booked()).toEqual(HELD)
    repair()
    const before = deliveries()
    expect((await status(user, job)).body.status).toBe('processing')
    clock.now += 5000
    const polls = await Promise.all(Array.from({ length: 8 }, () => status(user, job)))
    for (const { body } of polls) expect(['processing', 'succeed']).toContain(body.status)
    expect(deliveries() - before).toBe(1)
    expect(await booked()).toEqual(PAID)
  })

  it.each([
    ['at once', 0, 46],
    ['after half a minute', 30, 16],
  ])(
    "leaves a claim that ran out after a delivery that broke off %s, because it may be another server's",
    async (_, deliverySeconds, later) => {
      const { poll, job, clock, repair } = await startInterrupted({ deliverySeconds })
      repair()
      clock.now += later * 1000
      await claim(job, clock.now)
      expect((await poll()).status).toBe('processing')
    },
  )

  /** A delivery whose file is still on its way, and a second server that knows nothing of the first one's memory. */
  async function startSlow() {
    const first = await startFinished()
    const second = startApi(supabase)
    second.provider.finish()
    const gate = holdFileResponse(first.provider)
    const delivery = first.poll()
    await gate.reached
    return {
      ...first,
      arrive: gate.open,
      delivery,
      async pass(seconds: number) {
        first.clock.now += seconds * 1000
        second.clock.now = first.clock.now
        for (const renew of first.timers) await renew()
      },
      elsewhere: async () => (await second.status(first.user, first.job)).body.status,
    }
  }

  it('keeps its claim while it lives, however long it takes', async () => {
    const { pass, elsewhere, arrive, delivery, timers, booked } = await startSlow()
    for (let times = 0; times < 5; times += 1) {
      await pass(40)
      expect(await elsewhere()).toBe('processing')
    }
    arrive()
    expect((await delivery).status).toBe('succeed')
    expect(timers.size).toBe(0)
    expect(await booked()).toEqual(PAID)
  })

  it('passes to any other server after 45 seconds of silence, and is charged once', async () => {
    const { pass, elsewhere, arrive, delivery, timers, booked, job } = await startSlow()
    const captured = () => sql('select video_path as name from public.jobs where id = $1', [job])
    timers.clear()
    await pass(44)
    expect(await elsewhere()).toBe('processing')
    await pass(2)
    expect(await elsewhere()).toBe('succeed')
    // It was not dead after all: it stores its own copy, nothing is paid again, and its copy goes.
    const winner = await captured()
    arrive()
    expect((await delivery).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
    expect(await captured()).toEqual(winner)
    expect(await getObjects(job)).toEqual(winner)
  })

  it('logs a renewal that the database did not take, and continues', async () => {
    const { poll, provider, timers, log, job, network } = await startFinished()
    provider.intercept.file = async () => {
      network.lost = /renew_delivery/
      for (const renew of timers) await renew()
      return undefined
    }
    expect((await poll()).status).toBe('succeed')
    expect(log).toContainEqual(expect.objectContaining({ message: 'delivery claim not renewed', jobId: job }))
  })
})
