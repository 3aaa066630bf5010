import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** A finished job whose delivery the database went away in; `repair` brings it back. */
async function startInterrupted({ deliverySeconds = 0 } = {}) {
  let state: 'fine' | 'down' | 'back' = 'fine'
  let deliveries = 0
  const api = await startJobApi(supabase, 100, (request, send) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/storage/v1/object/videos/')) deliveries += 1
    if (pathname.endsWith('/settle_job') && state === 'fine') {
      state = 'down'
      api.clock.now += deliverySeconds * 1000
    }
    const isLost = state === 'down' && pathname.startsWith('/rest/')
    return isLost ? Promise.reject(new TypeError('reset')) : send(request)
  })
  await api.create(api.user, api.job)
  api.vendor.succeed()
  expect((await api.status(api.user, api.job)).body.status).toBe('processing')
  expect((await api.status(api.user, api.job)).status).toBe(503)
  return {
    ...api,
    deliveries: () => deliveries,
    repair: () => {
      state = 'back'
    },
  }
}

it('the video comes with the first look after an outage, and not when the claim has run out', async () => {
  const { status, user, job, booked, repair } = await startInterrupted()
  expect(await booked()).toEqual(HELD)
  repair()
  expect((await status(user, job)).body).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
  expect(await booked()).toEqual(PAID)
})

it('of many looks after an outage one delivers', async () => {
  const { status, user, job, booked, repair, deliveries } = await startInterrupted()
  repair()
  const before = deliveries()
  const looks = await Promise.all(Array.from({ length: 8 }, () => status(user, job)))
  for (const { body } of looks) expect(['processing', 'succeed']).toContain(body.status)
  expect(deliveries() - before).toBe(1)
  expect(await booked()).toEqual(PAID)
})

it.each([
  ['at once', 0, 6],
  ['after two minutes', 120, 4],
])(
  "a claim that ran out after a delivery that broke off %s is not ended: it may be another server's",
  async (_, deliverySeconds, minutes) => {
    const { status, user, job, clock, repair } = await startInterrupted({ deliverySeconds })
    repair()
    clock.now += minutes * 60_000
    await rows(supabase, 'select public.claim_delivery($1, $2)', [job, new Date(clock.now).toISOString()])
    expect((await status(user, job)).body.status).toBe('processing')
  },
)
