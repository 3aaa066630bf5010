import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { modelById } from '@/config/models'
import { EMPTY_FIELDS } from '@/features/generator/fields'
import { createRunner, type Order } from '@/features/generator/runner'
import { findJob } from '@/features/generator/stored-jobs'
import { ApiError } from '@/lib/api-error'
import type { Services } from '@/lib/services'
import { fakeConsume, fakeVideo, statusAnswer } from './fakes'

const order: Order = {
  userId: 'ada',
  fields: { ...EMPTY_FIELDS, prompt: ' a fox ' },
  model: modelById('veo-3'),
  price: 330,
  picture: null,
}

function setup(videoMode: Services['videoMode'] = 'gateway') {
  const video = fakeVideo()
  const consume = fakeConsume()
  const refreshSession = vi.fn(async () => ({ data: { session: null }, error: null }))
  const services = {
    video,
    videoMode,
    creditsApi: { consume },
    loadSupabase: async () => ({ auth: { refreshSession } }),
  } as unknown as Services
  const peers = {
    credits: {
      setBalance: vi.fn(),
      addPendingDeduction: vi.fn(),
      removePendingDeduction: vi.fn(),
      refresh: vi.fn(async () => {}),
    },
    endSession: vi.fn(),
  }
  const jobIds = () => consume.mock.calls.map(([{ jobId }]) => jobId)
  return { video, consume, peers, jobIds, runner: createRunner(services) }
}

describe('the runner', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('stores the job with its form before it sends anything', async () => {
    const test = setup()
    test.consume.mockImplementation(async ({ jobId }) => {
      expect(findJob('ada', Date.now())).toEqual({
        jobId,
        userId: 'ada',
        fields: order.fields,
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
    const test = setup()
    test.runner.generate(order, test.peers)
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.consume).toHaveBeenCalledTimes(1)
    expect(test.video.create).toHaveBeenCalledTimes(1)
  })

  it('sends what the form says, with a seed from 0 to 999', async () => {
    const test = setup()
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
    const test = setup()
    test.consume.mockRejectedValue(new ApiError({ status: 409, code: 'key_spent', message: 'spent' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(new Set(test.jobIds()).size).toBe(2)
  })

  it('uses the id of a job that was never started again, for the same model and price', async () => {
    const test = setup()
    test.video.create.mockRejectedValue(new ApiError({ status: 413, code: 'body_too_large', message: 'too large' }))
    for (const patch of [{}, { fields: { ...order.fields, prompt: 'a hare' } }, { model: modelById('veo-2') }]) {
      test.runner.generate({ ...order, ...patch }, test.peers)
      await vi.advanceTimersByTimeAsync(0)
    }
    const [first, second, third] = test.jobIds()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('picks a stored job up again and polls it', async () => {
    const before = setup()
    before.runner.generate(order, before.peers)
    await vi.advanceTimersByTimeAsync(0)

    const test = setup()
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    test.runner.resume('ada', test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.runner.state.get()).toMatchObject({ status: 'success', job: { jobId: before.jobIds()[0] } })
    expect(test.consume).not.toHaveBeenCalled()
  })

  it('leaves the jobs of other people, and old ones, alone', async () => {
    const before = setup()
    before.runner.generate(order, before.peers)
    await vi.advanceTimersByTimeAsync(0)

    const test = setup()
    test.runner.resume('grace', test.peers)
    expect(test.runner.state.get().status).toBe('idle')
    vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
    test.runner.resume('ada', test.peers)
    expect(test.runner.state.get().status).toBe('idle')
  })

  it('picks nothing up in direct mode: only the vendor knows that job', async () => {
    const before = setup()
    before.runner.generate(order, before.peers)
    const test = setup('direct')
    test.runner.resume('ada', test.peers)
    expect(test.runner.state.get().status).toBe('idle')
  })

  it('stops watching when the person signs out, and keeps the entry', async () => {
    const test = setup()
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.leave(null)
    expect(test.runner.state.get().status).toBe('idle')
    const asked = test.video.status.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(test.video.status).toHaveBeenCalledTimes(asked)
    expect(findJob('ada', Date.now())).not.toBeNull()
  })

  it('goes on when the same person comes back to the page', async () => {
    const test = setup()
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.leave('ada')
    expect(test.runner.state.get().status).toBe('generating')
  })

  it('keeps the message that the sign-in ended, and resumes after the next one', async () => {
    const test = setup()
    test.video.status.mockRejectedValueOnce(new ApiError({ status: 401, code: 'unauthorized', message: 'no' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.peers.endSession).toHaveBeenCalledTimes(1)
    test.runner.leave(null)
    expect(test.runner.state.get()).toMatchObject({ status: 'error', failure: { kind: 'sign_in' } })
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    test.runner.resume('ada', test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.runner.state.get().status).toBe('success')
  })

  it('looks once more at the next visit for a job that timed out', async () => {
    const test = setup()
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(180 * 5000)
    expect(test.runner.state.get().status).toBe('error')
    expect(findJob('ada', Date.now())).not.toBeNull()
    test.runner.reset()
    expect(test.runner.state.get().status).toBe('idle')

    const still = setup()
    still.runner.resume('ada', still.peers)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(still.video.status).toHaveBeenCalledTimes(1)
    expect(still.runner.state.get().status).toBe('idle')

    const done = setup()
    done.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    done.runner.resume('ada', done.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(done.runner.state.get()).toMatchObject({ status: 'success', videoUrl: '/v.mp4' })
    expect(findJob('ada', Date.now())).toBeNull()
  })

  it('does not keep a failure that was told', async () => {
    const test = setup()
    test.video.status.mockResolvedValue(statusAnswer('failed'))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.reset()
    expect(test.runner.state.get().status).toBe('idle')
    expect(findJob('ada', Date.now())).toBeNull()
  })

  it('asks for a new address of the finished video', async () => {
    const test = setup()
    await expect(test.runner.freshUrl()).resolves.toBeNull()
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4?1' }))
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4?2' }))
    await expect(test.runner.freshUrl()).resolves.toBe('/v.mp4?2')
    expect(test.video.requests.at(-1)?.path).toBe(test.video.requests.at(-2)?.path)
    test.video.status.mockRejectedValue(new ApiError({ status: 401, code: 'unauthorized', message: 'no' }))
    await expect(test.runner.freshUrl()).resolves.toBeNull()
  })
})
