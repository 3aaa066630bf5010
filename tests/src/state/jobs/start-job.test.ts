// @vitest-environment node
import type { RefusalData } from '@contract/errors'
import type { CreateBody } from '@contract/jobs'
import { JOBS_PAUSED } from '@contract/sentences'
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

/** One start of a job with everything it touches faked. */
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

describe('the start of a job', () => {
  it('holds its price and creates it, once each, under one id', async () => {
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

  it('falls back to a plain sentence on a fault of our own', async () => {
    const test = setupStart()
    test.onHeld.mockImplementation(() => {
      throw new TypeError('x is not a function')
    })
    expect((await test.failure())?.message).toBe('Something went wrong. Please try again.')
  })

  it('ends without a word when it is left', async () => {
    const test = setupStart()
    test.video.create.mockImplementation(async () => {
      test.abort.abort(new Error('left'))
      throw new NetworkError('canceled')
    })
    await expect(test.run()).rejects.toThrow('left')
    expect(test.credits.removePending).not.toHaveBeenCalled()
  })

  describe('in direct mode', () => {
    it('sends the provider nothing of ours, and a create once', async () => {
      const test = setupStart({ videoMode: 'direct' })
      test.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
      await expect(test.run()).resolves.toEqual({ type: 'created', taskId: 'provider-task', wait: null })
      const request = { method: 'POST', path: '/generation/google/veo3', body: { input }, retries: 0 }
      expect(test.video.requests).toEqual([{ ...request, signal: test.abort.signal }])
      expect(test.onHeld).toHaveBeenCalledWith('captured')
    })

    it('leaves out what the model does not list', async () => {
      const test = setupStart({ videoMode: 'direct', model: getModel('veo-2') })
      await test.run()
      expect(test.video.requests[0]?.body).not.toHaveProperty('input.generateAudio')
    })

    it.each([
      ['no answer, as there is no id to ask for', new NetworkError('network'), 'The server could not be reached'],
      ['a 401, which is about its own key', apiError(401, 'UNAUTHORIZED', undefined, 'Invalid key'), 'Invalid key'],
    ])('says that the request failed: %s', async (_, error, reason) => {
      const test = setupStart({ videoMode: 'direct' })
      test.video.create.mockRejectedValue(error)
      expect(await test.failure()).toEqual({ kind: 'plain', message: `Request failed: ${reason}` })
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })
  })

  describe('when the answer to create is lost', () => {
    it.each([
      ['no answer', new NetworkError('timeout')],
      ['the page of a proxy', new UnexpectedResponseError(504, '<html>')],
      ['a server without its database, after which anything may be true', apiError(503, 'database_unavailable')],
      ['a server error that names no outcome', apiError(500, 'internal')],
    ])('keeps the deduction visible after %s, because nobody knows', async (_, error) => {
      const test = setupStart()
      test.video.create.mockRejectedValue(error)
      await expect(test.run()).resolves.toEqual({ type: 'lost' })
      expect(test.video.create).toHaveBeenCalledTimes(1)
      expect(test.credits.removePending).not.toHaveBeenCalled()
    })
  })
})

const plain = (message: string) => ({ kind: 'plain', message })
const uncharged = (message: string) => ({ kind: 'plain', message, charge: "You weren't charged." })
const signIn = { kind: 'sign_in', message: 'Please login before generating a video' }
const short = 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits'
const notConsumed = 'Failed to consume credits, please try again later'
const noTask = 'Could not extract task ID from API response. API returned: {}'

describe('when the hold is refused', () => {
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
      'a budget that is spent, which is an answer and no server in trouble',
      apiError(503, 'budget_reached', { settlement: 'none' }, 'No credits are left today.'),
      uncharged('No credits are left today.'),
    ],
    ['another no', apiError(422, 'unknown_model'), plain(notConsumed)],
    ['a success: false inside a 200', new UnexpectedResponseError(200, { success: false }), plain(notConsumed)],
  ])('ends after %s, before anything is created', async (_, error, failure) => {
    const test = setupStart()
    test.consume.mockRejectedValue(error)
    expect(await test.failure()).toEqual(failure)
    expect(test.video.requests).toEqual([])
    expect(test.credits.addPending).not.toHaveBeenCalled()
  })
})

describe('when the server call of the hold fails', () => {
  it.each([
    ['no answer', new NetworkError('network')],
    ['a time-out', new NetworkError('timeout')],
    ['a 500', apiError(500, 'internal')],
    ['the page of a proxy', new UnexpectedResponseError(502, '<html>')],
  ])('shows %s as a pending deduction, and continues', async (_, error) => {
    const test = setupStart()
    test.consume.mockRejectedValue(error)
    await test.run()
    expect(test.credits.addPending).toHaveBeenCalledExactlyOnceWith(JOB_ID, 330)
    expect(test.onHeld).toHaveBeenCalledWith('pending')
    expect(test.video.create).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['pause', apiError(503, 'jobs_paused', { settlement: 'none' }, 'Paused.'), uncharged(JOBS_PAUSED)],
    ['402', apiError(402, 'insufficient_credits', { have: 20, need: 330 }), { kind: 'credits', message: short }],
  ])('clears the pending deduction when the create request answers with a %s', async (_, error, failure) => {
    const test = setupStart()
    test.consume.mockRejectedValue(new NetworkError('network'))
    test.video.create.mockRejectedValue(error)
    expect(await test.failure()).toMatchObject(failure)
    expect(test.credits.removePending).toHaveBeenCalledWith(JOB_ID)
  })
})

describe('when the create is refused', () => {
  it.each([
    ['with a sentence', apiError(422, 'provider_rejected', undefined, 'No'), plain('Request failed: No')],
    [
      'and the hold was returned',
      apiError(503, 'provider_busy', { settlement: 'released' }, 'Try later'),
      uncharged('Request failed: Try later'),
    ],
    [
      'for a budget that was spent after the hold',
      apiError(503, 'budget_reached', { settlement: 'released' }, 'No credits are left today.'),
      uncharged('No credits are left today.'),
    ],
    [
      'with the task id sentence, it stays as it is',
      apiError(502, 'no_task_id', { settlement: 'released' }, noTask),
      uncharged(noTask),
    ],
    [
      'without a sentence',
      apiError(422, 'unheard_of', undefined, ''),
      plain('Something went wrong. Please try again.'),
    ],
    ['401', apiError(401, 'unauthorized'), signIn],
    ['with a page', new UnexpectedResponseError(200, '<html>'), plain(noTask.replace('{}', '"<html>"'))],
  ])('%s', async (_, error, failure) => {
    const test = setupStart()
    test.video.create.mockRejectedValue(error)
    expect(await test.failure()).toMatchObject(failure)
  })

  it.each([
    ['turned down with its hold kept', apiError(413, 'body_too_large'), [true, false]],
    ['signed out', apiError(401, 'unauthorized'), [true, false]],
    ['released', apiError(422, 'provider_rejected', { settlement: 'released' }), [false, true]],
    ['spent', apiError(409, 'key_spent'), [false, false]],
  ])('says whether the id can be reused and the library has it, when it was %s', async (_, error, flags) => {
    const test = setupStart()
    test.video.create.mockRejectedValue(error)
    const end = await test.run()
    expect(end.type === 'refused' && [end.isUnsent, end.isListed]).toEqual(flags)
  })
})
