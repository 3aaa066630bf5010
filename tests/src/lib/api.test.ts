// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { createCreditsApi } from '@/lib/credits-api'
import type { Http } from '@/lib/http/http'
import { createJobsApi } from '@/lib/jobs-api'
import { openJob, testJob } from '../../support/app/jobs'

function answeringAs(body: unknown) {
  const request = vi.fn<Http['request']>(async () => body)
  return { request, credits: createCreditsApi({ request }), jobs: createJobsApi({ request }) }
}
const answering = (data: unknown) => answeringAs({ success: true, message: 'ok', data })

const consumption = { jobId: 'job-1', amount: 330, source: 'veo-3', description: 'A storm' } as const
const entry = { id: '2', at: '2026-11-20T09:00:00.000Z', kind: 'hold', amount: -330, balanceAfter: 2170 }
const statement = {
  openingBalance: 2500,
  closingBalance: 2170,
  entries: [{ ...entry, jobId: 'job-1', credits: 330, modelName: 'Veo 3', prompt: 'A lighthouse', grant: null }],
  nextCursor: 'older',
}

describe('Credits API client', () => {
  it("holds credits under the job's key, and reads the balance", async () => {
    const { credits, request } = answering({ balance_after: 2170, settlement: 'held' })
    expect(await credits.consume(consumption)).toEqual({ balanceAfter: 2170, settlement: 'held' })
    expect(request).toHaveBeenCalledWith({
      method: 'POST',
      path: '/api/credits/consume',
      headers: { 'Idempotency-Key': 'job-1' },
      body: { amount: 330, type: 'video_generation', source: 'veo-3', description: 'A storm' },
      signal: undefined,
    })
  })

  it('sends the credit test requests: balance, check, and more credits under a key', async () => {
    const balance = { id: 'b', source: 'lite', granted: 600, remaining: 500, created_at: '2026-11-20' }
    const read = answering({ total_credits: 700, balances: [balance] })
    expect(await read.credits.balance('u')).toEqual({ totalCredits: 700, balances: [balance] })
    const query = { user_id: 'u' }
    expect(read.request).toHaveBeenCalledWith({ method: 'GET', path: '/api/credits/test/balance', query })

    const check = answering({ was_repaired: true, current_credits: 5 })
    expect(await check.credits.validate('u')).toEqual({ wasRepaired: true, currentCredits: 5 })
    const path = '/api/credits/test/validate'
    expect(check.request).toHaveBeenCalledWith({ method: 'POST', path, body: { user_id: 'u' } })

    const add = answering({ total_credits: 600 })
    const plan = { userId: 'u', amount: 600, planId: 'lite', idempotencyKey: 'k' }
    expect(await add.credits.addTestCredits(plan)).toEqual({ totalCredits: 600 })
    expect(add.request).toHaveBeenCalledWith({
      method: 'POST',
      path: '/api/credits/test/add',
      headers: { 'Idempotency-Key': 'k' },
      body: { user_id: 'u', amount: 600, plan_id: 'lite' },
    })
  })

  it('reads the statement page by page', async () => {
    const { credits, request } = answering(statement)
    await expect(credits.statement()).resolves.toEqual(statement)
    await credits.statement('older')
    expect(request.mock.calls.map(([{ path, query }]) => [path, query])).toEqual([
      ['/api/credits/statement', undefined],
      ['/api/credits/statement', { cursor: 'older' }],
    ])
  })
})

describe('Jobs API client', () => {
  it('lists jobs from a cursor, or open jobs alone, including jobs of an unknown model', async () => {
    const page = { jobs: [testJob({ model: 'veo-9' })], nextCursor: 'next' }
    const { jobs, request } = answering(page)
    await expect(jobs.list({ cursor: 'here', limit: 24 })).resolves.toEqual(page)
    await jobs.list({ open: true })
    expect(request.mock.calls).toEqual([
      [{ method: 'GET', path: '/api/jobs', query: { limit: '24', cursor: 'here' } }],
      [{ method: 'GET', path: '/api/jobs', query: { open: 'true' } }],
    ])
  })

  it("searches jobs by each filter, with the API's parameter names", async () => {
    const { jobs, request } = answering({ jobs: [], nextCursor: null })
    const filter = { search: 'rain', model: 'veo-3', hasSound: true, isFailed: true, isStarred: true }
    await jobs.list({ filter })
    const query = { q: 'rain', model: 'veo-3', sound: 'true', outcome: 'failed', starred: 'true' }
    expect(request).toHaveBeenCalledExactlyOnceWith({ method: 'GET', path: '/api/jobs', query })
  })

  it('reads, labels, cancels, and deletes a single job', async () => {
    const read = answering(openJob())
    await expect(read.jobs.get('a/b')).resolves.toEqual(openJob())
    expect(read.request).toHaveBeenCalledExactlyOnceWith({ method: 'GET', path: '/api/jobs/a%2Fb' })
    const label = answering(testJob({ title: 'Opening shot' }))
    await expect(label.jobs.label('a', { title: 'Opening shot' })).resolves.toMatchObject({ title: 'Opening shot' })
    const body = { title: 'Opening shot' }
    expect(label.request).toHaveBeenCalledExactlyOnceWith({ method: 'POST', path: '/api/jobs/a/label', body })
    const cancellation = { outcome: 'stopped', job: testJob({ status: 'failed', settlement: 'released' }) }
    const cancel = answering(cancellation)
    await expect(cancel.jobs.cancel('a')).resolves.toEqual(cancellation)
    expect(cancel.request).toHaveBeenCalledExactlyOnceWith({ method: 'POST', path: '/api/jobs/a/cancel', body: {} })
    const remove = answering({ id: 'a' })
    await remove.jobs.remove('a')
    expect(remove.request).toHaveBeenCalledExactlyOnceWith({ method: 'DELETE', path: '/api/jobs/a' })
  })

  it("drops video addresses that aren't http or https", async () => {
    const { jobs } = answering(testJob({ videoUrl: 'javascript:alert(1)', downloadUrl: 'data:text/html,x' }))
    await expect(jobs.get('job')).resolves.toMatchObject({ videoUrl: null, downloadUrl: null })
  })
})

describe('API response of another shape', () => {
  type Apis = ReturnType<typeof answering>
  const held = { balance_after: 1, settlement: 'held' }
  it.each<[string, unknown, (apis: Apis) => Promise<unknown>]>([
    ['null', null, ({ credits }) => credits.consume(consumption)],
    ['a failed hold with status 200', { success: false, data: held }, ({ credits }) => credits.consume(consumption)],
    [
      'a balance as text',
      { success: true, data: { ...held, balance_after: '2170' } },
      ({ credits }) => credits.consume(consumption),
    ],
    ['an incomplete statement', { success: true, data: { entries: [] } }, ({ credits }) => credits.statement()],
    ['an HTML page', '<html>', ({ jobs }) => jobs.list()],
    ['a failed list', { success: false, data: { jobs: [], nextCursor: null } }, ({ jobs }) => jobs.list()],
    [
      'a job without a status',
      { success: true, data: { jobs: [{ id: 'x' }], nextCursor: null } },
      ({ jobs }) => jobs.list(),
    ],
  ])('rejects an API response of another shape: %s', async (_, body, call) => {
    await expect(call(answeringAs(body))).rejects.toMatchObject({ name: 'UnexpectedResponseError', body })
  })
})
