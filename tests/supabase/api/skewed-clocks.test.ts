// API servers whose clocks are wrong, on the clock that production has: the database's.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase({ clock: 'real' })
})
afterAll(() => supabase.close())

const DAY = 86_400_000
function startSkewed(by: number) {
  const api = startApi(supabase)
  api.clock.now += by
  return api
}

it.each([
  ['ahead', DAY],
  ['behind', -DAY],
])('a server whose clock is a day %s releases what is due, and nothing else', async (_, by) => {
  const { create, consume, user, job, booked } = await startJobApi(supabase)
  const unused = randomUUID()
  await create(user, job)
  await consume(user, unused)
  const skewed = startSkewed(by)
  await skewed.sweep()
  expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })

  const age = (table: string, id: string, minutes: number) =>
    rows(supabase, `update ${table} set created_at = now() - make_interval(mins => $1) where ${id}`, [minutes])
  await age('private.credit_holds', `job_id = '${unused}'`, 16)
  await skewed.sweep()
  expect(await booked()).toEqual(HELD)
  await rows(supabase, `update private.vendor_tasks set due_at = now() where job_id = $1`, [job])
  await age('public.generations', `id = '${job}'`, 59)
  await skewed.sweep()
  expect(await booked()).toEqual(HELD)
  await rows(supabase, `update private.vendor_tasks set due_at = now() where job_id = $1`, [job])
  await age('public.generations', `id = '${job}'`, 61)
  await skewed.sweep()
  expect(await booked()).toEqual(FREE)
})

it('no call writes a time that a server made up', async () => {
  const { create, user, job } = await startJobApi(supabase)
  await create(user, job)
  const tomorrow = `now() + interval '1 day'`
  const calls = [
    `private.clock(${tomorrow})`,
    `private.is_admin_address('admin', '192.0.2.1', ${tomorrow})`,
    `private.job_record('${job}', ${tomorrow})`,
    `public.claim_delivery('${job}', ${tomorrow})`,
    `public.claim_job('${job}', ${tomorrow})`,
    `public.clear_admin_tries('admin', '192.0.2.1', ${tomorrow})`,
    `public.expire_jobs('pollo', 3600, 600, 'Late.', 10, ${tomorrow})`,
    `public.forget_deleted_files(array['a.mp4'], 'videos', ${tomorrow})`,
    `public.forget_rates(${tomorrow})`,
    `public.get_job('${job}', '${user.id}', ${tomorrow})`,
    `public.list_due_jobs('pollo', 10, ${tomorrow})`,
    `public.note_missing_file('${job}', ${tomorrow})`,
    `public.note_sweep(${tomorrow})`,
    `public.park_jobs('fal', 3600, ${tomorrow})`,
    `public.release_unused_holds(10, ${tomorrow})`,
    `public.renew_delivery('${job}', 'a.mp4', ${tomorrow})`,
    `public.request_cancel('${job}', '${user.id}', ${tomorrow})`,
    `public.sweep_health(${tomorrow})`,
    `public.take_admin_try('admin', '192.0.2.1', 'digest', ${tomorrow})`,
    `public.take_files_to_delete(10, ${tomorrow})`,
    `public.take_rate('key', 1, 60, ${tomorrow})`,
    `public.touch_job('${job}', ${tomorrow})`,
  ]
  await rows(supabase, `insert into private.files_to_delete (job_id, bucket, path) values ($1, 'videos', 'a.mp4')`, [
    job,
  ])
  for (const call of calls) await rows(supabase, `select ${call}`)

  const timed = await rows<{ name: string }>(
    supabase,
    `select pronamespace::regnamespace || '.' || proname as name from pg_proc where 'p_now' = any (proargnames) order by 1`,
  )
  expect(calls.map((call) => call.replace(/\(.*/, ''))).toEqual(timed.map(({ name }) => name))
  const times = await rows<{ table: string; column: string }>(
    supabase,
    `select attrelid::regclass::text as table, attname as column from pg_attribute join pg_class c on c.oid = attrelid
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and atttypid = 'timestamptz'::regtype`,
  )
  for (const { table, column } of times) {
    const found = await rows(supabase, `select 1 from ${table} where ${column} > now() + interval '61 minutes'`)
    expect([table, column, found]).toEqual([table, column, []])
  }
})
