import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { readRetryAfter } from '../../../supabase/functions/api/services/providers/provider-http.ts'
import { openTestSupabase } from '../../support/server/database.ts'
import { FREE, HELD, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** A vendor that refuses the first creates with this status and Retry-After, then takes one. */
async function startBusy(retryAfter: string | null, { status = 429, refusals = 1 } = {}) {
  const api = await startJobApi(supabase)
  const slept: number[] = []
  api.clock.sleep = async (ms) => {
    slept.push(ms)
  }
  const create = api.vendor.create
  api.vendor.create = (request) =>
    api.vendor.creates.length > refusals
      ? create(request)
      : Response.json(
          { message: 'Too many', code: 'TOO_MANY' },
          { status, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } },
        )
  return { ...api, slept }
}

describe('a vendor that is busy and names a wait', () => {
  it.each([
    ['5', 5000],
    ['2', 2000],
    // Not at once: that is what it was busy with.
    ['0', 1000],
  ])('of %s s is waited for once, and then has the job', async (retryAfter, wait) => {
    const { create, vendor, slept, user, job, booked } = await startBusy(retryAfter)
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'waiting' } } })
    expect(slept).toEqual([wait])
    expect(vendor.creates).toHaveLength(2)
    expect(vendor.creates[1]).toEqual(vendor.creates[0])
    expect(await booked()).toEqual(HELD)
  })

  it.each([
    ['longer than 5 s', '6', {}],
    ['in no number', 'soon', {}],
    ['below nothing', '-1', {}],
    ['as a date', 'Fri, 20 Nov 2026 12:00:01 GMT', {}],
    ['of no length', null, {}],
    ['with a 503', '2', { status: 503 }],
    ['with a 400', '2', { status: 400 }],
  ])('%s is not waited for: nothing was created, the hold is released at once', async (_name, retryAfter, vendorIs) => {
    const { create, vendor, slept, user, job, booked } = await startBusy(retryAfter, vendorIs)
    const { body } = await create(user, job)
    expect(body).toMatchObject({ success: false, data: { settlement: 'released' } })
    expect(slept).toEqual([])
    expect(vendor.creates).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
  })

  it('twice is not waited for a second time', async () => {
    const { create, vendor, slept, user, job, booked } = await startBusy('1', { refusals: 2 })
    expect(await create(user, job)).toMatchObject({ status: 503, body: { code: 'vendor_busy' } })
    expect(await create(user, job)).toMatchObject({ status: 503, body: { code: 'vendor_busy' } })
    expect(slept).toEqual([1000])
    expect(vendor.creates).toHaveLength(2)
    expect(await booked()).toEqual(FREE)
  })

  it('and then gives no answer may have made the job: it is unknown, and no third call is made', async () => {
    const { create, vendor, user, job, booked } = await startBusy('1')
    const refuse = vendor.create
    vendor.create = (request) => {
      if (vendor.creates.length === 1) return refuse(request)
      throw new TypeError('reset')
    }
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
    expect(vendor.creates).toHaveLength(2)
    expect(await booked()).toEqual(HELD)
  })

  it('answers a retry that comes while it waits with the same job', async () => {
    const { create, vendor, clock, user, job } = await startBusy('3')
    let again: Promise<{ status: number }> | null = null
    clock.sleep = async () => {
      again = create(user, job)
      expect(await again).toMatchObject({ status: 200, body: { data: { taskId: job } } })
    }
    expect(await create(user, job)).toMatchObject({ status: 200 })
    expect(again).not.toBeNull()
    expect(vendor.creates).toHaveLength(2)
  })
})

it('reads Retry-After in seconds alone', () => {
  const read = (value: string) => readRetryAfter(Response.json({}, { headers: { 'retry-after': value } }))
  expect(['5', '0', '-1', '2.5', 'x', '', '1e3', '99999999'].map(read)).toEqual([5, 0, ...Array(6).fill(undefined)])
})
