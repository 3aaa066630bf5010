import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { modelById } from '@/config/models'
import { findJob } from '@/features/generator/stored-jobs'
import { ApiError } from '@/lib/http/api-error'
import { testJob } from '../../../support/app/jobs'
import { statusAnswer } from './fakes'
import { order, setupRunner } from './runner-setup'

describe('the runner', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('stores the job with its form before it sends anything', async () => {
    const test = setupRunner()
    test.consume.mockImplementation(async ({ jobId }) => {
      expect(findJob('ada', Date.now())).toEqual({
        jobId,
        userId: 'ada',
        fields: { ...order.fields, seed: expect.any(Number) },
        credits: 330,
        startedAt: Date.now(),
      })
      return { balanceAfter: 0, settlement: 'held' }
    })
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.consume).toHaveBeenCalledTimes(1)
    expect(test.runner.state.get().status).toBe('success')
    expect(findJob('ada', Date.now())).toBeNull()
  })

  it('makes one run of two presses', async () => {
    const test = setupRunner()
    test.runner.generate(order, test.peers)
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.consume).toHaveBeenCalledTimes(1)
    expect(test.video.create).toHaveBeenCalledTimes(1)
  })

  it('sends what the form says, with a seed from 0 to 999', async () => {
    const test = setupRunner()
    vi.spyOn(Math, 'random').mockReturnValue(0.9999)
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.video.requests[0]?.body).toEqual({
      input: {
        prompt: 'a fox',
        negativePrompt: '',
        length: 8,
        aspectRatio: '16:9',
        seed: 999,
        generateAudio: true,
      },
    })
  })

  it('takes a new id for the next job', async () => {
    const test = setupRunner()
    test.consume.mockRejectedValue(new ApiError({ status: 409, code: 'key_spent', message: 'spent' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(new Set(test.jobIds()).size).toBe(2)
  })

  it('uses the id of a job that was never started again, for the same model and price', async () => {
    const test = setupRunner()
    test.video.create.mockRejectedValue(new ApiError({ status: 413, code: 'body_too_large', message: 'too large' }))
    for (const patch of [{}, { fields: { ...order.fields, prompt: 'a hare' } }, { model: modelById('veo-2') }]) {
      test.runner.generate({ ...order, ...patch }, test.peers)
      await vi.advanceTimersByTimeAsync(0)
    }
    const [first, second, third] = test.jobIds()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it.each([
    ['another price', { price: 300 }],
    ['another user', { userId: 'grace' }],
  ])('does not use it for %s: the server would refuse what was held otherwise', async (_name, patch) => {
    const test = setupRunner()
    test.video.create.mockRejectedValue(new ApiError({ status: 413, code: 'body_too_large', message: 'too large' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.generate({ ...order, ...patch }, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(new Set(test.jobIds()).size).toBe(2)
  })

  it.each([null, 'grace'])('a finished video does not stay for %s, who is here next', async (next) => {
    const test = setupRunner()
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.leave('ada')
    expect(test.runner.state.get()).toMatchObject({ status: 'success', job: { prompt: 'a fox' } })
    test.runner.leave(next)
    expect(test.runner.state.get()).toEqual({ status: 'idle' })
  })

  it('does not keep a failure that was told', async () => {
    const test = setupRunner()
    test.video.status.mockResolvedValue(statusAnswer('failed'))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.reset()
    expect(test.runner.state.get().status).toBe('idle')
    expect(findJob('ada', Date.now())).toBeNull()
  })

  it('asks for new addresses of the finished video', async () => {
    const test = setupRunner()
    await expect(test.runner.renew()).resolves.toBeNull()
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4?1' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.jobsApi.get.mockResolvedValue(testJob({ videoUrl: '/v.mp4?2' }))
    await expect(test.runner.renew()).resolves.toMatchObject({ videoUrl: '/v.mp4?2' })
    expect(test.jobsApi.get).toHaveBeenLastCalledWith(test.jobIds()[0])
    test.jobsApi.get.mockRejectedValue(new ApiError({ status: 401, code: 'unauthorized', message: 'no' }))
    await expect(test.runner.renew()).resolves.toBeNull()
  })

  it('asks the vendor for them in direct mode', async () => {
    const test = setupRunner('direct')
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4?1' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4?2' }))
    await expect(test.runner.renew()).resolves.toEqual({ videoUrl: '/v.mp4?2', downloadUrl: null })
    expect(test.video.requests.at(-1)?.path).toBe('/generation/vendor-task/status')
  })
})
