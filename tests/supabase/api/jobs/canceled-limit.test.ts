// Holds and cancels are free, and each pair adds two entries to a ledger that keeps them forever. So both are limited
// per hour.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { settleJob } from '../../../harness/ledger/calls.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { FREE } from '../../../support/server/job.ts'
import { createKey } from '../../../support/server/key.ts'
import { setUp, sql } from '../../../support/server/suite.ts'

/** Holds credits and cancels this many times. It writes the records directly, because the calls have a rate limit. */
async function holdAndCancel(userId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const id = randomUUID()
    await sql(`select public.hold_credits($1, $2, 'video_generation', 'kling-1.6', 20, 'Video')`, [userId, id])
    await sql('select public.request_cancel($1, $2)', [id, userId])
  }
}

/** Sets up a user who held credits and canceled 60 times by default. */
async function setUpCanceled(times = 60) {
  const api = await setUp()
  await holdAndCancel(api.user.id, times)
  const countEntries = async () =>
    (await sql('select 1 from private.credit_entries where user_id = $1', [api.user.id])).length
  return { ...api, countEntries }
}

it('refuses the 61st start after 60 cancels within an hour, from the site, a key, and an agent', async () => {
  const { user, consume, create, provider, booked, countEntries, ...api } = await setUpCanceled()
  const { caller } = await createKey(api, user)
  const before = await countEntries()
  const answers = [consume, create].flatMap((call) => [call(user, randomUUID()), call(caller, randomUUID())])
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({
      status: 429,
      body: { code: 'too_many_canceled', data: { settlement: 'none', limit: 60 } },
    })
    expect(answer.body.message).toMatch(
      /^60 of your videos in the last hour were canceled, refused, or never started\. You weren't charged\. Try again in (59|60) minutes\.$/,
    )
    const wait = Number(answer.headers.get('retry-after'))
    expect([wait, wait > 3500 && wait <= 3600]).toEqual([answer.body.data.retryAfterSeconds, true])
  }
  const { use } = await connectAgent(await listen(api), user)
  const kling = { model: 'kling-1.6', credits: 20, prompt: 'Rain on a window', idempotencyKey: randomUUID() }
  expect(await use('create_video', kling)).toMatchObject({ isError: true, data: { code: 'too_many_canceled' } })
  expect([await booked(), await countEntries(), provider.creates]).toEqual([FREE, before, []])
})

it('accepts a new start an hour after 60 cancels', async () => {
  const { user, create } = await setUpCanceled()
  expect((await create(user, randomUUID())).status).toBe(429)
  const anHourAgo = `created_at - interval '61 minutes'`
  await sql(`update private.credit_holds set created_at = ${anHourAgo} where user_id = $1`, [user.id])
  expect((await create(user, randomUUID())).status).toBe(200)
})

it('holds as many jobs of a batch as the canceled limit allows, and refuses the rest', async () => {
  const { user, consume, booked } = await setUpCanceled(58)
  const answers = await Promise.all(Array.from({ length: 4 }, () => consume(user, randomUUID())))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
  expect(await booked()).toMatchObject({ available: 60, held: 40 })
})

it('makes the user wait until the oldest of the last 60 cancels is an hour old', async () => {
  const { user, create } = await setUpCanceled(20)
  await sql(`update private.credit_holds set created_at = created_at - interval '30 minutes' where user_id = $1`, [
    user.id,
  ])
  await holdAndCancel(user.id, 40)
  const wait = Number((await create(user, randomUUID())).headers.get('retry-after'))
  // The API's clock is a few seconds behind the database's.
  expect([wait, wait > 1700 && wait <= 1860]).toEqual([wait, true])
})

it('counts open holds, canceled jobs, and refused requests toward the limit, but no other jobs', async () => {
  const { user, consume, create } = await setUpCanceled(56)
  const codes = ['cancelled', 'content_refused', 'provider_rejected', 'provider_unavailable', null]
  for (const code of codes) {
    const id = randomUUID()
    expect((await create(user, id)).status).toBe(200)
    if (code) await sql('select public.settle_job($1, null, $2, null)', [id, code])
    else await settleJob(sql, id, 'capture')
  }
  const open = randomUUID()
  expect((await consume(user, open)).status).toBe(200)
  expect((await consume(user, randomUUID())).body.code).toBe('too_many_canceled')
  // An existing hold can still start.
  expect((await create(user, open)).status).toBe(200)
})
