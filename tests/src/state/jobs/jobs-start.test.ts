import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { MESSAGES } from '@/state/jobs/job-text'
import { POLL_INTERVAL_MS } from '@/state/jobs/poll'
import { findStoredJobs } from '@/state/jobs/stored-job'
import { getFrameName } from '@/state/jobs/video-chain'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { statusResponse } from '../../../support/app/fake-video'
import { failedJob, openJob, testJob, testStoredJob } from '../../../support/app/jobs'
import { order, setupJobs } from './jobs-setup'

const tooLarge = new ApiError({ status: 413, code: 'body_too_large', message: 'too large' })
const notFound = new ApiError({ status: 404, code: 'not_found', message: 'no' })
const unauthorized = new ApiError({ status: 401, code: 'unauthorized', message: 'no' })
const ready = statusResponse('succeed', { url: '/v.mp4', settlement: 'captured' })
const stored = () => findStoredJobs('ada', Date.now())

describe('Started job', () => {
  beforeEach(() => void vi.useFakeTimers())

  it('stores a job with its form before any request, and deletes the entry when the job ends', async () => {
    const test = setupJobs()
    test.consume.mockImplementation(async ({ jobId }) => {
      const fields = { ...order.fields, seed: expect.any(Number) }
      expect(stored()).toEqual([testStoredJob({ jobId, fields, startedAt: Date.now() })])
      return { balanceAfter: 0, settlement: 'held' }
    })
    test.video.status.mockResolvedValue(ready)
    await test.start()
    expect(test.consume).toHaveBeenCalledTimes(1)
    expect(test.stage()).toMatchObject({ status: 'success', job: { videoUrl: '/v.mp4' } })
    expect(stored()).toEqual([])
    expect(test.credits.refresh).toHaveBeenCalledTimes(1)
  })

  it('asks the server to wait for news of a job, if the server offers that', async () => {
    const test = setupJobs()
    const lost = new NetworkError('network')
    test.video.create.mockResolvedValue({ data: { taskId: 'x', status: 'waiting', wait: 15 } })
    test.video.status
      .mockResolvedValueOnce({ status: 'processing', job: { settlement: 'held', wait: 20 } })
      .mockRejectedValueOnce(lost)
    await test.start()
    await vi.advanceTimersByTimeAsync(3 * POLL_INTERVAL_MS)
    const asked = test.video.requests.slice(1).map(({ headers }) => headers?.prefer)
    expect(asked).toEqual(['wait=15', 'wait=20', 'wait=20', undefined])
  })

  it("shows a new job in every tab's library as soon as the server has it", async () => {
    const browser = createFakeBrowser()
    const [here, there] = [setupJobs({ browser }), setupJobs({ browser })]
    for (const { jobsApi } of [here, there]) jobsApi.get.mockImplementation(async (id) => openJob({ id }))
    await here.start()
    const [id] = here.jobIds()
    expect([here.rows(), there.rows()]).toEqual([[`${id} running`], [`${id} running`]])
    expect(there.stage().status).toBe('idle')
  })

  it('reads a job once more after it ended, because only the server has all its data', async () => {
    const test = setupJobs()
    test.video.status.mockResolvedValue(ready)
    test.jobsApi.get.mockImplementation(async (id) => testJob({ id, durationSeconds: 10 }))
    await test.start()
    expect(test.jobs.get().jobs[0]).toMatchObject({ status: 'succeeded', durationSeconds: 10, isListed: true })
  })

  it('lists a job in the library that the server accepted and then returned', async () => {
    const test = setupJobs()
    const data = { settlement: 'released' } as const
    test.video.create.mockRejectedValue(new ApiError({ status: 503, code: 'provider_busy', message: 'Busy.', data }))
    test.jobsApi.get.mockImplementation(async (id) => failedJob({ id }))
    await test.start()
    expect(test.stage()).toMatchObject({ status: 'error', failure: { message: 'Request failed: Busy.' } })
    expect(test.rows()).toEqual([`${test.jobIds()[0]} failed`])
    expect(test.video.status).not.toHaveBeenCalled()
  })

  it("ends the session when the server doesn't know the user", async () => {
    const test = setupJobs()
    test.consume.mockRejectedValue(unauthorized)
    await test.start()
    expect(test.signOut).toHaveBeenCalledTimes(1)
    expect(stored()).toEqual([])
  })

  describe('ID of a started job', () => {
    it('creates a new ID after a settled job', async () => {
      const test = setupJobs()
      test.consume.mockRejectedValue(new ApiError({ status: 409, code: 'key_spent', message: 'spent' }))
      await test.start()
      await test.start()
      expect(new Set(test.jobIds()).size).toBe(2)
    })

    it('reuses the ID and hold of a job that never started', async () => {
      const test = setupJobs()
      test.video.create.mockRejectedValue(tooLarge)
      await test.start()
      await test.start({ fields: { ...order.fields, prompt: 'a hare' } })
      await test.start({ source: 'veo-3:1080p' })
      const [first, second, third] = test.jobIds()
      expect(second).toBe(first)
      expect(third).not.toBe(first)
    })

    it('creates a new job ID for another price and for another user', async () => {
      for (const isOtherUser of [false, true]) {
        const test = setupJobs()
        test.video.create.mockRejectedValue(tooLarge)
        await test.start()
        if (isOtherUser) test.jobs.visit('grace')
        await test.start(isOtherUser ? {} : { price: 300 })
        expect(new Set(test.jobIds()).size).toBe(2)
      }
    })

    it('reuses the ID of a job that never reached the server, which costs nothing', async () => {
      const test = setupJobs()
      test.consume.mockRejectedValue(new NetworkError('network'))
      test.video.create.mockRejectedValue(new NetworkError('network'))
      test.video.status.mockRejectedValue(notFound)
      await test.start()
      const failure = { message: MESSAGES.neverArrived }
      expect(test.stage()).toMatchObject({ status: 'error', failure })
      expect(test.credits.removePending).toHaveBeenCalledWith(test.jobIds()[0])
      await test.start()
      expect(new Set(test.jobIds()).size).toBe(1)
    })
  })

  it.each(['gateway', 'direct'] as const)(
    'sends the ID of the source video to our gateway, but not to a provider: %s',
    async (videoMode) => {
      const test = setupJobs({ videoMode })
      test.video.status.mockResolvedValue(ready)
      test.jobsApi.get.mockImplementation(async (id) => testJob({ id }))
      await test.start()
      await vi.advanceTimersByTimeAsync(5000)
      const { job } = test.stage()
      if (job?.status !== 'succeeded') throw new Error('The first one should be ready')
      const read = async () => ({ image: 'data:image/jpeg;base64,AA' })
      await test.start({ input: { read }, imageName: `${getFrameName(job)}.png` })
      const body = test.video.create.mock.lastCall?.[0].body
      const source = videoMode === 'direct' ? {} : { source: { job: job.id, use: 'frame' } }
      const kept = { prompt: 'a fox', negativePrompt: '', length: 8, aspectRatio: '16:9', generateAudio: true }
      expect(body).toEqual({
        input: { ...kept, seed: expect.any(Number), image: 'data:image/jpeg;base64,AA', ...source },
      })
    },
  )

  it("renews a job's video address, and requests it from the provider in direct mode", async () => {
    const test = setupJobs()
    test.video.status.mockResolvedValue(ready)
    await test.start()
    const [id = ''] = test.jobIds()
    test.jobsApi.get.mockImplementation(async () => testJob({ id, videoUrl: '/v.mp4?2' }))
    await expect(test.jobs.renew(id)).resolves.toMatchObject({ videoUrl: '/v.mp4?2' })
    test.jobsApi.get.mockRejectedValue(unauthorized)
    await expect(test.jobs.renew(id)).rejects.toBe(unauthorized)

    const direct = setupJobs({ videoMode: 'direct' })
    direct.video.status.mockResolvedValue(ready)
    await direct.start()
    direct.video.status.mockResolvedValue(statusResponse('succeed', { url: '/v.mp4?2' }))
    await expect(direct.jobs.renew(direct.jobIds()[0] ?? '')).resolves.toMatchObject({ videoUrl: '/v.mp4?2' })
    expect(direct.video.requests.at(-1)?.path).toBe('/generation/provider-task/status')
    expect(direct.jobsApi.get).not.toHaveBeenCalled()
  })

  describe('Started job beside another job', () => {
    it('frees the form and continues the former job in its row', async () => {
      const test = setupJobs()
      test.jobsApi.get.mockImplementation(async (id) => openJob({ id }))
      await test.start()
      test.jobs.moveToBackground()
      expect(test.stage().status).toBe('idle')
      await test.start()
      const [first, second] = test.jobIds()
      expect(new Set([first, second]).size).toBe(2)
      expect(test.rows()).toHaveLength(2)
      const before = test.polls()
      await vi.advanceTimersByTimeAsync(5000)
      expect(test.polls()).toBe(before + 2)
      expect(test.stage()).toMatchObject({ job: { id: second } })
      expect(stored().map(({ jobId }) => jobId)).toEqual([first, second])
    })

    it('frees the form while a hold is pending, and creates the held job when the hold completes', async () => {
      const test = setupJobs()
      let answer = (_: { balanceAfter: number; settlement: 'held' }) => {}
      test.consume.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
      await test.start()
      test.jobs.moveToBackground()
      await test.start()
      answer({ balanceAfter: 1840, settlement: 'held' })
      await test.flush()
      expect(test.video.create).toHaveBeenCalledTimes(2)
    })
  })
})
