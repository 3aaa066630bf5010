// API servers whose clocks are wrong, on the clock that production has: the database's.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, VIDEO } from '../../../../harness/api.ts'
import { openTestSupabase, rows } from '../../../../harness/database.ts'
import type { LocalSupabase } from '../../../../local/backend/supabase.ts'
import { FREE, HELD, startJobApi } from '../../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase({ clock: 'real' })
})
afterAll(() => supabase.close())

const DAY = 86_400_000

it.each([
  ['ahead', DAY],
  ['behind', -DAY],
])('a server whose clock is a day %s releases what is due, and nothing else', async (_, by) => {
  const { create, consume, user, job, booked } = await startJobApi(supabase)
  const unused = randomUUID()
  await create(user, job)
  await consume(user, unused)
  const skewed = startApi(supabase)
  skewed.clock.now += by
  await skewed.sweep()
  expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })

  const age = (table: string, id: string, minutes: number) =>
    rows(supabase, `update ${table} set created_at = now() - make_interval(mins => $1) where ${id}`, [minutes])
  const isDue = () => rows(supabase, 'update private.provider_tasks set due_at = now() where job_id = $1', [job])
  await age('private.credit_holds', `job_id = '${unused}'`, 16)
  await skewed.sweep()
  expect(await booked()).toEqual(HELD)
  await isDue()
  await age('public.jobs', `id = '${job}'`, 59)
  await skewed.sweep()
  expect(await booked()).toEqual(HELD)
  await isDue()
  await age('public.jobs', `id = '${job}'`, 61)
  await skewed.sweep()
  expect(await booked()).toEqual(FREE)
})

it('delivers a video while the clock of its server is set back, and logs no negative time', async () => {
  const { create, status, provider, clock, log, user, job } = await startJobApi(supabase)
  await create(user, job)
  provider.succeed()
  provider.file = () => {
    clock.now -= DAY
    return new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } })
  }
  await status(user, job)
  expect(log).toContainEqual(expect.objectContaining({ message: 'video delivered', milliseconds: 0 }))
})

it('reads the time of the transaction from the clock', async () => {
  expect(await rows(supabase, 'select private.clock() = now() as "isOurs"')).toEqual([{ isOurs: true }])
})
