import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { json } from '../../support/server/api.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const setUp = () => startJobApi(supabase)
const text = (body: string | ReadableStream, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })

/** Starts another JSON text of 1 MB with each pull: an answer that never ends. */
const endless = () =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20)),
  })

describe('what the database could not keep of a vendor’s words', () => {
  it.each([
    ['a NUL', 'Blocked\0 by the filter', 'Blocked by the filter'],
    ['half a character', 'Blocked \ud83d', 'Blocked \ufffd'],
    ['a character across the end of what is kept', `${'x'.repeat(299)}😀`, `${'x'.repeat(299)}\ufffd`],
    ['ten thousand words', 'word '.repeat(10_000), 'word '.repeat(60)],
  ])('%s in the reason of a failure: the credits come back, with the reason', async (_name, failMsg, shown) => {
    const { create, status, vendor, user, job, booked } = await setUp()
    await create(user, job)
    vendor.status = () => vendor.statusOf('failed', { failMsg })
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      generations: [{ failMsg: shown }],
      job: { settlement: 'released' },
    })
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['a NUL in it', () => json({ message: 'no\0', code: 'BAD_REQUEST' }, 400), 422],
    ['a character across its end', () => json({ message: `${'x'.repeat(299)}😀`, code: 'BAD_REQUEST' }, 400), 422],
    ['no task id and a character across the end', () => json({ data: { note: `${'x'.repeat(282)}😀` } }), 502],
    ['nothing in it for ten thousand levels', () => text(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400), 200],
  ])('an answer to create with %s', async (_name, answer, expected) => {
    const { create, vendor, user, job, booked } = await setUp()
    vendor.create = answer
    const { status } = await create(user, job)
    expect(status).toBe(expected)
    // What is in no shape of the vendor's leaves it open whether there is a task.
    expect(await booked()).toEqual(expected === 200 ? HELD : FREE)
  })
})

describe('an answer that never ends', () => {
  it('to create: unknown, held', async () => {
    const { create, vendor, user, job, booked } = await setUp()
    vendor.create = () => text(endless())
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
    expect(await booked()).toEqual(HELD)
  })

  it('to a look: no news', async () => {
    const { create, status, vendor, user, job, booked, log } = await setUp()
    await create(user, job)
    vendor.status = () => text(endless())
    expect((await status(user, job)).body).toMatchObject({ status: 'waiting', job: { settlement: 'held' } })
    expect(log).toContainEqual(expect.objectContaining({ message: 'provider gave no news' }))
    expect(await booked()).toEqual(HELD)
  })
})

it('a status word that nobody knows is taken as running, and the log says so', async () => {
  const { create, status, vendor, user, job, log } = await setUp()
  await create(user, job)
  for (const word of ['waiting', 'processing', 'pending']) {
    vendor.status = () => vendor.statusOf(word)
    await status(user, job)
  }
  const alerts = () => log.filter(({ message }) => message === 'provider status unknown, taken as running')
  expect(alerts()).toEqual([])
  vendor.status = () => vendor.statusOf('paused')
  expect((await status(user, job)).body.status).toBe('processing')
  expect(alerts()).toEqual([expect.objectContaining({ level: 'warn', jobId: job, cause: 'it said "paused"' })])
})

describe('the sweep', () => {
  it('asks no vendor any more about a job ten minutes past its deadline: no look can keep its credits', async () => {
    const { create, vendor, user, job, booked, sweep, clock } = await setUp()
    await create(user, job)
    let looks = 0
    vendor.status = () => {
      looks += 1
      return vendor.statusOf('processing')
    }
    clock.now += 71 * 60_000
    await sweep()
    expect(looks).toBe(0)
    expect(await booked()).toEqual(FREE)
  })

  it('claims jobs one by one, so that those it did not come to are the first of the next one', async () => {
    const { create, consume, vendor, user, job, sweep, clock } = await setUp()
    await create(user, job)
    const second = crypto.randomUUID()
    await consume(user, second)
    await create(user, second)
    clock.now += 60_000
    let looked = () => {}
    const firstLook = new Promise<void>((resolve) => {
      looked = resolve
    })
    let end = (_answer: Response) => {}
    vendor.status = () => {
      looked()
      return new Promise<Response>((resolve) => {
        end = resolve
      })
    }
    const sweeping = sweep()
    await firstLook
    const checked = await rows<{ checked: boolean }>(
      supabase,
      `select due_at = $2::timestamptz + interval '30 seconds' as checked from private.vendor_tasks where job_id = any ($1)`,
      [[job, second], new Date(clock.now).toISOString()],
    )
    expect(checked.filter((row) => row.checked)).toHaveLength(1)
    vendor.status = () => vendor.statusOf('processing')
    end(vendor.statusOf('processing'))
    expect((await sweeping).body.data.checked_jobs).toBeGreaterThanOrEqual(2)
  })
})
