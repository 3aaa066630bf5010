import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { createTaskNotes } from '../../../supabase/functions/api/services/jobs/task-notes.ts'
import { json } from '../../support/server/api.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** A job whose vendor task the database could not take; `repair` brings the database back. */
async function startUnnoted({ taskId = randomUUID() as string } = {}) {
  let isDown = true
  const api = await startJobApi(supabase, 100, (request, send) =>
    isDown && request.url.endsWith('/record_vendor_task') ? Promise.reject(new TypeError('reset')) : send(request),
  )
  api.vendor.create = () => json({ code: 'SUCCESS', message: 'success', data: { taskId, status: 'waiting' } })
  api.vendor.succeed()
  expect(await api.create(api.user, api.job)).toMatchObject({ status: 200, body: { data: { status: 'unknown' } } })
  return {
    ...api,
    repair: () => {
      isDown = false
    },
  }
}

it('the next poll notes it, and the video arrives', async () => {
  const { status, user, job, booked, vendor, repair } = await startUnnoted()
  expect((await status(user, job)).body.status).toBe('waiting')
  expect(await booked()).toEqual(HELD)
  repair()
  expect((await status(user, job)).body).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
  expect(vendor.creates).toHaveLength(1)
  expect(await booked()).toEqual(PAID)
})

it('the next sweep notes it where nobody polls, also after it was marked unknown', async () => {
  const { sweep, clock, job, booked, repair } = await startUnnoted()
  clock.now += 3 * 60_000
  await sweep()
  expect(await rows(supabase, 'select status from public.generations where id = $1', [job])).toEqual([
    { status: 'unknown' },
  ])
  repair()
  clock.now += 60_000
  await sweep()
  expect(await booked()).toEqual(PAID)
})

it('a job whose credits went back at its deadline is not opened again', async () => {
  const { status, sweep, clock, user, job, booked, repair } = await startUnnoted()
  clock.now += 61 * 60_000
  await sweep()
  expect(await booked()).toEqual(FREE)
  repair()
  // The person's token is of now.
  clock.now -= 61 * 60_000
  expect((await status(user, job)).body).toMatchObject({ status: 'failed', job: { settlement: 'released' } })
  expect(await booked()).toEqual(FREE)
})

it('is tried once a call while the database is away, not once for each, and forgotten after an hour', async () => {
  const clock = { now: 0 }
  const asked: string[] = []
  const notes = createTaskNotes({
    jobs: {
      recordProviderTask: async (jobId) => {
        asked.push(jobId)
        throw new Error('down')
      },
      release: () => Promise.reject(new Error('down')),
    },
    sleep: async () => {},
    now: () => new Date(clock.now),
    log: () => {},
  })
  const jobs = [randomUUID(), randomUUID()]
  for (const job of jobs) expect(await notes.note(job, 'task')).toBe('kept')
  expect(asked).toEqual([jobs[0], jobs[0], jobs[0], jobs[1], jobs[1], jobs[1]])
  await notes.retry()
  expect(asked.slice(6)).toEqual([jobs[0]])
  clock.now += 61 * 60_000
  await notes.retry()
  expect(asked).toHaveLength(7)
})

it('a provider that repeats the id of another user’s job: the later job fails, is free, and shows no video', async () => {
  const repeat = () => json({ code: 'SUCCESS', message: 'success', data: { taskId: 'the same', status: 'waiting' } })
  const [first, second] = [await startJobApi(supabase), await startJobApi(supabase)]
  first.vendor.create = repeat
  second.vendor.create = repeat
  for (const { vendor } of [first, second]) vendor.succeed()
  expect(await first.create(first.user, first.job)).toMatchObject({ status: 200 })

  const refused = { status: 502, body: { code: 'no_task_id', data: { settlement: 'released' } } }
  expect(await second.create(second.user, second.job)).toMatchObject(refused)
  expect(await second.create(second.user, second.job)).toMatchObject(refused)
  expect(second.log).toContainEqual(
    expect.objectContaining({ message: 'provider repeated a task id', jobId: second.job, cause: 'task the same' }),
  )
  expect(await second.booked()).toEqual(FREE)
  second.clock.now += 5 * 60_000
  await second.sweep()
  expect((await second.status(second.user, second.job)).body).toMatchObject({ status: 'failed', result: { url: '' } })
  expect(await second.booked()).toEqual(FREE)
})

it('an id that turns out to be another job’s only when the database is back gives the credits back then', async () => {
  const { status, user, job, booked, repair, vendor } = await startUnnoted({ taskId: 'taken late' })
  const other = await startJobApi(supabase)
  other.vendor.create = vendor.create
  await other.create(other.user, other.job)
  repair()
  expect((await status(user, job)).body).toMatchObject({ status: 'failed', job: { settlement: 'released' } })
  expect(await booked()).toEqual(FREE)
})
