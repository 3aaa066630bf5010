// The daily limits of a user and of all users, and the pause of new jobs.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { createUser } from '../../../harness/database.ts'
import { call } from '../../../harness/ledger/calls.ts'
import { cancelJob, FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

const set = (changes: Record<string, unknown>) =>
  sql('select public.credit_settings($1::jsonb)', [JSON.stringify(changes)])
afterEach(() => set({ daily_credits_per_user: null, daily_credits_budget: null, new_jobs: true }))

/** Returns what all users spent today, including users of earlier tests. */
const spentToday = () => call<number>(sql, 'private.submitted_today()::int', [])

it('refuses a job at the daily limit, and returns the limit, the remainder, and the reset time', async () => {
  await set({ daily_credits_per_user: 30 })
  const { consume, create, request, user, job, booked, provider } = await setUp()
  expect(await consume(user, job)).toMatchObject({ status: 200 })
  for (const answer of [await consume(user, randomUUID()), await create(user, randomUUID())]) {
    expect(answer).toMatchObject({
      status: 429,
      body: { success: false, code: 'daily_limit', data: { limit: 30, left: 10 } },
    })
    expect(answer.body.message).toMatch(
      /^You can spend up to 30 credits per day\. You have 10 left today, and this video costs 20\. Try again after 00:00 UTC, in \d+ (minutes?|hours)\.$/,
    )
    const wait = Number(answer.headers.get('retry-after'))
    expect([wait, wait > 0 && wait <= 86_400]).toEqual([answer.body.data.retryAfterSeconds, true])
  }
  expect(provider.creates).toEqual([])
  expect(await booked()).toEqual(HELD)
  // The limit counts only this user's spending, without returned credits.
  expect((await consume(await createUser(supabase, 100), randomUUID())).status).toBe(200)
  await cancelJob({ request }, user, job)
  expect((await consume(user, randomUUID())).status).toBe(200)
})

it('counts a charged video toward the daily limit and the budget', async () => {
  const budget = (await spentToday()) + 20
  await set({ daily_credits_per_user: 30 })
  const { create, status, provider, user, job, booked } = await setUp()
  await create(user, job)
  provider.finish()
  await status(user, job)
  expect(await booked()).toEqual(PAID)
  expect(await create(user, randomUUID())).toMatchObject({ status: 429, body: { code: 'daily_limit' } })
  await set({ daily_credits_per_user: null, daily_credits_budget: budget })
  expect(await create(user, randomUUID())).toMatchObject({ status: 503, body: { code: 'budget_reached' } })
})

it('suggests a cheaper model, not tomorrow, for a video that costs more than the daily limit', async () => {
  await set({ daily_credits_per_user: 30 })
  const { consume, user } = await setUp(500)
  const { body } = await consume(user, randomUUID(), { source: 'veo-2', amount: 180 })
  expect(body.message).toContain('Choose a model that costs less.')
})
it('refuses new jobs of all users once the budget is spent, and charges nothing', async () => {
  await set({ daily_credits_budget: (await spentToday()) + 20 })
  const { consume, create, user, job, booked, provider } = await setUp()
  expect(await create(user, job)).toMatchObject({ status: 200 })
  const other = await createUser(supabase, 100)
  for (const answer of [await consume(other, randomUUID()), await create(user, randomUUID())]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'budget_reached' } })
    expect(answer.body.message).toMatch(/reached its daily credit budget\. Try again after/)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(provider.creates).toHaveLength(1)
  expect(await booked()).toEqual(HELD)
  await sql(`select public.settle_job($1, null, 'provider_failed', '')`, [job])
  expect((await create(other, randomUUID())).status).toBe(200)
})

it('returns a hold when the budget is spent before its job starts, and accepts a later try', async () => {
  await set({ daily_credits_budget: (await spentToday()) + 20 })
  const { consume, create, user, job, booked, provider } = await setUp()
  const other = await createUser(supabase, 100)
  expect([(await consume(user, job)).status, (await create(other, randomUUID())).status]).toEqual([200, 200])
  const refused = { status: 503, body: { code: 'budget_reached', data: { settlement: 'released' } } }
  expect(await create(user, job)).toMatchObject(refused)
  expect([provider.creates.length, await booked()]).toEqual([1, FREE])
  await set({ daily_credits_budget: null })
  expect(await create(user, randomUUID())).toMatchObject({ status: 200 })
})

it('continues held and running jobs while new jobs are paused, and refuses new jobs', async () => {
  const { consume, create, status, provider, user, job, booked } = await setUp()
  await consume(user, job)
  await set({ new_jobs: false })
  const other = await setUp()
  for (const answer of [await other.consume(other.user, other.job), await other.create(other.user, other.job)]) {
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'jobs_paused',
        message:
          'New videos are paused right now. Videos in progress continue. Your settings are kept; try again later.',
      },
    })
  }
  expect(await other.booked()).toEqual(FREE)
  expect(await create(user, job)).toMatchObject({ status: 200 })
  provider.finish()
  expect((await status(user, job)).body.status).toBe('succeed')
  expect(await booked()).toEqual(PAID)
})
