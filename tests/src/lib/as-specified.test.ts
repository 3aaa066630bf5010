// @vitest-environment node
// Each response has only the specified fields. The client must work with a backend that sends no others.
import { describe, expect, it, vi } from 'vitest'
import { createAdminApi, type LogQuery } from '@/features/admin/admin-api'
import { createCreditsApi } from '@/lib/credits-api'
import { UnexpectedResponseError } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { parseStatus } from '@/lib/job-status'

const answering = (body: unknown): Http => ({ request: vi.fn(async () => body) })
const credits = (body: unknown) => createCreditsApi(answering(body))

describe('Credits on a backend with the specified calls alone', () => {
  it('charges consumed credits at once on a backend without holds', async () => {
    const consume = credits({ success: true, message: 'ok', data: { balance_after: 2170 } }).consume
    const order = { jobId: 'job-1', amount: 330, source: 'veo-3', description: 'A storm' }
    expect(await consume(order)).toEqual({ balanceAfter: 2170, settlement: 'captured' })
  })

  it('checks, adds, and lists credits on a backend with the specified calls alone', async () => {
    const { validate } = credits({ data: { was_repaired: false, current_credits: 5 } })
    expect(await validate('u')).toEqual({ wasRepaired: false, currentCredits: 5 })
    const plan = { userId: 'u', amount: 600, planId: 'lite', idempotencyKey: 'k' }
    for (const body of [{}, null, 'ok', { success: true }]) {
      expect(await credits(body).addTestCredits(plan)).toEqual({ totalCredits: null })
    }
    const { balance } = credits({ success: true, data: { total_credits: 7, balances: [{ plan: 'lite' }] } })
    expect(await balance('u')).toEqual({ totalCredits: 7, balances: [] })
  })
})

describe('Login records on a backend with the specified calls alone', () => {
  const logs = Array.from({ length: 60 }, (_, index) => ({
    id: index === 0 ? null : `r${index}`,
    email: index % 2 ? 'Ada@example.com' : 'bo@example.com',
    name: null,
    picture: null,
    timestamp: `2026-11-${String(1 + (index % 20)).padStart(2, '0')}T09:00:00Z`,
    ipAddress: '203.0.113.7',
    userAgent: 'curl/8',
  }))
  const ALL: LogQuery = { page: 1, pageSize: 25, email: '', from: '', to: '' }
  const fetchLogs = async (query: Partial<LogQuery>) => {
    const api = createAdminApi(answering({ success: true, message: 'ok', admin: { username: 'admin' }, logs }))
    const {
      logs: shown,
      total,
      page,
    } = await api.fetchLogs({ kind: 'token', token: 't' }, { ...ALL, ...query }, new AbortController().signal)
    return { shown, total, page }
  }

  it('pages login records in the browser if the backend sends all at once, without names and images', async () => {
    const { shown, ...rest } = await fetchLogs({})
    expect([shown.length, shown[0]]).toEqual([25, { ...logs[0], id: '0', name: '', picture: '' }])
    expect(rest).toEqual({ total: 60, page: 1 })
    const last = await fetchLogs({ page: 9 })
    expect([last.shown.length, last.page]).toEqual([10, 3])
  })

  it('searches login records in the browser', async () => {
    expect((await fetchLogs({ email: 'ada' })).total).toBe(30)
    expect((await fetchLogs({ from: '2026-11-03', to: '2026-11-04' })).total).toBe(6)
    expect(await fetchLogs({ email: 'nobody' })).toEqual({ shown: [], total: 0, page: 1 })
  })
})

describe('Response without a specified shape', () => {
  const { signal } = new AbortController()
  const test = (asked: Promise<unknown>) => createAdminApi({ request: () => asked }).testBackend(signal)
  const refused = (status: number, body: string) => Promise.reject(new UnexpectedResponseError(status, body))

  it.each([
    ['an empty object', async () => ({}), {}],
    ['a status object', async () => ({ status: 'ok' }), { status: 'ok' }],
    ['a list', async () => ['ok'], {}],
    ['a text', () => refused(200, 'OK'), {}],
    ['an empty response', () => refused(204, ''), {}],
  ])('treats a response without a specified shape as a success: %s', async (_, answer, expected) => {
    expect(await test(answer())).toEqual(expected)
  })

  it.each([
    ['a refusal', async () => ({ success: false })],
    ["a host's HTML page", () => refused(200, '\n<!doctype html>')],
    ["a proxy's text", () => refused(502, 'Bad Gateway')],
  ])('treats a response without a specified shape as a failure: %s', async (_, answer) => {
    await expect(test(answer())).rejects.toThrow(UnexpectedResponseError)
  })
})

describe('Specified status response', () => {
  const url = 'https://cdn.example/v.mp4'
  it.each([
    ['the second of two takes', { status: 'succeed', generations: [{ status: 'succeed', url: '' }, { url }] }],
    [
      'the result beside a take without one',
      { generations: [{ status: 'succeed', url: '' }], result: { videoUrl: url } },
    ],
    ['the result alone', { status: 'success', result: { url } }],
  ])('finds the video of a status response in %s', (_, body) => {
    expect(parseStatus(body)).toMatchObject({ status: expect.stringMatching(/^succe/), url })
  })

  it('finds the failure reason of a status response in its message', () => {
    const failed = { status: 'failed', generations: [{ status: 'failed', failMsg: '' }] }
    expect(parseStatus({ ...failed, message: 'Too rude' }).failMsg).toBe('Too rude')
    expect(parseStatus({ message: 'success', data: failed }).failMsg).toBeNull()
  })
})
