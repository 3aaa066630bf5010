// Records that were lost because the database was down or its response didn't arrive. The next status check repairs
// them.
import { describe, expect, it } from 'vitest'
import { createTaskNotes } from '../../../../supabase/functions/api/services/jobs/task-notes.ts'
import { startApi } from '../../../harness/api.ts'
import { call } from '../../../harness/ledger/calls.ts'
import { getObjects, holdFileResponse, startFinished } from '../../../support/server/delivery.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

describe('task ID that could not be recorded', () => {
  /** Creates a job whose provider task the database can't record. */
  async function startUnnoted() {
    const api = await setUp()
    api.network.lost = /record_provider_task/
    api.provider.finish()
    expect(await api.create(api.user, api.job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
    return api
  }

  it('tries three times to record a task ID during the create request', async () => {
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

  it('records a missing task ID at the next poll, and delivers the video', async () => {
    const { status, user, job, booked, provider, log, network } = await startUnnoted()
    expect(log.some(({ cause }) => cause?.includes('task '))).toBe(true)
    expect((await status(user, job)).body.status).toBe('waiting')
    expect(await booked()).toEqual(HELD)
    network.lost = null
    expect((await status(user, job)).body).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
    expect(provider.creates).toHaveLength(1)
    expect(await booked()).toEqual(PAID)
  })

  it('records a missing task ID at the next sweep if nobody polls, even if the job is marked unknown', async () => {
    // A sweep delivers ten videos, so the open jobs of other tests must not be among them.
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

  it('records each missing task ID independently, once for simultaneous polls, for up to an hour', async () => {
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

  it("fails the later job and returns its credits if a provider repeats another job's task ID", async () => {
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

  it("returns the credits if a task ID turns out to be another job's once the database is back", async () => {
    const { status, user, job, booked, network, provider } = await startUnnoted()
    const other = await setUp()
    other.provider.newId = () => provider.task.id
    await other.create(other.user, other.job)
    network.lost = null
    expect((await status(user, job)).body).toMatchObject({ status: 'failed', job: { settlement: 'released' } })
    expect(await booked()).toEqual(FREE)
  })
})

describe('interrupted or long delivery', () => {
  const claim = (job: string, now: number) =>
    call(sql, 'public.claim_delivery($1)', [job], `'${new Date(now).toISOString()}'`)

  /** Starts a finished job whose delivery fails because the database goes down. `repair` restores the database. */
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

  it('delivers once after an outage, soon and not only after the delivery claim expires', async () => {
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
    ['immediately', 0, 46],
    ['after half a minute', 30, 16],
  ])("keeps another server's delivery claim after a delivery that failed %s", async (_, deliverySeconds, later) => {
    const { poll, job, clock, repair } = await startInterrupted({ deliverySeconds })
    repair()
    clock.now += later * 1000
    await claim(job, clock.now)
    expect((await poll()).status).toBe('processing')
  })

  /** Starts a delivery that is waiting for its file, and a second server that shares no memory with the first. */
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

  it("renews a server's delivery claim as long as the delivery takes", async () => {
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

  it('lets another server deliver after 45 seconds of silence, and charges the job once', async () => {
    const { pass, elsewhere, arrive, delivery, timers, booked, job } = await startSlow()
    const captured = () => sql('select video_path as name from public.jobs where id = $1', [job])
    timers.clear()
    await pass(44)
    expect(await elsewhere()).toBe('processing')
    await pass(2)
    expect(await elsewhere()).toBe('succeed')
    // The first server was alive after all. It stores its own copy, charges nothing again, and then deletes that copy.
    const winner = await captured()
    arrive()
    expect((await delivery).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
    expect(await captured()).toEqual(winner)
    expect(await getObjects(job)).toEqual(winner)
  })

  it("logs a delivery claim that the database didn't renew, and continues the delivery", async () => {
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
