import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findJob, saveJob } from '@/features/generator/stored-jobs'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { openJob } from '../../../support/app/jobs'
import { statusAnswer } from './fakes'
import { order, setupRunner } from './runner-setup'

describe('the runner, with a job that was started before', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    sessionStorage.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('picks a stored job up again and polls it', async () => {
    const before = setupRunner()
    before.runner.generate(order, before.peers)
    await vi.advanceTimersByTimeAsync(0)

    const test = setupRunner()
    test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    test.runner.resume('ada', test.peers)
    await vi.advanceTimersByTimeAsync(0)
    expect(test.runner.state.get()).toMatchObject({ status: 'success', job: { jobId: before.jobIds()[0] } })
    expect(test.consume).not.toHaveBeenCalled()
  })

  it('picks up the job of its own tab, where another tab has a later one', async () => {
    const own = { jobId: 'own', userId: 'ada', fields: order.fields, credits: 330, startedAt: Date.now() }
    saveJob({ ...own, jobId: 'of-another-tab', startedAt: Date.now() + 1000 })
    saveJob(own)
    localStorage.setItem('jobs', JSON.stringify([own, { ...own, jobId: 'of-another-tab' }]))
    expect(findJob('ada', Date.now())?.jobId).toBe('own')
    sessionStorage.clear()
    expect(findJob('ada', Date.now())?.jobId).toBe('of-another-tab')
  })

  it('leaves the jobs of other people, and old ones, alone', async () => {
    const before = setupRunner()
    before.runner.generate(order, before.peers)
    await vi.advanceTimersByTimeAsync(0)

    const test = setupRunner()
    test.runner.resume('grace', test.peers)
    expect(test.runner.state.get().status).toBe('idle')
    vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
    test.runner.resume('ada', test.peers)
    expect(test.runner.state.get().status).toBe('idle')
  })

  it('picks nothing up in direct mode: only the vendor knows that job', async () => {
    const before = setupRunner()
    before.runner.generate(order, before.peers)
    const test = setupRunner('direct')
    test.runner.resume('ada', test.peers)
    expect(test.runner.state.get().status).toBe('idle')
  })

  it('stops watching when the person signs out, and keeps the entry', async () => {
    const test = setupRunner()
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
    const test = setupRunner()
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(0)
    test.runner.leave('ada')
    expect(test.runner.state.get().status).toBe('generating')
  })

  it('keeps the message that the sign-in ended, and resumes after the next one', async () => {
    const test = setupRunner()
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

  it('leaves a job that timed out to the library, and the form free', async () => {
    const test = setupRunner()
    test.runner.generate(order, test.peers)
    await vi.advanceTimersByTimeAsync(180 * 5000)
    expect(test.runner.state.get()).toMatchObject({ failure: { kind: 'late' } })
    expect(findJob('ada', Date.now())).toBeNull()

    const later = setupRunner()
    later.jobsApi.list.mockResolvedValue({ jobs: [openJob({ elapsedSeconds: 901 })], nextCursor: null })
    later.runner.resume('ada', later.peers)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(later.runner.state.get().status).toBe('idle')
    expect(later.video.status).not.toHaveBeenCalled()
  })

  describe('where nothing is stored', () => {
    const running = openJob({
      model: 'kling-1.6',
      prompt: 'a hare',
      credits: 20,
      length: 5,
      seed: 42,
      elapsedSeconds: 30,
    })

    it('asks the server what runs, and shows it from where it is', async () => {
      vi.setSystemTime(1_790_000_000_000)
      const test = setupRunner()
      test.jobsApi.list.mockResolvedValue({ jobs: [running], nextCursor: null })
      test.runner.resume('ada', test.peers)
      await vi.advanceTimersByTimeAsync(0)
      expect(test.jobsApi.list).toHaveBeenCalledExactlyOnceWith({ open: true })
      expect(test.runner.state.get()).toMatchObject({
        phase: 'polling',
        taskId: running.id,
        startedAt: 1_790_000_000_000 - 30_000,
        job: { modelName: 'Kling 1.6', prompt: 'a hare', credits: 20, length: 5, seed: 42 },
      })
      expect(test.video.requests.at(-1)?.path).toBe(`/generation/${running.id}/status`)
      expect(test.consume).not.toHaveBeenCalled()
    })

    it('asks until there is an answer, unless a job is started meanwhile', async () => {
      const test = setupRunner()
      test.jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
      test.jobsApi.list.mockResolvedValue({ jobs: [running], nextCursor: null })
      test.runner.resume('ada', test.peers)
      await vi.advanceTimersByTimeAsync(5000)
      expect(test.runner.state.get()).toMatchObject({ job: { jobId: running.id } })

      const busy = setupRunner()
      busy.jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
      busy.jobsApi.list.mockResolvedValue({ jobs: [running], nextCursor: null })
      busy.runner.resume('ada', busy.peers)
      await vi.advanceTimersByTimeAsync(0)
      busy.runner.generate(order, busy.peers)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(busy.runner.state.get()).toMatchObject({ job: { jobId: busy.jobIds()[0] } })
    })

    it('does not ask on after a no, nor for somebody who has left', async () => {
      const refused = setupRunner()
      refused.jobsApi.list.mockRejectedValue(new ApiError({ status: 401, code: 'unauthorized', message: 'no' }))
      refused.runner.resume('ada', refused.peers)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(refused.jobsApi.list).toHaveBeenCalledTimes(1)

      const left = setupRunner()
      left.jobsApi.list.mockRejectedValue(new NetworkError('network'))
      left.runner.resume('ada', left.peers)
      await vi.advanceTimersByTimeAsync(0)
      left.runner.leave(null)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(left.jobsApi.list).toHaveBeenCalledTimes(1)
    })

    it('or what is stored was never made', async () => {
      saveJob({
        jobId: 'never-sent',
        userId: 'ada',
        fields: order.fields,
        credits: 330,
        startedAt: Date.now() - 130_000,
      })
      const test = setupRunner()
      test.video.status.mockRejectedValueOnce(new ApiError({ status: 404, code: 'not_found', message: 'no' }))
      test.jobsApi.list.mockResolvedValue({ jobs: [running], nextCursor: null })
      test.runner.resume('ada', test.peers)
      await vi.advanceTimersByTimeAsync(0)
      expect(findJob('ada', Date.now())).toBeNull()
      expect(test.runner.state.get()).toMatchObject({ job: { jobId: running.id } })
    })

    it('and keeps a stored job that another tab may be about to make', async () => {
      saveJob({ jobId: 'on-its-way', userId: 'ada', fields: order.fields, credits: 330, startedAt: Date.now() - 1000 })
      const test = setupRunner()
      test.video.status.mockRejectedValue(new ApiError({ status: 404, code: 'not_found', message: 'no' }))
      test.runner.resume('ada', test.peers)
      await vi.advanceTimersByTimeAsync(0)
      expect(test.runner.state.get().status).toBe('idle')
      expect(findJob('ada', Date.now())?.jobId).toBe('on-its-way')
    })
  })
})
