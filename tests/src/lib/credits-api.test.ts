import { describe, expect, it, vi } from 'vitest'
import { createCreditsApi } from '@/lib/credits-api'
import type { Http } from '@/lib/http/http'

function answering(body: unknown) {
  const request = vi.fn<Http['request']>(async () => body)
  return { request, api: createCreditsApi({ request }) }
}

describe('consume', () => {
  const consumption = { jobId: 'job-1', amount: 330, source: 'veo-3', description: 'A storm' } as const

  it('asks under the key of the job and reads the balance', async () => {
    const { api, request } = answering({
      success: true,
      message: 'ok',
      data: { balance_after: 2170, settlement: 'held' },
    })
    expect(await api.consume(consumption)).toEqual({ balanceAfter: 2170, settlement: 'held' })
    expect(request).toHaveBeenCalledWith({
      method: 'POST',
      path: '/api/credits/consume',
      headers: { 'Idempotency-Key': 'job-1' },
      body: { amount: 330, type: 'video_generation', source: 'veo-3', description: 'A storm' },
      signal: undefined,
    })
  })

  it.each([
    ['nothing', null],
    ['a refusal with status 200', { success: false, data: { balance_after: 1, settlement: 'held' } }],
    ['a balance in words', { success: true, data: { balance_after: '2170', settlement: 'held' } }],
  ])('refuses an answer of another shape: %s', async (_, body) => {
    await expect(answering(body).api.consume(consumption)).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      body,
    })
  })
})

it('reads the list of balances', async () => {
  const { api, request } = answering({
    success: true,
    data: {
      total_credits: 700,
      balances: [{ id: 'b', source: 'lite', granted: 600, remaining: 500, created_at: '2026-11-20' }],
    },
  })
  expect(await api.balance('u')).toEqual({
    totalCredits: 700,
    balances: [{ id: 'b', source: 'lite', granted: 600, remaining: 500 }],
  })
  expect(request).toHaveBeenCalledWith({
    method: 'GET',
    path: '/api/credits/test/balance',
    query: { user_id: 'u' },
  })
})

it('validates a balance', async () => {
  const { api, request } = answering({ success: true, data: { was_repaired: true, current_credits: 5 } })
  expect(await api.validate('u')).toEqual({ wasRepaired: true, currentCredits: 5 })
  expect(request).toHaveBeenCalledWith({
    method: 'POST',
    path: '/api/credits/test/validate',
    body: { user_id: 'u' },
  })
})

it('adds test credits under a key', async () => {
  const { api, request } = answering({ success: true, data: { total_credits: 600 } })
  expect(await api.addTestCredits({ userId: 'u', amount: 600, planId: 'lite', idempotencyKey: 'k' })).toEqual({
    totalCredits: 600,
  })
  expect(request).toHaveBeenCalledWith({
    method: 'POST',
    path: '/api/credits/test/add',
    headers: { 'Idempotency-Key': 'k' },
    body: { user_id: 'u', amount: 600, plan_id: 'lite' },
  })
})

describe('the statement', () => {
  const page = {
    openingBalance: 2500,
    closingBalance: 2170,
    entries: [
      {
        id: '2',
        at: '2026-11-20T09:00:00.000Z',
        kind: 'hold',
        amount: -330,
        balanceAfter: 2170,
        jobId: 'job-1',
        description: '330 credits held for a Veo 3 video',
      },
    ],
    nextCursor: 'older',
  }

  it('is read page by page', async () => {
    const { api, request } = answering({ success: true, message: 'ok', data: page })
    await expect(api.statement()).resolves.toEqual(page)
    await api.statement('older')
    expect(request.mock.calls.map(([{ path, query }]) => [path, query])).toEqual([
      ['/api/credits/statement', undefined],
      ['/api/credits/statement', { cursor: 'older' }],
    ])
  })

  it('refuses half of one', async () => {
    const { api } = answering({ success: true, data: { entries: [] } })
    await expect(api.statement()).rejects.toMatchObject({ name: 'UnexpectedResponseError' })
  })
})
