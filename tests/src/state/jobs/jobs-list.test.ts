import type { Cancellation, ServerJob } from '@contract/jobs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import type { JobsApi } from '@/lib/jobs-api'
import { findStoredJobs } from '@/state/jobs/stored-job'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { statusResponse } from '../../../support/app/fake-video'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { setupJobs } from './jobs-setup'

const notFound = new ApiError({ status: 404, code: 'not_found', message: 'Job not found.' })
const signedOut = new ApiError({ status: 401, code: 'unauthorized', message: 'Please login' })
const older = { jobs: [testJob({ id: 'a', createdAt: '1' })], nextCursor: null }

/** Creates a list of these jobs, without open jobs for the panel. */
function setup(jobs: ServerJob[] = [], nextCursor: string | null = null, browser = createFakeBrowser()) {
  const test = setupJobs({ browser, userId: null })
  test.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [], nextCursor: null } : { jobs, nextCursor },
  )
  test.jobsApi.get.mockResolvedValue(testJob())
  const lists = () => test.jobsApi.list.mock.calls.flatMap(([options]) => (options?.open ? [] : [options]))
  return { ...test, lists }
}

async function opened(...args: Parameters<typeof setup>) {
  const test = setup(...args)
  test.jobs.visit('ada')
  test.jobs.open()
  await test.flush()
  return test
}

beforeEach(() => void vi.useFakeTimers())

describe('Job list', () => {
  it('loads the newest jobs, and the next page on request, one request at a time', async () => {
    const { jobs, jobsApi, rows, lists, flush } = await opened([testJob({ id: 'b', createdAt: '2' })], 'older')
    expect(rows()).toEqual(['b succeeded'])
    jobsApi.list.mockResolvedValue(older)
    void jobs.more()
    await jobs.more()
    await flush()
    expect(rows()).toEqual(['b succeeded', 'a succeeded'])
    await jobs.more()
    expect(lists()).toEqual([{ limit: 12 }, { limit: 24, cursor: 'older' }])
  })

  it('keeps older pages and running jobs in the job list on a refresh, and drops jobs deleted elsewhere', async () => {
    const at = (minute: number) => testJob({ id: `job-${minute}`, createdAt: String(minute) })
    const running = openJob({ id: 'running', createdAt: '8' })
    const { jobs, jobsApi, rows, flush } = await opened([at(9), running, at(7), at(6)], 'after-6')
    jobsApi.list.mockResolvedValueOnce({ jobs: [at(5), at(4)], nextCursor: 'after-4' })
    await jobs.more()
    jobsApi.list.mockResolvedValueOnce({ jobs: [at(9), at(6)], nextCursor: 'after-6' })
    await vi.advanceTimersByTimeAsync(15_000)
    jobs.open()
    await flush()
    expect(rows().map((row) => row.split(' ')[0])).toEqual(['job-9', 'running', 'job-6', 'job-5', 'job-4'])
    expect(jobs.get().nextCursor).toBe('after-4')
  })

  it("doesn't restore a job that was deleted while a list was loading", async () => {
    const both = [testJob({ id: 'b', createdAt: '2' }), testJob({ id: 'a', createdAt: '1' })]
    const { jobs, jobsApi, rows, flush } = await opened(both)
    let answer = (_page: Awaited<ReturnType<JobsApi['list']>>) => {}
    jobsApi.list.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    jobsApi.remove.mockResolvedValue(undefined)
    await vi.advanceTimersByTimeAsync(15_000)
    jobs.open()
    await jobs.remove('b')
    expect(rows()).toEqual(['a succeeded'])
    answer({ jobs: both, nextCursor: null })
    await flush()
    expect(rows()).toEqual(['a succeeded'])
  })

  it('loads the job list again after the clock was set back by an hour', async () => {
    const { jobs, lists } = await opened()
    vi.setSystemTime(Date.now() - 60 * 60 * 1000)
    jobs.open()
    expect(lists()).toHaveLength(2)
  })

  it.each([
    [new NetworkError('network'), 'unreachable'],
    [signedOut, 'signed_out'],
  ])("says that the job list couldn't load, and loads it again on request: %s", async (error, list) => {
    const { jobs, jobsApi, rows, flush } = setup([testJob({ id: 'a' })])
    jobs.visit('ada')
    await flush()
    jobsApi.list.mockRejectedValueOnce(error)
    jobs.open()
    await flush()
    expect(jobs.get().list).toBe(list)
    jobs.retry()
    expect(jobs.get().list).toBe('loading')
    await flush()
    expect(rows()).toEqual(['a succeeded'])
  })

  it('loads the job list as soon as the network returns, however soon after a failure', async () => {
    const { jobs, jobsApi, rows, flush } = setup([testJob({ id: 'a' })])
    jobs.visit('ada')
    await flush()
    jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
    const leave = jobs.showList()
    await flush()
    expect(jobs.get().list).toBe('unreachable')
    window.dispatchEvent(new Event('online'))
    await flush()
    expect(rows()).toEqual(['a succeeded'])
    leave()
  })

  it('adds a job that another tab reports, even while the first page is loading', async () => {
    const browser = createFakeBrowser()
    const there = await opened([], null, browser)
    const early = setup([], null, browser)
    early.jobs.visit('ada')
    early.jobs.open()
    browser.openTab().publish({ type: 'changed', jobId: testJob().id })
    await there.flush()
    for (const { rows } of [there, early]) expect(rows()).toEqual([`${testJob().id} succeeded`])
  })

  it('tries three times to read a job that another tab reported', async () => {
    const browser = createFakeBrowser()
    const { jobsApi, rows } = await opened([], null, browser)
    jobsApi.get.mockRejectedValueOnce(new NetworkError('network')).mockRejectedValueOnce(new NetworkError('network'))
    browser.openTab().publish({ type: 'changed', jobId: testJob().id })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(rows()).toEqual([`${testJob().id} succeeded`])
    expect(jobsApi.get).toHaveBeenCalledTimes(3)
  })

  it('ignores unknown messages of another app version about jobs', async () => {
    const browser = createFakeBrowser()
    const { jobsApi } = await opened([], null, browser)
    const other = browser.openTab()
    for (const word of [null, 'changed', { type: 'changed' }, { type: 'exploded', jobId: 'a' }]) other.publish(word)
    await vi.advanceTimersByTimeAsync(0)
    expect(jobsApi.get).not.toHaveBeenCalled()
  })

  it('polls open jobs in the list, and reads those that ended', async () => {
    const { video, jobsApi, rows } = await opened([
      openJob({ id: 'b', createdAt: '2' }),
      openJob({ id: 'a', createdAt: '1' }),
    ])
    jobsApi.get.mockImplementation(async (id) => failedJob({ id, createdAt: '2' }))
    video.status.mockImplementation(async ({ path }) => statusResponse(path.includes('/b/') ? 'failed' : 'waiting'))
    await vi.advanceTimersByTimeAsync(5000)
    expect(rows()).toEqual(['b failed', 'a waiting'])
    expect(jobsApi.get).toHaveBeenCalledExactlyOnceWith('b')
  })

  it('reads an ended job from the response, and keeps a title that was saved meanwhile', async () => {
    const { jobs, video, jobsApi, rows } = await opened([openJob({ id: 'a', title: 'Old' })])
    const answer = Promise.withResolvers<unknown>()
    video.status.mockReturnValueOnce(answer.promise)
    await vi.advanceTimersByTimeAsync(5000)
    jobsApi.label.mockResolvedValue(openJob({ id: 'a', title: 'New' }))
    await jobs.label('a', { title: 'New' })
    const ended = testJob({ id: 'a', title: 'Old', prompt: 'Fog' })
    answer.resolve({ ...statusResponse('succeed', { url: '/v.mp4', settlement: 'captured' }), finished: ended })
    await vi.advanceTimersByTimeAsync(0)
    expect(rows()).toEqual(['a succeeded'])
    expect(jobs.get().jobs[0]).toMatchObject({ title: 'New', prompt: 'Fog' })
    expect(jobsApi.get).not.toHaveBeenCalled()
  })

  it('deletes a job on the server first, then in every tab', async () => {
    const browser = createFakeBrowser()
    const here = await opened([testJob({ id: 'a' })], null, browser)
    const there = await opened([testJob({ id: 'a' })], null, browser)
    here.jobsApi.remove.mockRejectedValueOnce(new NetworkError('network')).mockResolvedValue(undefined)
    await expect(here.jobs.remove('a')).rejects.toThrow()
    expect(here.rows()).toEqual(['a succeeded'])
    await here.jobs.remove('a')
    await here.flush()
    expect([here.rows(), there.rows()]).toEqual([[], []])
  })

  it('drops a job that no longer exists on the server', async () => {
    const { jobs, jobsApi, rows } = await opened([testJob({ id: 'a' })])
    jobsApi.get.mockRejectedValue(notFound)
    await expect(jobs.renew('a')).rejects.toBe(notFound)
    expect(rows()).toEqual([])
  })
})

async function running(browser = createFakeBrowser()) {
  const test = setupJobs({ browser })
  await test.start()
  const [jobId = ''] = test.jobIds()
  const stopped = (): Cancellation => ({ outcome: 'stopped', job: failedJob({ id: jobId, failureCode: 'cancelled' }) })
  return { ...test, jobId, stopped }
}

describe('Cancel of a job', () => {
  it('stops polling a canceled job, drops its stored entry, and requests the balance', async () => {
    const { jobs, jobsApi, credits, jobId, polls, stage, stopped } = await running()
    jobsApi.cancel.mockResolvedValue(stopped())
    await jobs.cancel(jobId)
    expect(jobsApi.cancel).toHaveBeenCalledExactlyOnceWith(jobId)
    expect(stage()).toMatchObject({ status: 'stopped', job: { id: jobId } })
    expect(findStoredJobs('ada', Date.now())).toEqual([])
    expect(credits.refresh).toHaveBeenCalledTimes(1)
    const asked = polls()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(polls()).toBe(asked)
    jobs.reset()
    expect(stage().status).toBe('idle')
  })

  it("sends one cancel request for several clicks, and continues a job that can't be canceled any more", async () => {
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

  it('shows the outcome of a job that ended before the cancel request', async () => {
    const { jobs, jobsApi, jobId, stage } = await running()
    jobsApi.cancel.mockResolvedValue({ outcome: 'already_finished', job: testJob({ id: jobId }) })
    await jobs.cancel(jobId)
    expect(stage().status).toBe('success')
  })

  it('sends no cancel request before the server has the job', async () => {
    const test = setupJobs()
    test.consume.mockReturnValue(new Promise(() => {}))
    await test.start()
    await test.jobs.cancel(test.jobIds()[0] ?? '')
    expect(test.jobsApi.cancel).not.toHaveBeenCalled()
  })

  it('shows a canceled job in every tab at once, and reports the canceling in one tab alone', async () => {
    const browser = createFakeBrowser()
    const here = await running(browser)
    const there = setupJobs({ browser })
    await there.flush()
    const other = await running(browser)
    expect(there.stage()).toMatchObject({ job: { id: here.jobId } })
    there.jobsApi.cancel.mockResolvedValue(here.stopped())
    here.video.status.mockResolvedValue(statusResponse('failed', { settlement: 'released', failureCode: 'cancelled' }))
    await there.jobs.cancel(here.jobId)
    await here.flush()
    for (const { stage } of [here, there]) expect(stage()).toMatchObject({ status: 'stopped' })
    expect(other.stage().status).toBe('generating')
  })
})
