import type { Cancellation } from '@contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { findJobs } from '@/state/jobs/stored-job'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { statusAnswer } from '../../../support/app/fake-video'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { setupJobs } from './jobs-setup'

async function running(browser = createFakeBrowser()) {
  const test = setupJobs({ browser })
  await test.start()
  const [jobId = ''] = test.jobIds()
  const stopped = (): Cancellation => ({ outcome: 'stopped', job: failedJob({ id: jobId, failureCode: 'cancelled' }) })
  return { ...test, jobId, stopped }
}

describe('a job that is asked to stop', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    sessionStorage.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is polled no more and forgotten, and the balance is asked for', async () => {
    const { jobs, jobsApi, credits, jobId, polls, stage, stopped } = await running()
    jobsApi.cancel.mockResolvedValue(stopped())
    await jobs.cancel(jobId)
    expect(jobsApi.cancel).toHaveBeenCalledExactlyOnceWith(jobId)
    expect(stage()).toMatchObject({ status: 'stopped', job: { id: jobId } })
    expect(findJobs('ada', Date.now())).toEqual([])
    expect(credits.refresh).toHaveBeenCalledTimes(1)
    const asked = polls()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(polls()).toBe(asked)
    jobs.reset()
    expect(stage().status).toBe('idle')
  })

  it('is asked once, however often it is clicked, and goes on when it is too late', async () => {
    const { jobs, jobsApi, jobId, stage, polls, flush } = await running()
    let answer: (value: Cancellation) => void = () => {}
    jobsApi.cancel.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    void jobs.cancel(jobId)
    void jobs.cancel(jobId)
    expect(stage()).toMatchObject({ job: { cancel: 'asking' } })
    answer({ outcome: 'too_late', job: openJob({ id: jobId }) })
    await flush()
    await jobs.cancel(jobId)
    expect(jobsApi.cancel).toHaveBeenCalledTimes(1)
    expect(stage()).toMatchObject({ status: 'generating', job: { cancel: 'too_late' } })
    const asked = polls()
    await vi.advanceTimersByTimeAsync(5000)
    expect(polls()).toBe(asked + 1)
  })

  it('that had ended already shows what it came to', async () => {
    const { jobs, jobsApi, jobId, stage } = await running()
    jobsApi.cancel.mockResolvedValue({ outcome: 'already_finished', job: testJob({ id: jobId }) })
    await jobs.cancel(jobId)
    expect(stage().status).toBe('success')
  })

  it('can be asked again when nobody heard it', async () => {
    const { jobs, jobsApi, jobId, stage, stopped } = await running()
    jobsApi.cancel.mockRejectedValueOnce(new NetworkError('network'))
    await jobs.cancel(jobId)
    expect(stage()).toMatchObject({ status: 'generating', job: { cancel: 'unanswered' } })
    jobsApi.cancel.mockResolvedValue(stopped())
    await jobs.cancel(jobId)
    expect(stage().status).toBe('stopped')
  })

  it('is not asked before the server has it', async () => {
    const test = setupJobs()
    test.consume.mockReturnValue(new Promise(() => {}))
    await test.start()
    await test.jobs.cancel(test.jobIds()[0] ?? '')
    expect(test.jobsApi.cancel).not.toHaveBeenCalled()
  })

  it('is stopped in every tab at once, and in this one alone', async () => {
    const browser = createFakeBrowser()
    const here = await running(browser)
    const there = setupJobs({ browser })
    await there.flush()
    const other = await running(browser)
    expect(there.stage()).toMatchObject({ job: { id: here.jobId } })
    there.jobsApi.cancel.mockResolvedValue(here.stopped())
    here.video.status.mockResolvedValue(statusAnswer('failed', { settlement: 'released', failureCode: 'cancelled' }))
    await there.jobs.cancel(here.jobId)
    await here.flush()
    for (const { stage } of [here, there]) expect(stage()).toMatchObject({ status: 'stopped' })
    expect(other.stage().status).toBe('generating')
  })
})
