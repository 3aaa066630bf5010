import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { createUser, openTestSupabase, rows } from '../../support/server/database.ts'
import { FREE, HELD, PAID, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())
const set = (changes: Record<string, unknown>) =>
  rows(supabase, 'select public.credit_settings($1::jsonb)', [JSON.stringify(changes)])
afterEach(() => set({ daily_credits_per_user: null, daily_credits_budget: null, new_jobs: true }))

/** Everybody's, of today: what the tests before left behind counts. */
async function spentToday(): Promise<number> {
  const [row] = await rows<{ credits: number }>(
    supabase,
    `select coalesce(sum(amount), 0)::int as credits from private.credit_holds where state <> 'released'`,
  )
  return row?.credits ?? 0
}

describe('a user at the limit of the day', () => {
  it('is told what it is, what is left and when it ends, by both calls, and is charged nothing', async () => {
    await set({ daily_credits_per_user: 30 })
    const { consume, create, user, booked, vendor } = await startJobApi(supabase)
    expect(await consume(user, randomUUID())).toMatchObject({ status: 200 })
    for (const answer of [await consume(user, randomUUID()), await create(user, randomUUID())]) {
      expect(answer).toMatchObject({
        status: 429,
        body: { success: false, code: 'daily_limit', data: { limit: 30, left: 10 } },
      })
      expect(answer.body.message).toMatch(
        /^One account may spend 30 credits a day here\. You have 10 left today, and this video costs 20\. Try again after 00:00 UTC, in \d+ (minutes?|hours)\.$/,
      )
      const wait = Number(answer.headers.get('retry-after'))
      expect([wait, wait > 0 && wait <= 86_400]).toEqual([answer.body.data.retryAfterSeconds, true])
    }
    expect(vendor.creates).toEqual([])
    expect(await booked()).toEqual(HELD)
  })

  it('is not sent to tomorrow for a video that costs more than any day allows', async () => {
    await set({ daily_credits_per_user: 30 })
    const { consume, user } = await startJobApi(supabase, 500)
    const { body } = await consume(user, randomUUID(), { source: 'veo-2', amount: 180 })
    expect(body.message).toContain('Choose a model that costs less.')
  })

  it('may go on when a job failed', async () => {
    await set({ daily_credits_per_user: 20 })
    const { consume, create, status, vendor, user, job } = await startJobApi(supabase)
    await create(user, job)
    expect((await consume(user, randomUUID())).status).toBe(429)
    vendor.status = () => vendor.statusOf('failed')
    expect((await status(user, job)).body.status).toBe('failed')
    expect((await consume(user, randomUUID())).status).toBe(200)
  })
})

it('a budget that is spent refuses everybody, with a sentence, and charges nothing', async () => {
  await set({ daily_credits_budget: (await spentToday()) + 20 })
  const { consume, create, user, job, booked, vendor } = await startJobApi(supabase)
  expect(await create(user, job)).toMatchObject({ status: 200 })
  const other = await createUser(supabase, 100)
  for (const answer of [await consume(other, randomUUID()), await create(user, randomUUID())]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'budget_reached' } })
    expect(answer.body.message).toMatch(/do not cover another video like this\. Try again after/)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(vendor.creates).toHaveLength(1)
  expect(await booked()).toEqual(HELD)
})

it('while new jobs are off, what is held and what runs goes on, and nothing new begins', async () => {
  const { consume, create, status, vendor, user, job, booked } = await startJobApi(supabase)
  await consume(user, job)
  await set({ new_jobs: false })
  const other = await startJobApi(supabase)
  for (const answer of [await other.consume(other.user, other.job), await other.create(other.user, other.job)]) {
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'jobs_paused',
        message:
          'New videos are paused just now. What is being made goes on. Your form stays as it is: try again later.',
      },
    })
  }
  expect(await other.booked()).toEqual(FREE)
  expect(await create(user, job)).toMatchObject({ status: 200 })
  vendor.succeed()
  expect((await status(user, job)).body.status).toBe('succeed')
  expect(await booked()).toEqual(PAID)
})

it('without a gateway the limits hold as well', async () => {
  await set({ daily_credits_per_user: 20 })
  const { consume } = startApi(supabase, { VIDEO_PROVIDER: 'none' })
  const user = await createUser(supabase, 100)
  expect((await consume(user, randomUUID())).body.data.settlement).toBe('captured')
  expect((await consume(user, randomUUID())).body.code).toBe('daily_limit')
})
