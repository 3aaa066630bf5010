import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { MESSAGES } from '@/state/jobs/job-text'
import { findStoredJobs, saveJobs, savePanelJobs } from '@/state/jobs/stored-job'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { statusResponse } from '../../../support/app/fake-video'
import { failedJob, openJob, testJob, testStoredJob } from '../../../support/app/jobs'
import { order, setupJobs } from './jobs-setup'

const notFound = new ApiError({ status: 404, code: 'not_found', message: 'no' })
const unauthorized = new ApiError({ status: 401, code: 'unauthorized', message: 'no' })
const ready = statusResponse('succeed', { url: '/v.mp4' })
const stored = () => findStoredJobs('ada', Date.now())

function store(jobId: string, startedAt = Date.now()) {
  savePanelJobs([jobId])
  saveJobs(testStoredJob({ jobId, fields: order.fields, startedAt }))
}

describe('Resumed job', () => {
  beforeEach(() => void vi.useFakeTimers())

  it("resumes this tab's own job, even if another tab has a later job", async () => {
    const own = createFakeBrowser()
    store('own')
    const entries = JSON.parse(localStorage.getItem('jobs') ?? '[]')
    localStorage.setItem('jobs', JSON.stringify([...entries, { ...entries[0], jobId: 'of-another-tab' }]))
    expect(setupJobs({ browser: own }).stage()).toMatchObject({ job: { id: 'own' } })
    sessionStorage.clear()
    expect(setupJobs({ browser: own }).stage()).toMatchObject({ job: { id: 'of-another-tab' } })
  })

  it('keeps polling a resumed job in its library row after the job left the panel', async () => {
    const before = setupJobs()
    await before.start()
    before.jobs.moveToBackground()
    const test = setupJobs()
    test.jobsApi.list.mockResolvedValue({ jobs: [openJob({ id: before.jobIds()[0] ?? '' })], nextCursor: null })
    await test.flush()
    expect(test.stage().status).toBe('idle')
    expect(test.polls()).toBe(1)
  })

  it('resumes no old job, and no job of another user', async () => {
    store('old', Date.now() - 25 * 60 * 60 * 1000)
    expect(setupJobs().stage().status).toBe('idle')
    store('of-ada')
    expect(setupJobs({ userId: 'grace' }).stage().status).toBe('idle')
    expect(stored()).toEqual([])
  })

  it('resumes no job in direct mode, because only the provider knows the job', async () => {
    store('direct')
    const test = setupJobs({ videoMode: 'direct' })
    await test.flush()
    expect(test.stage().status).toBe('idle')
    expect(test.jobsApi.list).not.toHaveBeenCalled()
  })

  it("stops a job when its user signs out, and keeps the job's stored entry", async () => {
    const test = setupJobs()
    await test.start()
    test.jobs.visit(null)
    expect(test.stage().status).toBe('idle')
    const asked = test.polls()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(test.polls()).toBe(asked)
    expect(stored()).toHaveLength(1)
  })

  it.each([null, 'grace'])('hides the finished job of another user from the next user: %s', async (next) => {
    const test = setupJobs()
    test.video.status.mockResolvedValue(ready)
    await test.start()
    test.jobs.visit('ada')
    expect(test.stage()).toMatchObject({ status: 'success', job: { prompt: 'a fox' } })
    test.jobs.visit(next)
    expect(test.jobs.get()).toMatchObject({ shownIds: [], jobs: [] })
  })

  it('continues a job on Try Again if the same user stayed signed in', async () => {
    const test = setupJobs()
    test.video.status.mockRejectedValueOnce(unauthorized)
    await test.start()
    test.video.status.mockResolvedValue(ready)
    test.jobs.reset()
    await test.flush()
    expect(test.stage().status).toBe('success')
  })

  describe('Resumed job without a stored entry', () => {
    const running = openJob({ model: 'kling-1.6', prompt: 'a hare', credits: 20, length: 5, elapsedSeconds: 30 })
    const page = { jobs: [running], nextCursor: null }

    it('requests the open jobs until a response arrives, unless a job is started meanwhile', async () => {
      for (const isBusy of [false, true]) {
        const test = setupJobs({ userId: null })
        test.jobsApi.list.mockRejectedValueOnce(new NetworkError('network')).mockResolvedValue(page)
        test.jobs.visit('ada')
        await test.flush()
        if (isBusy) await test.start()
        await vi.advanceTimersByTimeAsync(20_000)
        expect(test.stage()).toMatchObject({ job: { id: isBusy ? test.jobIds()[0] : running.id } })
        localStorage.clear()
      }
    })

    it("doesn't request the open jobs after a refusal, or for a user who signed out", async () => {
      for (const error of [unauthorized, new NetworkError('network')]) {
        const test = setupJobs({ userId: null })
        test.jobsApi.list.mockRejectedValue(error)
        test.jobs.visit('ada')
        await test.flush()
        if (error !== unauthorized) test.jobs.visit(null)
        await vi.advanceTimersByTimeAsync(60_000)
        expect(test.jobsApi.list).toHaveBeenCalledTimes(1)
      }
    })
  })

  describe('Job whose page closed before the create request', () => {
    const message = MESSAGES.leftBeforeStart

    /** Loads the next page in this browser. The server responds that it doesn't know the job. */
    async function reload(prepare: (test: ReturnType<typeof setupJobs>) => void = () => undefined) {
      const test = setupJobs({ userId: null })
      test.video.status.mockRejectedValue(notFound)
      prepare(test)
      test.jobs.visit('ada')
      await test.flush()
      return test
    }
    const never = failedJob({ id: 'unsent', failureCode: 'never_sent', settlement: 'released' })

    it('returns the hold of a job that was never created, says so, and clears the stored entry', async () => {
      store('unsent')
      const test = await reload(({ jobsApi }) => jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', job: never }))
      expect(test.jobsApi.cancel.mock.calls).toEqual([['unsent']])
      expect(test.stage()).toMatchObject({ status: 'error', failure: { message, charge: "You weren't charged." } })
      expect(test.credits.refresh).toHaveBeenCalled()
      expect(stored()).toEqual([])
    })

    it.each([
      ['nothing was held', notFound, "You weren't charged."],
      [
        "the server can't be reached",
        new NetworkError('network'),
        "You weren't charged. If 330 credits were held, they're returned in 15 minutes.",
      ],
    ])('says whether credits return for a job that was never created, if %s', async (_name, error, charge) => {
      store('unsent')
      const test = await reload(({ jobsApi }) => jobsApi.cancel.mockRejectedValue(error))
      expect(test.stage()).toMatchObject({ status: 'error', failure: { message, charge } })
    })

    it('continues a job that was created after its page closed', async () => {
      store('unsent')
      const job = openJob({ id: 'unsent' })
      const test = await reload(({ jobsApi }) => jobsApi.cancel.mockResolvedValue({ outcome: 'too_late', job }))
      expect(test.stage()).toMatchObject({ status: 'generating', job: { id: 'unsent' } })
    })

    it('shows the video of a job that finished after its page closed', async () => {
      store('unsent')
      const job = testJob({ id: 'unsent' })
      const test = await reload(({ jobsApi }) => jobsApi.cancel.mockResolvedValue({ outcome: 'already_finished', job }))
      expect(test.stage()).toMatchObject({ status: 'success', job: { id: 'unsent', settlement: 'captured' } })
    })

    it('says that nothing was charged if the server already returned the hold of a job that was never created', async () => {
      store('unsent')
      const test = await reload(({ jobsApi }) =>
        jobsApi.cancel.mockResolvedValue({ outcome: 'already_finished', job: never }),
      )
      expect(test.stage()).toMatchObject({ status: 'error', failure: { message, charge: "You weren't charged." } })
    })

    it('leaves a stored job for two minutes to another tab that may still create it', async () => {
      store('on-its-way', Date.now() - 1000)
      sessionStorage.clear()
      const test = await reload(({ jobsApi }) => jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', job: never }))
      expect(test.stage().status).toBe('idle')
      expect(stored()).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(118_000)
      expect(test.jobsApi.cancel).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(2000)
      expect(test.jobsApi.cancel.mock.calls).toEqual([['on-its-way']])
      expect(test.stage()).toMatchObject({ status: 'error', failure: { message } })
    })
  })
})
