import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { openTestSupabase } from '../../support/server/database.ts'
import { HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** Signals that the server made, by their time: a test lets the time pass. */
const waits: { ms: number; end: () => void }[] = []
beforeEach(() => {
  waits.length = 0
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    waits.push({ ms, end: () => controller.abort(new DOMException('The time is over', 'TimeoutError')) })
    return controller.signal
  })
})
afterEach(() => vi.useRealTimers())

/** Takes the request and never answers it. */
const silence = (request: Request) =>
  new Promise<Response>((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))

it('a database that takes a call and never answers is away after a minute, and the person hears of it', async () => {
  let asked = () => {}
  const silent = new Promise<void>((resolve) => {
    asked = resolve
  })
  const { consume, user, job, booked } = await startJobApi(supabase, 100, (request, send) => {
    if (!request.url.endsWith('/hold_credits')) return send(request)
    asked()
    return silence(request)
  })
  const answer = consume(user, job)
  await silent
  const last = waits.at(-1)
  expect(last?.ms).toBe(60_000)
  last?.end()
  expect(await answer).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  expect(await booked()).toEqual({ available: 100, held: 0, captured: 0 })
})

it('a Storage that takes a video and never answers ends that delivery, and the next look delivers', async () => {
  let isSilent = true
  let asked = () => {}
  const silent = new Promise<void>((resolve) => {
    asked = resolve
  })
  const { create, status, vendor, user, job, booked, timers } = await startJobApi(supabase, 100, (request, send) => {
    if (!isSilent || !new URL(request.url).pathname.startsWith('/storage/v1/object/videos/')) return send(request)
    asked()
    return silence(request)
  })
  await create(user, job)
  vendor.succeed()
  const look = status(user, job)
  await silent
  waits.at(-1)?.end()
  expect((await look).body.status).toBe('processing')
  expect(timers.size).toBe(0)
  expect(await booked()).toEqual(HELD)
  isSilent = false
  expect((await status(user, job)).body.status).toBe('succeed')
  expect(await booked()).toEqual(PAID)
})

it('/health waits three seconds for a Storage that does not answer, and names it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let asked = () => {}
  const silent = new Promise<void>((resolve) => {
    asked = resolve
  })
  const { request } = startApi(supabase, {}, (call, send) => {
    if (!new URL(call.url).pathname.startsWith('/storage/')) return send(call)
    asked()
    return silence(call)
  })
  const answer = request('GET', '/health', null)
  await silent
  await vi.advanceTimersByTimeAsync(3000)
  expect(await answer).toMatchObject({ status: 503, body: { dependencies: { storage: 'down' } } })
})
