// @vitest-environment node
import type { RefusalData } from '@contract/errors'
import type { CreateBody } from '@contract/jobs'
import { ACCOUNT_SUSPENDED, JOBS_PAUSED, PROMPT_REFUSED } from '@contract/sentences'
import { describe, expect, it, vi } from 'vitest'
import { getModel } from '@/config/models'
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { restoreJob } from '@/state/jobs/job-reducer'
import { type StartDeps, startJob } from '@/state/jobs/start-job'
import { createFakeServices } from '../../../support/app/fake-services'
import { fakeConsume, fakeVideo, JOB_ID } from '../../../support/app/fake-video'
import { testStoredJob } from '../../../support/app/jobs'

const fields = { ...EMPTY_FIELDS, prompt: ' a fox ', seed: 7 }
const job = restoreJob(testStoredJob({ jobId: JOB_ID, fields }), 'holding')

const input: CreateBody['input'] = {
  prompt: 'a fox',
  negativePrompt: '',
  length: 8,
  aspectRatio: '16:9',
  seed: 7,
  generateAudio: true,
}

function apiError(status: number, code: string, data?: RefusalData, message = 'The server says no') {
  return new ApiError({ status, code, message, data })
}

/** Prepares one start of a job with fakes for everything that it uses. */
function setupStart(options: Partial<StartDeps> = {}) {
  const { services, creditsApi } = createFakeServices()
  const video = fakeVideo()
  const abort = new AbortController()
  creditsApi.consume.mockImplementation(fakeConsume())
  const credits = { setBalance: vi.fn(), addPending: vi.fn(), removePending: vi.fn() }
  const onHeld = vi.fn<StartDeps['onHeld']>()
  const deps: StartDeps = {
    ...services,
    video,
    credits,
    model: getModel('veo-3'),
    source: 'veo-3',
    input: null,
    onHeld,
    signal: abort.signal,
    ...options,
  }
  const run = () => startJob(job, deps)
  return {
    video,
    credits,
    consume: creditsApi.consume,
    abort,
    onHeld,
    run,
    failure: async () => {
      const end = await run()
      return end.type === 'refused' ? end.failure : null
    },
  }
}

describe('startJob', () => {
  it("holds a job's price and creates the job, once each, under one ID", async () => {
    const test = setupStart()
    await expect(test.run()).resolves.toEqual({ type: 'created', taskId: JOB_ID, wait: null })
    expect(test.consume).toHaveBeenCalledExactlyOnceWith({
      jobId: JOB_ID,
      amount: 330,
      source: 'veo-3',
      description: 'Veo 3 video, 8 seconds',
      signal: test.abort.signal,
    })
    expect(test.credits.setBalance).toHaveBeenCalledWith(2170)
    expect(test.credits.addPending).not.toHaveBeenCalled()
    expect(test.onHeld).toHaveBeenCalledExactlyOnceWith('held')
    expect(test.video.requests).toEqual([
      {
        method: 'POST',
        path: '/generation/google/veo3',
        body: { input },
        headers: { 'Idempotency-Key': JOB_ID, 'X-Quoted-Credits': '330' },
        signal: test.abort.signal,
      },
    ])
  })

  it('shows a general sentence if starting a job fails by our own error', async () => {
    const test = setupStart()
    test.onHeld.mockImplementation(() => {
      throw new TypeError('x is not a function')
    })
    expect((await test.failure())?.message).toBe('Something went wrong. Please try again.')
  })

  it("shows no failure if a job's start is aborted", async () => {
    const test = setupStart()
    test.video.create.mockImplementation(async () => {
      test.abort.abort(new Error('left'))
      throw new NetworkError('canceled')
    })
    await expect(test.run()).rejects.toThrow('left')
    expect(test.credits.removePending).not.toHaveBeenCalled()
  })

  describe('startJob in direct mode', () => {
    it('sends the provider no session or hold, and one create request', async () => {
      const test = setupStart({ videoMode: 'direct' })
      test.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
      await expect(test.run()).resolves.toEqual({ type: 'created', taskId: 'provider-task', wait: null })
      const request = { method: 'POST', path: '/generation/google/veo3', body: { input }, retries: 0 }
      expect(test.video.requests).toEqual([{ ...request, signal: test.abort.signal }])
      expect(test.onHeld).toHaveBeenCalledWith('captured')
    })

    it("omits inputs that the model doesn't support", async () => {
      const test = setupStart({ videoMode: 'direct', model: getModel('veo-2') })
      await test.run()
      expect(test.video.requests[0]?.body).not.toHaveProperty('input.generateAudio')
    })

    it.each([
      ['no response, because there is no ID to poll', new NetworkError('network'), 'The server could not be reached'],
      ["a 401 about the provider's own key", apiError(401, 'UNAUTHORIZED', undefined, 'Invalid key'), 'Invalid key'],
    ])('says that the create request failed: %s', async (_, error, reason) => {
      const test = setupStart({ videoMode: 'direct' })
      test.video.create.mockRejectedValue(error)
      expect(await test.failure()).toEqual({ kind: 'plain', message: `Request failed: ${reason}` })
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })
  })

  describe('startJob after a lost create response', () => {
    it.each([
      ['no response', new NetworkError('timeout')],
      ["a proxy's HTML page", new UnexpectedResponseError(504, '<html>')],
      ['a server error without database access', apiError(503, 'database_unavailable')],
      ['a server error without an outcome', apiError(500, 'internal')],
      ['a repeated request with a refused token', repeated(401, 'unauthorized')],
      ['a repeated request above the rate', repeated(429, 'too_many_requests')],
    ])('keeps the pending charge visible after %s, because the outcome is unknown', async (_, error) => {
      const test = setupStart()
      test.video.create.mockRejectedValue(error)
      await expect(test.run()).resolves.toEqual({ type: 'lost' })
      expect(test.video.create).toHaveBeenCalledTimes(1)
      expect(test.credits.removePending).not.toHaveBeenCalled()
    })
  })
})

const repeated = (status: number, code: string) => new ApiError({ status, code, message: 'Refused.', isRepeated: true })
const plain = (message: string) => ({ kind: 'plain', message })
const uncharged = (message: string) => ({ kind: 'plain', message, charge: "You weren't charged." })
const signIn = { kind: 'sign_in', message: 'Please login before generating a video' }
const short = 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits'
const notConsumed = 'Failed to consume credits, please try again later'
const noTask = 'Could not extract task ID from API response. API returned: {}'

describe('startJob after a refused hold', () => {
  it.each([
    ['401', apiError(401, 'unauthorized'), signIn],
    ['402', apiError(402, 'insufficient_credits', { have: 20, need: 330 }), { kind: 'credits', message: short }],
    [
      'a changed price',
      apiError(409, 'price_changed', { price: 350, settlement: 'none' }),
      {
        ...uncharged('The price of Veo 3 is now 350 credits. Review the new price and try again.'),
        kind: 'price',
        price: 350,
        source: 'veo-3',
      },
    ],
    [
      'a spent budget',
      apiError(503, 'budget_reached', { settlement: 'none' }, 'No credits are left today.'),
      uncharged('No credits are left today.'),
    ],
    ['another refusal', apiError(422, 'unknown_model'), plain(notConsumed)],
    ['success: false with status 200', new UnexpectedResponseError(200, { success: false }), plain(notConsumed)],
  ])("ends a job's start after %s, before the create request", async (_, error, failure) => {
    const test = setupStart()
    test.consume.mockRejectedValue(error)
    expect(await test.failure()).toEqual(failure)
    expect(test.video.requests).toEqual([])
    expect(test.credits.addPending).not.toHaveBeenCalled()
  })
})

describe('startJob after a failed hold request', () => {
  it.each([
    ['no response', new NetworkError('network')],
    ['a timeout', new NetworkError('timeout')],
    ['a 500', apiError(500, 'internal')],
    ["a proxy's HTML page", new UnexpectedResponseError(502, '<html>')],
  ])('shows a pending charge after %s of the hold request, and continues', async (_, error) => {
    const test = setupStart()
    test.consume.mockRejectedValue(error)
    await test.run()
    expect(test.credits.addPending).toHaveBeenCalledExactlyOnceWith(JOB_ID, 330)
    expect(test.onHeld).toHaveBeenCalledWith('pending')
    expect(test.video.create).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['pause', apiError(503, 'jobs_paused', { settlement: 'none' }, 'Paused.'), uncharged(JOBS_PAUSED)],
    [
      'suspension',
      apiError(403, 'account_suspended', { settlement: 'none' }),
      { kind: 'plain', message: `${ACCOUNT_SUSPENDED} Write to hello@soundreel.example.` },
    ],
    [
      'refused prompt',
      apiError(422, 'prompt_refused', { settlement: 'released' }),
      { kind: 'plain', message: PROMPT_REFUSED },
    ],
    ['402', apiError(402, 'insufficient_credits', { have: 20, need: 330 }), { kind: 'credits', message: short }],
  ])('clears the pending charge when the create request returns a %s', async (_, error, failure) => {
    const test = setupStart()
    test.consume.mockRejectedValue(new NetworkError('network'))
    test.video.create.mockRejectedValue(error)
    expect(await test.failure()).toMatchObject(failure)
    expect(test.credits.removePending).toHaveBeenCalledWith(JOB_ID)
  })
})

describe('startJob after a refused create request', () => {
  it.each([
    ['with its sentence', apiError(422, 'provider_rejected', undefined, 'No'), plain('Request failed: No')],
    [
      'with a returned hold',
      apiError(503, 'provider_busy', { settlement: 'released' }, 'Try later'),
      uncharged('Request failed: Try later'),
    ],
    [
      'with a budget spent after the hold',
      apiError(503, 'budget_reached', { settlement: 'released' }, 'No credits are left today.'),
      uncharged('No credits are left today.'),
    ],
    [
      'with the unchanged sentence about a missing task ID',
      apiError(502, 'no_task_id', { settlement: 'released' }, noTask),
      uncharged(noTask),
    ],
    [
      'with a general sentence if the server sends none',
      apiError(422, 'unheard_of', undefined, ''),
      plain('Something went wrong. Please try again.'),
    ],
    ['as a sign-in request after a 401', apiError(401, 'unauthorized'), signIn],
    ['with an HTML page', new UnexpectedResponseError(200, '<html>'), plain(noTask.replace('{}', '"<html>"'))],
  ])('reports a refused create request: %s', async (_, error, failure) => {
    const test = setupStart()
    test.video.create.mockRejectedValue(error)
    expect(await test.failure()).toMatchObject(failure)
  })

  it.each([
    ['turned down with its hold kept', apiError(413, 'body_too_large'), [true, false]],
    ['signed out', apiError(401, 'unauthorized'), [true, false]],
    ['released', apiError(422, 'provider_rejected', { settlement: 'released' }), [false, true]],
    ['spent', apiError(409, 'key_spent'), [false, false]],
  ])("reports whether a job's ID is reusable and listed after it was %s", async (_, error, flags) => {
    const test = setupStart()
    test.video.create.mockRejectedValue(error)
    const end = await test.run()
    expect(end.type === 'refused' && [end.isUnsent, end.isListed]).toEqual(flags)
  })
})
