import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
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
    if (request.method === 'POST' && pathname.startsWith('/storage/v1/object/videos/')) deliveries += 1
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
  ['at once', 0, 46],
  ['after half a minute', 30, 16],
])(
  "a claim that ran out after a delivery that broke off %s is not ended: it may be another server's",
  async (_, deliverySeconds, later) => {
    const { status, user, job, clock, repair } = await startInterrupted({ deliverySeconds })
    repair()
    clock.now += later * 1000
    await rows(supabase, 'select public.claim_delivery($1, $2)', [job, new Date(clock.now).toISOString()])
    expect((await status(user, job)).body.status).toBe('processing')
  },
)

/** A delivery whose file is still on its way, and a second server that knows nothing of the first one's memory. */
async function startSlow() {
  const first = await startJobApi(supabase, 100)
  const second = startApi(supabase)
  await first.create(first.user, first.job)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let asked = () => {}
  const fetching = new Promise<void>((resolve) => {
    asked = resolve
  })
  const file = first.vendor.file
  first.vendor.file = async (request) => {
    asked()
    await arrived
    return file(request)
  }
  first.vendor.succeed()
  second.vendor.succeed()
  const delivery = first.status(first.user, first.job)
  await fetching
  return {
    ...first,
    arrive,
    delivery,
    async pass(seconds: number) {
      first.clock.now += seconds * 1000
      second.clock.now = first.clock.now
      for (const renew of first.timers) await renew()
    },
    elsewhere: async () => (await second.status(first.user, first.job)).body.status,
  }
}

it('a delivery that takes long stays its own: other servers leave it alone while it lives', async () => {
  const { pass, elsewhere, arrive, delivery, timers, booked } = await startSlow()
  for (let times = 0; times < 5; times += 1) {
    await pass(40)
    expect(await elsewhere()).toBe('processing')
  }
  arrive()
  expect((await delivery).body.status).toBe('succeed')
  expect(timers.size).toBe(0)
  expect(await booked()).toEqual(PAID)
})

it('a delivery whose server is not heard of for 45 seconds is taken over by any other one, and paid once', async () => {
  const { pass, elsewhere, arrive, delivery, timers, booked, job } = await startSlow()
  timers.clear()
  await pass(44)
  expect(await elsewhere()).toBe('processing')
  await pass(2)
  expect(await elsewhere()).toBe('succeed')
  // It was not dead after all: it stores its own copy, nothing is paid again, and its copy goes.
  const [winner] = await rows(supabase, 'select video_path from public.generations where id = $1', [job])
  arrive()
  expect((await delivery).body.status).toBe('succeed')
  expect(await booked()).toEqual(PAID)
  expect(await rows(supabase, 'select video_path from public.generations where id = $1', [job])).toEqual([winner])
  const stored = await rows(supabase, `select name as video_path from storage.objects where name like $1`, [`${job}/%`])
  expect(stored).toEqual([winner])
})

it('a renewal that the database did not take is a line in the log, and the delivery goes on', async () => {
  let isDown = false
  const api = await startJobApi(supabase, 100, (request, send) =>
    isDown && request.url.endsWith('/renew_delivery') ? Promise.reject(new TypeError('reset')) : send(request),
  )
  await api.create(api.user, api.job)
  const file = api.vendor.file
  api.vendor.file = async (request) => {
    isDown = true
    for (const renew of api.timers) await renew()
    return file(request)
  }
  api.vendor.succeed()
  expect((await api.status(api.user, api.job)).body.status).toBe('succeed')
  expect(api.log).toContainEqual(expect.objectContaining({ message: 'delivery not renewed', jobId: api.job }))
})
