import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { json } from '../../support/server/api.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, startJobApi } from '../../support/server/job.ts'
import { pngDataUri } from '../../support/server/picture.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const setUp = (credits?: number) => startJobApi(supabase, credits)

describe('what the vendor answers to create', () => {
  it.each([
    [
      '400 in its error shape',
      () =>
        json({ message: 'Input validation failed', code: 'BAD_REQUEST', issues: [{ message: 'blocked words' }] }, 400),
      422,
      'vendor_rejected',
      /blocked words/,
    ],
    ['429', () => json({ message: 'Too many', code: 'TOO_MANY' }, 429), 503, 'vendor_busy', /is busy/],
    ['500 in its error shape', () => json({ message: 'Oops', code: 'INTERNAL' }, 500), 503, 'vendor_busy', /is busy/],
    [
      '403 about our credit',
      () => json({ message: 'Not enough credits', code: 'FORBIDDEN' }, 403),
      503,
      'vendor_unavailable',
      /not available/,
    ],
    [
      '200 without a task id',
      () => json({ code: 'SUCCESS', data: {} }),
      502,
      'no_task_id',
      'Could not extract task ID from API response. API returned: {"code":"SUCCESS","data":{}}',
    ],
  ])('%s: nothing was created, the hold is released at once', async (_name, answer, status, code, message) => {
    const { create, consume, vendor, user, job, booked } = await setUp()
    vendor.create = answer
    await consume(user, job)
    const first = await create(user, job)
    expect(first).toMatchObject({ status, body: { code, data: { settlement: 'released' } } })
    expect(first.body.message).toMatch(message)
    expect(await booked()).toEqual(FREE)
    // A retry of the same request is told the same and calls nobody.
    expect(await create(user, job)).toMatchObject({ status, body: { code } })
    expect(vendor.creates).toHaveLength(1)
  })

  it.each([
    [
      'an edge proxy’s page',
      () => new Response('<html>blocked</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    ],
    ['a page with status 200', () => new Response('<html>hi</html>', { headers: { 'content-type': 'text/html' } })],
    ['a reset connection', () => Promise.reject(new TypeError('connection reset'))],
  ])('%s: unknown, held, and never created again', async (_name, answer) => {
    const { create, status, vendor, user, job, booked, sweep, clock } = await setUp()
    vendor.create = answer
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'unknown' } } })
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
    expect(vendor.creates).toHaveLength(1)
    expect(await status(user, job)).toMatchObject({ body: { status: 'processing', job: { settlement: 'held' } } })
    expect(await booked()).toEqual(HELD)
    clock.now += 61 * 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
    clock.now -= 61 * 60_000
    expect(await status(user, job)).toMatchObject({ body: { status: 'failed', job: { settlement: 'released' } } })
  })

  it.each([
    [2, 'waiting', 'running'],
    [99, 'unknown', 'submitted'],
  ])('a task whose id cannot be noted %i times is never called a failure', async (failures, status, stored) => {
    let left = failures
    const { create, vendor, log, user, job, booked } = await startJobApi(supabase, 100, (request, send) => {
      if (!request.url.endsWith('/record_vendor_task') || left === 0) return send(request)
      left -= 1
      return Promise.reject(new TypeError('reset'))
    })
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { taskId: job, status } } })
    expect(await create(user, job)).toMatchObject({ status: 200 })
    expect(vendor.creates).toHaveLength(1)
    expect(await rows(supabase, 'select status from public.generations where id = $1', [job])).toEqual([
      { status: stored },
    ])
    expect(await booked()).toEqual(HELD)
    expect(log.some(({ cause }) => cause?.includes('task task-1'))).toBe(true)
  })

  it('a picture that cannot be stored: nothing was created', async () => {
    const { create, vendor, storage, user, job, booked } = await setUp()
    storage.isDown = true
    const refused = { status: 503, body: { code: 'storage_unavailable', data: { settlement: 'released' } } }
    expect(await create(user, job, { image: pngDataUri(400, 300) })).toMatchObject(refused)
    expect(await create(user, job, { image: pngDataUri(400, 300) })).toMatchObject(refused)
    expect(vendor.creates).toHaveLength(0)
    expect(await booked()).toEqual(FREE)
  })
})
