import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { createUser, openTestSupabase } from '../../support/server/database.ts'
import { cancelJob, entryKinds, FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

describe('POST /api/jobs/{id}/cancel, before a vendor has the job', () => {
  it('gives the credits of a hold back at once, and the job never runs', async () => {
    const { consume, create, request, vendor, user, job, booked } = await startJobApi(supabase)
    await consume(user, job)
    const answer = await cancelJob({ request }, user, job)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Stopped.',
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
    expect(Object.keys(answer.body.data.job).sort()).toEqual(Object.keys((await oneJob()).body.data).sort())
    expect(await booked()).toEqual(FREE)
    expect(await create(user, job)).toMatchObject({ status: 409, body: { code: 'key_spent' } })
    expect(vendor.creates).toEqual([])
    expect(await cancelJob({ request }, user, job)).toMatchObject({
      status: 200,
      body: { data: { outcome: 'stopped' } },
    })
    expect(await entryKinds(supabase, job)).toEqual(['hold', 'release'])
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
    expect((await cancelJob({ request }, user, job)).body.data).toMatchObject({
      outcome: 'already_finished',
    })
    expect(await booked()).toEqual(FREE)
  })

  it('knows no job of another person, and none that does not exist', async () => {
    const { consume, request, user, job, booked } = await startJobApi(supabase)
    await consume(user, job)
    const stranger = await createUser(supabase, 100)
    for (const id of [job, randomUUID(), 'no-such-id']) {
      expect(await cancelJob({ request }, stranger, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await booked()).toEqual(HELD)
  })

  it('either the cancel or a create of the same job wins, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const { consume, create, request, vendor, user, job, booked } = await startJobApi(supabase)
      await consume(user, job)
      const [created, stopped] = await Promise.all([create(user, job), cancelJob({ request }, user, job)])
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
      expect(await cancelJob({ request }, user, job)).toMatchObject({
        status: 200,
        body: {
          message: 'Too late to stop.',
          data: { outcome: 'too_late', job: { id: job, settlement: 'held', canCancel: false } },
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
    expect((await cancelJob(paid, paid.user, paid.job)).body).toMatchObject({
      message: 'This job had already ended.',
      data: { outcome: 'already_finished', job: { settlement: 'captured', videoUrl: expect.any(String) } },
    })
    expect(await paid.booked()).toEqual(PAID)
    const failed = await startJobApi(supabase)
    await failed.create(failed.user, failed.job)
    failed.vendor.status = () => failed.vendor.statusOf('failed')
    await failed.status(failed.user, failed.job)
    expect((await cancelJob(failed, failed.user, failed.job)).body.data).toMatchObject({
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
    expect(await cancelJob({ request }, user, job)).toMatchObject({ status: 404 })
  })

  it('gives a hold back, and is too late for the rest, where no gateway makes videos', async () => {
    const { consume, user, job } = await startJobApi(supabase)
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
