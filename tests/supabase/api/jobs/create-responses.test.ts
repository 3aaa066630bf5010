// A provider's possible responses to a create request, and to the first status checks after it.
import { describe, expect, it } from 'vitest'
import { buildPolloStatus } from '../../../../local/video-service/scripted/pollo.ts'
import { sendJson } from '../../../../local/video-service/scripted/response.ts'
import { readRetryAfter } from '../../../../supabase/functions/api/services/providers/provider-http.ts'
import { FREE, HELD } from '../../../support/server/job.ts'
import { setUp } from '../../../support/server/suite.ts'

const text = (body: string) => new Response(body, { status: 400, headers: { 'content-type': 'application/json' } })

const UNAVAILABLE =
  "A fault on our side kept this video from starting. You don't need to change anything. Please try again later. You weren't charged."
const NO_TASK = 'Could not extract task ID from API response. API returned: '
const CHARACTER_ACROSS_THE_END = `${'x'.repeat(299)}😀`

// provider-conformance.test.ts tests which response means which outcome. This file tests what each outcome does to a
// job.
describe('create response that proves that no task exists', () => {
  const says = (message: string, status: number) => sendJson({ message, code: 'X' }, status)
  const invalid = sendJson(
    { message: 'Input validation failed', code: 'BAD_REQUEST', issues: [{ message: 'bad words' }] },
    400,
  )

  it.each<[string, Response, number, string, string]>([
    ['a refusal, with its reason', invalid, 422, 'provider_rejected', 'bad words'],
    ['a refusal, with characters that nobody sees', says('a\n\u202eb', 400), 422, 'provider_rejected', '(a b)'],
    ['status 429', says('Too many', 429), 503, 'provider_busy', 'was busy'],
    ['a refusal of our key', says('Key', 401), 503, 'provider_unavailable', UNAVAILABLE],
    ['no task id', sendJson({ data: {} }), 502, 'no_task_id', `${NO_TASK}{"data":{}}`],
    ['no task id, in a text that is cut', sendJson({ note: `${'x'.repeat(290)}😀` }), 502, 'no_task_id', 'x\ufffd'],
  ])('returns the credits at once after the create response: %s', async (_name, answer, status, code, message) => {
    const { create, consume, provider, request, user, job, booked, log } = await setUp()
    provider.intercept.create = () => answer
    await consume(user, job)
    const first = await create(user, job)
    expect(first).toMatchObject({ status, body: { code, data: { settlement: 'released' } } })
    expect(first.body.message).toContain(message)
    expect(await booked()).toEqual(FREE)
    // A repeat of the same request gets the same response without another call to the provider.
    expect(await create(user, job)).toMatchObject({ status, body: { code } })
    expect(provider.creates).toHaveLength(1)
    const shown = (await request('GET', `/api/jobs/${job}`, user)).body.data
    // The library doesn't show a provider's whole response.
    if (code === 'no_task_id') expect(shown.failureReason).toBeNull()
    const advice = expect.stringContaining('the provider refuses our API key or account: check both, and deploy')
    if (code === 'provider_unavailable')
      expect(log).toContainEqual(expect.objectContaining({ level: 'error', cause: advice }))
  })
})

describe('create response that leaves the task unknown', () => {
  it.each<[string, () => Response | Promise<Response>]>([
    ["an edge proxy's page", () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['ten thousand nested objects', () => text(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
    ['a task ID too long to store', () => sendJson({ data: { taskId: 'x'.repeat(501) } })],
    ['missing because the connection was reset', () => Promise.reject(new TypeError('connection reset'))],
  ])('holds the credits and creates no second task if the create response is %s', async (_name, answer) => {
    const { create, status, request, provider, user, job, booked, sweep, clock } = await setUp()
    provider.intercept.create = answer
    for (const _ of ['first', 'again'])
      expect(await create(user, job)).toMatchObject({
        status: 200,
        body: { data: { taskId: job, status: 'unknown' } },
      })
    expect(provider.creates).toHaveLength(1)
    expect(await status(user, job)).toMatchObject({ body: { status: 'processing', job: { settlement: 'held' } } })
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data.status).toBe('unknown')
    expect(await booked()).toEqual(HELD)
    clock.now += 61 * 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
    clock.now -= 61 * 60_000
    expect(await status(user, job)).toMatchObject({ body: { status: 'failed', job: { settlement: 'released' } } })
  })
})

describe('busy provider with a Retry-After', () => {
  /**
   * Starts an API whose provider refuses the first create request with this Retry-After, and accepts the second one.
   */
  async function startBusy(retryAfter: string, status = 429) {
    const api = await setUp()
    const slept: number[] = []
    api.clock.sleep = async (ms) => {
      slept.push(ms)
    }
    api.provider.intercept.create = () =>
      api.provider.creates.length > 1
        ? undefined
        : Response.json({ message: 'Too many', code: 'X' }, { status, headers: { 'retry-after': retryAfter } })
    return { ...api, slept }
  }

  it.each([
    ['5', 5000],
    // Waits a second rather than retrying a busy provider at once.
    ['0', 1000],
    ['0.5', 1000],
    ['2.5', 2500],
  ])('sends a create request again after a Retry-After of %s s', async (retryAfter, wait) => {
    const { create, provider, slept, user, job, booked } = await startBusy(retryAfter)
    expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { taskId: job, status: 'waiting' } } })
    expect(slept).toEqual([wait])
    expect(provider.creates).toHaveLength(2)
    expect(provider.creates[1]?.body).toBe(provider.creates[0]?.body)
    expect(await booked()).toEqual(HELD)
  })

  it.each([
    ['of more than 5 s', '6', 429],
    ['that is not a number', 'soon', 429],
    ['with a 503', '2', 503],
    ['with a 400', '2', 400],
  ])('returns the credits at once, without a second try, for a Retry-After %s', async (_name, retryAfter, status) => {
    const { create, provider, slept, user, job, booked } = await startBusy(retryAfter, status)
    expect((await create(user, job)).body).toMatchObject({ success: false, data: { settlement: 'released' } })
    expect(slept).toEqual([])
    expect(provider.creates).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['is busy again', () => sendJson({ message: 'Too many', code: 'X' }, 429), 503, FREE],
    ['gives no answer, and may have made the job', () => Promise.reject(new TypeError('reset')), 200, HELD],
  ])('makes no third create request after the provider %s', async (_name, second, status, books) => {
    const { create, provider, slept, user, job, booked } = await startBusy('1')
    const refuse = provider.intercept.create
    provider.intercept.create = (...call) => (provider.creates.length === 1 ? refuse?.(...call) : second())
    for (const _ of ['first', 'again']) expect(await create(user, job)).toMatchObject({ status })
    expect(slept).toEqual([1000])
    expect(provider.creates).toHaveLength(2)
    expect(await booked()).toEqual(books)
  })

  it.each<[string, number | undefined]>([
    ['5', 5],
    ['0', 0],
    [' 0.5 ', 0.5],
    ['Fri, 27 Nov 2026 09:00:00 GMT', 60],
    ['Friday, 27-Nov-26 09:00:00 GMT', 60],
    ['Fri, 27 Nov 2026 08:00:00 GMT', 0],
    ['Fri, 99 Nov 2026 09:00:00 GMT', undefined],
    ['-1', undefined],
    ['x', undefined],
    ['', undefined],
    ['1e3', undefined],
    ['99999999', undefined],
    ['2026-11-27T09:00:00Z', undefined],
  ])('reads the Retry-After %j as %j seconds', (value, seconds) => {
    const now = new Date('2026-11-27T08:59:00Z')
    expect(readRetryAfter(new Headers({ 'retry-after': value }), now)).toBe(seconds)
  })

  it("measures a Retry-After date by the provider's clock", () => {
    const headers = { 'retry-after': 'Fri, 27 Nov 2026 09:00:00 GMT', date: 'Fri, 27 Nov 2026 08:59:50 GMT' }
    expect(readRetryAfter(new Headers(headers), new Date('2026-11-27T08:00:00Z'))).toBe(10)
  })
})

describe('status response', () => {
  it('treats an unknown provider status as running, and logs the status', async () => {
    const { create, status, provider, user, job, log } = await setUp()
    await create(user, job)
    const alerts = () => log.filter(({ message }) => message === 'unknown provider status, treated as running')
    for (const word of ['waiting', 'processing', 'pending']) {
      provider.intercept.status = () => buildPolloStatus(word)
      await status(user, job)
    }
    expect(alerts()).toEqual([])
    provider.intercept.status = () => buildPolloStatus('paused')
    expect((await status(user, job)).body.status).toBe('processing')
    expect(alerts()).toEqual([expect.objectContaining({ level: 'warn', jobId: job, cause: 'it said "paused"' })])
  })

  it.each([
    ['a sentence', 'Blocked by the filter', 'Blocked by the filter'],
    ['a NUL', 'Blocked\0 by the filter', 'Blocked by the filter'],
    [
      'line breaks, a bell and marks that turn it around',
      'Blocked\r\n\u202eby\u2066 the\u200f\u0007filter',
      'Blocked by the filter',
    ],
    ['half a character', 'Blocked \ud83d', 'Blocked \ufffd'],
    ['a character cut by the length limit', CHARACTER_ACROSS_THE_END, `${'x'.repeat(299)}\ufffd`],
    ['ten thousand words', 'word '.repeat(10_000), 'word '.repeat(60)],
  ])("returns a failed job's credits and shows the provider's reason: %s", async (_name, failMsg, shown) => {
    const { create, status, request, provider, user, job, booked } = await setUp()
    await create(user, job)
    provider.fail(failMsg)
    expect((await status(user, job)).body).toMatchObject({
      status: 'failed',
      generations: [{ failMsg: shown }],
      job: { settlement: 'released' },
    })
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data).toMatchObject({
      status: 'failed',
      settlement: 'released',
      failureCode: 'provider_failed',
      failureReason: shown,
      durationSeconds: null,
      videoUrl: null,
      downloadUrl: null,
    })
    expect(await booked()).toEqual(FREE)
  })
})
