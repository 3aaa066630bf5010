// A job whose create response was lost, at a provider that can't be searched by our job's ID. The job stays open until
// its deadline.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { FREE } from '../../support/server/job.ts'
import { setUp, sql } from '../../support/server/suite.ts'

/** Creates a user with this many jobs whose server was killed during the create request. */
async function setUpKilled(count: number) {
  const api = await setUp()
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids) {
    await api.create(api.user, id)
    await sql('update private.provider_tasks set provider_task_id = null where job_id = $1', [id])
    await sql(`update public.jobs set status = 'submitted' where id = $1`, [id])
  }
  /** Moves the clock to this many minutes from now. The database has recorded the real time. */
  const moveTo = (minutes: number) => {
    api.clock.now = Date.now() + minutes * 60_000
  }
  return { ...api, ids, moveTo }
}

it("shows when an unconfirmed job's credits will be returned, until the provider confirms the job", async () => {
  const { user, ids, status, sweep, moveTo, provider, booked } = await setUpKilled(1)
  const [job = ''] = ids
  expect((await status(user, job)).body.job).not.toHaveProperty('unconfirmedEndsInSeconds')
  moveTo(3)
  await sweep()
  const seconds = async () => (await status(user, job)).body.job.unconfirmedEndsInSeconds
  const left = await seconds()
  expect(left).toBeGreaterThan(3360)
  expect(left).toBeLessThanOrEqual(3420)
  expect(provider.checks.length).toBe(0)
  await sql(`select public.record_provider_callback($1, 'pollo', $2)`, [job, randomUUID()])
  expect(await seconds()).toBeUndefined()
  expect(await booked()).toMatchObject({ held: 20 })
})

it("returns an unconfirmed job's credits at its deadline", async () => {
  const { sweep, moveTo, booked } = await setUpKilled(1)
  for (const minutes of [3, 61]) {
    moveTo(minutes)
    await sweep()
  }
  expect(await booked()).toEqual(FREE)
})

it("says how many of a user's open jobs are unconfirmed, and when the first of them ends", async () => {
  const { user, create, sweep, moveTo, booked } = await setUpKilled(3)
  moveTo(3)
  await sweep()
  moveTo(20)
  expect((await create(user, randomUUID())).status).toBe(200)
  const refused = await create(user, randomUUID())
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too_many_jobs', data: { settlement: 'none', max: 4, unconfirmed: 3 } },
  })
  expect(refused.body.message).toMatch(
    /^You can generate up to 4 videos at a time\. .* The video service didn't confirm 3 of your videos\. The first of these places is free within (39|40) minutes\.$/,
  )
  const { unconfirmedEndsInSeconds: seconds } = refused.body.data
  expect([seconds > 2330, seconds <= 2400]).toEqual([true, true])
  expect(await booked()).toMatchObject({ held: 80 })
})
