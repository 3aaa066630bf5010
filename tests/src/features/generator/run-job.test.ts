import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PICTURE_FAULTS, PictureError } from '@/features/generator/image/image-faults'
import { NetworkError } from '@/lib/http/api-error'
import { JOB_ID, statusAnswer } from './fakes'
import { apiError, input, job, setupJob } from './job-setup'

const INTERVAL_MS = 5000

describe('a job', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('holds, creates, polls, and ends with the video and a fresh balance', async () => {
    const test = setupJob()
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
      Array(2).fill({
        method: 'GET',
        path: `/generation/${JOB_ID}/status`,
        retries: 0,
        signal: expect.any(AbortSignal),
      }),
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
    expect(test.announce).toHaveBeenCalledExactlyOnceWith(job)
    expect(test.told.map(({ type }) => type)).toEqual(['changed', 'polled', 'polled', 'changed'])
    expect(test.credits.refresh).toHaveBeenCalledTimes(1)
    expect(test.credits.addPending).not.toHaveBeenCalled()
  })

  it('takes its elapsed time from the server', async () => {
    vi.setSystemTime(1_000_000)
    const test = setupJob()
    test.video.status.mockResolvedValue({ ...statusAnswer('processing'), job: { elapsedSeconds: 90 } })
    test.run()
    await vi.advanceTimersByTimeAsync(0)
    expect(test.state()).toMatchObject({ phase: 'polling', startedAt: 1_000_000 - 90_000 })
    test.abort.abort()
  })

  it('says why when the picture cannot be read, and sends nothing', async () => {
    const test = setupJob()
    await test.run(async () => {
      throw new PictureError('gone')
    })
    expect(test.failure()).toEqual({ kind: 'plain', message: PICTURE_FAULTS.gone })
    expect(test.consume).not.toHaveBeenCalled()
  })

  it('falls back to a plain sentence on a fault of our own', async () => {
    const test = setupJob()
    test.consume.mockRejectedValue(new TypeError('x is not a function'))
    test.video.create.mockRejectedValue(new TypeError(''))
    await test.run(async () => {
      throw new TypeError('x is not a function')
    })
    expect(test.failure()?.message).toBe('Something went wrong. Please try again.')
  })

  it('ends without a word when it is left', async () => {
    const test = setupJob()
    const end = test.run()
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    const before = test.state()
    test.abort.abort()
    await expect(end).resolves.toBe('ended')
    expect(test.state()).toBe(before)
    expect(test.forgetJob).not.toHaveBeenCalled()
  })

  describe('in direct mode', () => {
    it('sends the vendor nothing of ours, and a create once', async () => {
      const test = setupJob({ videoMode: 'direct' })
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
      const test = setupJob({ videoMode: 'direct' })
      test.video.create.mockRejectedValue(new NetworkError('network'))
      await expect(test.run()).resolves.toBe('ended')
      expect(test.failure()?.message).toBe('Request failed: The server could not be reached')
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })

    it('takes a 401 of the vendor for its own no, not for the end of our session', async () => {
      const test = setupJob({ videoMode: 'direct' })
      test.video.create.mockRejectedValue(apiError(401, 'UNAUTHORIZED', undefined, 'Invalid API key'))
      await test.run()
      expect(test.failure()).toEqual({ kind: 'plain', message: 'Request failed: Invalid API key' })
      expect(test.endSession).not.toHaveBeenCalled()
    })
  })
})
