import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobInput } from '@/features/generator/job-input'
import { type Action, IDLE, reduce, type State } from '@/features/generator/machine'
import { PICTURE_FAULTS, PictureError } from '@/features/generator/picture-faults'
import { type Job, type JobDeps, resumeJob, runJob } from '@/features/generator/run-job'
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/api-error'
import { sleep } from '@/lib/sleep'
import { fakeConsume, fakeVideo, JOB_ID, statusAnswer } from './fakes'

const INTERVAL_MS = 5000

const job: Job = {
  jobId: JOB_ID,
  modelId: 'veo-3',
  modelName: 'Veo 3',
  apiPath: 'generation/google/veo3',
  prompt: 'a fox',
  length: 8,
  credits: 330,
  hasPicture: false,
}

const input: JobInput = {
  prompt: 'a fox',
  negativePrompt: '',
  length: 8,
  aspectRatio: '16:9',
  seed: 7,
  generateAudio: true,
}

function apiError(status: number, code: string, data?: unknown, message = 'The server says no') {
  return new ApiError({ status, code, message, data })
}

function setup(options: Partial<JobDeps> = {}) {
  const video = fakeVideo()
  const consume = fakeConsume()
  const abort = new AbortController()
  const actions: Action[] = []
  let state: State = IDLE
  const credits = {
    setBalance: vi.fn(),
    addPendingDeduction: vi.fn(),
    removePendingDeduction: vi.fn(),
    refresh: vi.fn(async () => {}),
  }
  const deps = {
    video,
    videoMode: 'gateway' as const,
    consume,
    credits,
    forgetJob: vi.fn(),
    endSession: vi.fn(),
    renewSession: vi.fn(async () => false),
    sleep,
    now: () => Date.now(),
    dispatch: (action: Action) => {
      actions.push(action)
      state = reduce(state, action)
    },
    signal: abort.signal,
    ...options,
  }
  return {
    ...deps,
    video,
    consume,
    credits,
    abort,
    actions,
    state: () => state,
    failure: () => (state.status === 'error' ? state.failure : null),
    run(makeInput: () => Promise<JobInput> = async () => input) {
      deps.dispatch({ type: 'idle_to_holding', runId: 1, job, startedAt: Date.now() })
      return runJob(job, 1, makeInput, deps)
    },
    resume() {
      deps.dispatch({ type: 'idle_to_polling', runId: 1, job, startedAt: Date.now(), taskId: JOB_ID })
      return resumeJob(job, 1, deps)
    },
  }
}

describe('a job', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('holds, creates, polls, and ends with the video and a fresh balance', async () => {
    const test = setup()
    test.video.status.mockResolvedValueOnce(statusAnswer('processing'))
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4', settlement: 'captured' }))
    const end = test.run()
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(end).resolves.toBe('ended')

    expect(test.consume).toHaveBeenCalledExactlyOnceWith({
      jobId: JOB_ID,
      amount: 330,
      source: 'veo-3',
      description: 'Veo 3 video, 8 seconds',
      signal: test.signal,
    })
    expect(test.credits.setBalance).toHaveBeenCalledWith(2170)
    expect(test.video.requests[0]).toEqual({
      method: 'POST',
      path: '/generation/google/veo3',
      body: { input },
      headers: { 'Idempotency-Key': JOB_ID, 'X-Quoted-Credits': '330' },
      signal: test.signal,
    })
    expect(test.video.requests.slice(1)).toEqual(
      Array(2).fill({ method: 'GET', path: `/generation/${JOB_ID}/status`, retries: 0, signal: test.signal }),
    )
    expect(test.actions.map(({ type }) => type)).toEqual([
      'idle_to_holding',
      'holding_to_creating',
      'creating_to_polling',
      'polling_to_polling',
      'polling_heard',
      'polling_to_polling',
      'polling_heard',
      'polling_to_success',
    ])
    expect(test.state()).toMatchObject({ status: 'success', videoUrl: '/v.mp4' })
    expect(test.forgetJob).toHaveBeenCalledWith(JOB_ID)
    expect(test.credits.refresh).toHaveBeenCalledTimes(1)
    expect(test.credits.addPendingDeduction).not.toHaveBeenCalled()
  })

  it('takes its elapsed time from the server', async () => {
    vi.setSystemTime(1_000_000)
    const test = setup()
    test.video.status.mockResolvedValue({ ...statusAnswer('processing'), job: { elapsedSeconds: 90 } })
    test.run()
    await vi.advanceTimersByTimeAsync(0)
    expect(test.state()).toMatchObject({ phase: 'polling', startedAt: 1_000_000 - 90_000 })
    test.abort.abort()
  })

  it('says why when the picture cannot be read, and sends nothing', async () => {
    const test = setup()
    await test.run(async () => {
      throw new PictureError('gone')
    })
    expect(test.failure()).toEqual({ kind: 'plain', message: PICTURE_FAULTS.gone })
    expect(test.consume).not.toHaveBeenCalled()
  })

  it('falls back to a plain sentence on a fault of our own', async () => {
    const test = setup()
    test.consume.mockRejectedValue(new TypeError('x is not a function'))
    test.video.create.mockRejectedValue(new TypeError(''))
    await test.run(async () => {
      throw new TypeError('x is not a function')
    })
    expect(test.failure()?.message).toBe('Something went wrong. Please try again.')
  })

  it('ends without a word when it is left', async () => {
    const test = setup()
    const end = test.run()
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    const before = test.state()
    test.abort.abort()
    await expect(end).resolves.toBe('ended')
    expect(test.state()).toBe(before)
    expect(test.forgetJob).not.toHaveBeenCalled()
  })

  describe('when the hold is refused', () => {
    it.each([
      ['401', apiError(401, 'unauthorized'), { kind: 'sign_in', message: 'Please login before generating a video' }],
      [
        '402',
        apiError(402, 'insufficient_credits', { have: 20, need: 330 }),
        {
          kind: 'credits',
          message: 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits',
        },
      ],
      [
        '402 without figures',
        apiError(402, 'insufficient_credits', null, 'Not enough credits'),
        { kind: 'credits', message: 'Not enough credits' },
      ],
      [
        'a changed price',
        apiError(409, 'price_changed', { price: 350 }),
        {
          kind: 'price',
          message: 'The price of Veo 3 is now 350 credits. Press Generate Video again to confirm.',
          price: 350,
          charge: 'You were not charged.',
        },
      ],
      [
        'a spent key',
        apiError(409, 'key_spent'),
        { kind: 'plain', message: 'This attempt is already settled. Press Generate Video to start a new one.' },
      ],
      [
        'another no',
        apiError(422, 'unknown_model'),
        { kind: 'plain', message: 'Failed to consume credits, please try again later' },
      ],
      [
        'a success: false inside a 200',
        new UnexpectedResponseError(200, { success: false }),
        { kind: 'plain', message: 'Failed to consume credits, please try again later' },
      ],
    ])('%s ends it before anything is created', async (_, error, failure) => {
      const test = setup()
      test.consume.mockRejectedValue(error)
      await test.run()
      expect(test.failure()).toEqual(failure)
      expect(test.video.requests).toEqual([])
      expect(test.credits.addPendingDeduction).not.toHaveBeenCalled()
      expect(test.forgetJob).toHaveBeenCalledWith(JOB_ID)
    })

    it('clears the local user on a 401 alone', async () => {
      const refused = setup()
      refused.consume.mockRejectedValue(apiError(401, 'unauthorized'))
      await refused.run()
      expect(refused.endSession).toHaveBeenCalledTimes(1)

      const short = setup()
      short.consume.mockRejectedValue(apiError(402, 'insufficient_credits'))
      await short.run()
      expect(short.endSession).not.toHaveBeenCalled()
      expect(short.credits.refresh).toHaveBeenCalled()
    })
  })

  describe('when the server call of the hold fails', () => {
    it.each([
      ['no answer', new NetworkError('network')],
      ['a time-out', new NetworkError('timeout')],
      ['a 500', apiError(500, 'internal')],
      ['the page of a proxy', new UnexpectedResponseError(502, '<html>')],
    ])('%s is shown as a pending deduction, and it goes on', async (_, error) => {
      const test = setup()
      test.consume.mockRejectedValue(error)
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      await test.run()
      expect(test.credits.addPendingDeduction).toHaveBeenCalledExactlyOnceWith(JOB_ID, 330)
      expect(test.actions).toContainEqual({ type: 'holding_to_creating', runId: 1, hold: 'pending' })
      expect(test.state().status).toBe('success')
    })

    it('the pending deduction goes when the create fails', async () => {
      const test = setup()
      test.consume.mockRejectedValue(new NetworkError('network'))
      test.video.create.mockRejectedValue(apiError(402, 'insufficient_credits', { have: 0, need: 330 }))
      await test.run()
      expect(test.credits.removePendingDeduction).toHaveBeenCalledWith(JOB_ID)
      expect(test.failure()?.kind).toBe('credits')
    })
  })

  describe('when the create is refused', () => {
    it.each([
      [
        'with the server sentence',
        apiError(422, 'vendor_rejected', undefined, 'The prompt was refused'),
        { kind: 'plain', message: 'Request failed: The prompt was refused' },
      ],
      [
        'and says that the hold was given back',
        apiError(503, 'vendor_busy', { settlement: 'released' }, 'Try later'),
        { kind: 'plain', message: 'Request failed: Try later', charge: 'You were not charged.' },
      ],
      [
        'and does not say twice that nothing was charged',
        apiError(503, 'vendor_busy', { settlement: 'released' }, 'It is busy. You were not charged.'),
        { kind: 'plain', message: 'Request failed: It is busy. You were not charged.' },
      ],
      [
        'with the task id sentence as it is',
        apiError(
          502,
          'no_task_id',
          { settlement: 'released' },
          'Could not extract task ID from API response. API returned: {}',
        ),
        {
          kind: 'plain',
          message: 'Could not extract task ID from API response. API returned: {}',
          charge: 'You were not charged.',
        },
      ],
      [
        'without a sentence',
        apiError(500, 'internal', undefined, ''),
        { kind: 'plain', message: 'Something went wrong. Please try again.' },
      ],
      ['401', apiError(401, 'unauthorized'), { kind: 'sign_in', message: 'Please login before generating a video' }],
    ])('%s', async (_, error, failure) => {
      const test = setup()
      test.video.create.mockRejectedValue(error)
      await test.run()
      expect(test.failure()).toEqual(failure)
      expect(test.video.status).not.toHaveBeenCalled()
    })

    it.each([
      ['an answer without a task id', { code: 'SUCCESS', data: {} }, '{"code":"SUCCESS","data":{}}'],
      ['a page', new UnexpectedResponseError(200, '<html>'), '"<html>"'],
    ])('%s is shown', async (_, answer, shown) => {
      const test = setup()
      if (answer instanceof Error) test.video.create.mockRejectedValue(answer)
      else test.video.create.mockResolvedValue(answer)
      await test.run()
      expect(test.failure()?.message).toBe(`Could not extract task ID from API response. API returned: ${shown}`)
    })

    it.each([
      ['turned down with its hold kept', apiError(413, 'body_too_large'), 'unsent'],
      ['signed out', apiError(401, 'unauthorized'), 'unsent'],
      ['released', apiError(422, 'vendor_rejected', { settlement: 'released' }), 'ended'],
      ['spent', apiError(409, 'key_spent'), 'ended'],
      ['a server error, after which anything may be true', apiError(500, 'internal'), 'ended'],
    ])('the id of a job that was %s is worth: %s', async (_, error, end) => {
      const test = setup()
      test.video.create.mockRejectedValue(error)
      await expect(test.run()).resolves.toBe(end)
    })
  })

  describe('when the answer to create is lost', () => {
    it.each([
      ['no answer', new NetworkError('timeout')],
      ['the page of a proxy', new UnexpectedResponseError(504, '<html>')],
    ])('%s: it asks for the job by its own id and shows the video', async (_, error) => {
      const test = setup()
      test.video.create.mockRejectedValue(error)
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      await test.run()
      expect(test.video.requests.at(-1)?.path).toBe(`/generation/${JOB_ID}/status`)
      expect(test.state().status).toBe('success')
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })

    it('a job that never arrived costs nothing and its id can be used again', async () => {
      const test = setup()
      test.video.create.mockRejectedValue(new NetworkError('network'))
      test.video.status.mockRejectedValueOnce(new NetworkError('network'))
      test.video.status.mockRejectedValue(apiError(404, 'not_found'))
      const end = test.run()
      await vi.advanceTimersByTimeAsync(INTERVAL_MS)
      await expect(end).resolves.toBe('unsent')
      expect(test.failure()).toEqual({
        kind: 'plain',
        message: 'We could not reach the server, so nothing was started. Please try again.',
        charge:
          'You were not charged. The 330 credits held are used when you try again, or come back after 15 minutes.',
      })
      expect(test.credits.removePendingDeduction).toHaveBeenCalledWith(JOB_ID)
    })
  })

  describe('when it ends without a video', () => {
    it('says the reason, and that nothing was charged once that is known', async () => {
      const test = setup()
      test.video.status.mockResolvedValue(statusAnswer('failed', { failMsg: 'Too dark', settlement: 'released' }))
      await test.run()
      expect(test.failure()).toEqual({
        kind: 'plain',
        message: 'Video generation failed. Please try again.',
        detail: 'Too dark',
        charge: 'You were not charged.',
      })
      expect(test.credits.refresh).toHaveBeenCalled()
    })

    it('claims nothing about the charge while the hold stands', async () => {
      const test = setup()
      test.video.status.mockResolvedValue(statusAnswer('failed', { settlement: 'held' }))
      await test.run()
      expect(test.failure()).toEqual({ kind: 'plain', message: 'Video generation failed. Please try again.' })
    })

    it('says so when the address is missing', async () => {
      const test = setup()
      test.video.status.mockResolvedValue(statusAnswer('succeed', { settlement: 'released' }))
      await test.run()
      expect(test.failure()).toEqual({
        kind: 'plain',
        message: 'Unable to retrieve video. Please try again.',
        charge: 'You were not charged.',
      })
    })

    it('times out after 180 polls and keeps the entry of the job', async () => {
      const test = setup()
      const end = test.run()
      await vi.advanceTimersByTimeAsync(179 * INTERVAL_MS)
      await end
      expect(test.failure()).toEqual({
        kind: 'late',
        message: 'Video generation timed out. Please try again later.',
        detail: 'The server goes on checking for an hour. Open this page again to see what became of it.',
        charge: 'You are charged only if it finishes.',
      })
      expect(test.forgetJob).not.toHaveBeenCalled()
    })

    it('asks for a sign-in when the session is dead, and keeps the entry of the job', async () => {
      const test = setup()
      test.video.status.mockRejectedValue(apiError(401, 'unauthorized'))
      await test.run()
      expect(test.failure()).toEqual({
        kind: 'sign_in',
        message: 'Your sign-in ended. Log in again to see your video: it is still being made.',
      })
      expect(test.forgetJob).not.toHaveBeenCalled()
      expect(test.renewSession).toHaveBeenCalledTimes(1)
    })
  })

  describe('when a token died early', () => {
    const dead = apiError(401, 'unauthorized')

    it('renews the session and asks again, in every step', async () => {
      const test = setup({ renewSession: vi.fn(async () => true) })
      test.consume.mockRejectedValueOnce(dead)
      test.video.create.mockRejectedValueOnce(dead)
      test.video.status.mockRejectedValueOnce(dead)
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      await test.run()
      expect(test.state().status).toBe('success')
      expect(test.renewSession).toHaveBeenCalledTimes(3)
      expect(new Set(test.consume.mock.calls.map(([{ jobId }]) => jobId))).toEqual(new Set([JOB_ID]))
    })

    it('gives up when the renewed session is refused as well', async () => {
      const test = setup({ renewSession: vi.fn(async () => true) })
      test.consume.mockRejectedValue(dead)
      await test.run()
      expect(test.failure()?.kind).toBe('sign_in')
      expect(test.consume).toHaveBeenCalledTimes(2)
    })

    it('does not count as signed out while the auth server cannot be asked', async () => {
      const test = setup({ renewSession: vi.fn().mockRejectedValue(new NetworkError('network')) })
      test.video.status
        .mockRejectedValueOnce(dead)
        .mockRejectedValueOnce(dead)
        .mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      const end = test.run()
      await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS)
      await end
      expect(test.state()).toMatchObject({ status: 'success' })
      expect(test.endSession).not.toHaveBeenCalled()
    })
  })

  describe('picked up again', () => {
    it('goes on polling and sends no second create', async () => {
      const test = setup()
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      await test.resume()
      expect(test.state().status).toBe('success')
      expect(test.consume).not.toHaveBeenCalled()
      expect(test.video.create).not.toHaveBeenCalled()
    })

    it('goes back to idle when the server never heard of it', async () => {
      const test = setup()
      test.video.status.mockRejectedValue(apiError(404, 'not_found'))
      await test.resume()
      expect(test.state()).toBe(IDLE)
      expect(test.forgetJob).toHaveBeenCalledWith(JOB_ID)
    })
  })

  describe('in direct mode', () => {
    it('sends the vendor nothing of ours, and a create once', async () => {
      const test = setup({ videoMode: 'direct' })
      test.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: 'https://cdn.example/v.mp4' }))
      await test.run()
      expect(test.video.requests).toEqual([
        { method: 'POST', path: '/generation/google/veo3', body: { input }, retries: 0, signal: test.signal },
        { method: 'GET', path: '/generation/vendor-task/status', retries: 0, signal: test.signal },
      ])
      expect(test.actions).toContainEqual({ type: 'holding_to_creating', runId: 1, hold: 'captured' })
      expect(test.state().status).toBe('success')
    })

    it('says that the request failed when no answer comes: there is no id to ask for', async () => {
      const test = setup({ videoMode: 'direct' })
      test.video.create.mockRejectedValue(new NetworkError('network'))
      await expect(test.run()).resolves.toBe('ended')
      expect(test.failure()?.message).toBe('Request failed: The server could not be reached')
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })

    it('takes a 401 of the vendor for its own no, not for the end of our session', async () => {
      const renewSession = vi.fn(async () => true)
      const test = setup({ videoMode: 'direct', renewSession })
      test.video.create.mockRejectedValue(apiError(401, 'UNAUTHORIZED', undefined, 'Invalid API key'))
      await test.run()
      expect(test.failure()).toEqual({ kind: 'plain', message: 'Request failed: Invalid API key' })
      expect(renewSession).not.toHaveBeenCalled()
      expect(test.endSession).not.toHaveBeenCalled()
    })
  })
})
