import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { createTaskNotes } from '../../../supabase/functions/api/services/task-notes.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** A job whose vendor task the database could not take; `repair` brings the database back. */
async function startUnnoted() {
  let isDown = true
  const api = await startJobApi(supabase, 100, (request, send) =>
    isDown && request.url.endsWith('/record_vendor_task') ? Promise.reject(new TypeError('reset')) : send(request),
  )
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
      recordVendorTask: async (jobId) => {
        asked.push(jobId)
        throw new Error('down')
      },
    },
    sleep: async () => {},
    now: () => new Date(clock.now),
    log: () => {},
  })
  const jobs = [randomUUID(), randomUUID()]
  for (const job of jobs) expect(await notes.note(job, 'task')).toBe(false)
  expect(asked).toEqual([jobs[0], jobs[0], jobs[0], jobs[1], jobs[1], jobs[1]])
  await notes.retry()
  expect(asked.slice(6)).toEqual([jobs[0]])
  clock.now += 61 * 60_000
  await notes.retry()
  expect(asked).toHaveLength(7)
})
