import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import type { Job, JobsApi } from '@/lib/jobs-api'
import { createJobNews } from '@/state/jobs/job-news'
import { createJobsStore } from '@/state/jobs/jobs-store'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'

const notFound = new ApiError({ status: 404, code: 'not_found', message: 'There is no such job.' })
const signedOut = new ApiError({ status: 401, code: 'unauthorized', message: 'Please login' })

function setup(jobs: Job[] = [], nextCursor: string | null = null, browser = createFakeBrowser()) {
  const jobsApi = {
    list: vi.fn<JobsApi['list']>(async () => ({ jobs, nextCursor })),
    get: vi.fn<JobsApi['get']>(async () => testJob()),
    remove: vi.fn<JobsApi['remove']>(async () => {}),
    cancel: vi.fn<JobsApi['cancel']>(),
  }
  const news = createJobNews(browser.openTab())
  let isShown = true
  const store = createJobsStore({ jobsApi, news, isShown: () => isShown })
  const shown = () => {
    const state = store.get()
    return state.status === 'ready' ? state.jobs.map(({ id, status }) => `${id} ${status}`) : state.status
  }
  const hide = () => {
    isShown = false
  }
  return { jobsApi, news, store, shown, hide }
}

const flush = () => vi.advanceTimersByTimeAsync(0)

async function opened(...args: Parameters<typeof setup>) {
  const test = setup(...args)
  test.store.open('ada')
  await flush()
  return test
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the store of jobs', () => {
  it('loads the newest, and the next page on asking, one at a time', async () => {
    const { store, jobsApi, shown } = await opened([testJob({ id: 'b', createdAt: '2' })], 'older')
    expect(shown()).toEqual(['b succeeded'])
    jobsApi.list.mockResolvedValue({ jobs: [testJob({ id: 'a', createdAt: '1' })], nextCursor: null })
    store.more()
    store.more()
    await flush()
    expect(shown()).toEqual(['b succeeded', 'a succeeded'])
    store.more()
    expect(jobsApi.list.mock.calls.map(([options]) => options)).toEqual([{ limit: 12 }, { limit: 24, cursor: 'older' }])
  })

  it('does not bring back what was deleted while an answer was on its way', async () => {
    const { store, jobsApi, shown } = await opened([
      testJob({ id: 'b', createdAt: '2' }),
      testJob({ id: 'a', createdAt: '1' }),
    ])
    let answer = (_page: Awaited<ReturnType<JobsApi['list']>>) => {}
    jobsApi.list.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    await vi.advanceTimersByTimeAsync(15_000)
    store.refresh()
    await store.remove('b')
    expect(shown()).toEqual(['a succeeded'])
    answer({ jobs: [testJob({ id: 'b', createdAt: '2' }), testJob({ id: 'a', createdAt: '1' })], nextCursor: null })
    await flush()
    expect(shown()).toEqual(['a succeeded'])
  })

  it('asks again on coming back when the clock was set back by an hour', async () => {
    const { store, jobsApi } = await opened([testJob({ id: 'a' })])
    vi.setSystemTime(Date.now() - 60 * 60 * 1000)
    store.refresh()
    expect(jobsApi.list).toHaveBeenCalledTimes(2)
  })

  it('says that nothing could be loaded, and tries again when asked', async () => {
    const { store, jobsApi, shown } = setup([testJob({ id: 'a' })])
    jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
    store.open('ada')
    await flush()
    expect(store.get()).toMatchObject({ status: 'failed', reason: 'unreachable' })
    store.retry()
    expect(store.get().status).toBe('loading')
    await flush()
    expect(shown()).toEqual(['a succeeded'])
  })

  it('says that nobody is signed in when it is refused', async () => {
    const dead = setup()
    dead.jobsApi.list.mockRejectedValue(signedOut)
    dead.store.open('ada')
    await flush()
    expect(dead.store.get()).toMatchObject({ status: 'failed', reason: 'signed_out' })
    expect(dead.jobsApi.list).toHaveBeenCalledTimes(1)
  })

  it('keeps nothing of one person for the next, not even an answer that comes late', async () => {
    const { store, jobsApi, shown } = setup()
    let answer: (page: { jobs: Job[]; nextCursor: null }) => void = () => {}
    jobsApi.list.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    store.open('ada')
    store.open('grace')
    await flush()
    answer({ jobs: [testJob({ id: 'of-ada' })], nextCursor: null })
    await flush()
    expect(shown()).toEqual([])
    store.close()
    expect(store.get()).toEqual({ status: 'closed' })
  })

  it('asks again when somebody comes back, but not at every look', async () => {
    const { store, jobsApi } = await opened()
    store.open('ada')
    store.refresh()
    expect(jobsApi.list).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(15_000)
    store.refresh()
    expect(jobsApi.list).toHaveBeenCalledTimes(2)
  })

  it('takes in a job as soon as it is told of, here or in another tab', async () => {
    const browser = createFakeBrowser()
    const here = await opened([], null, browser)
    const there = await opened([], null, browser)
    here.news.tell({ type: 'changed', jobId: testJob().id })
    await flush()
    expect(here.shown()).toEqual([`${testJob().id} succeeded`])
    expect(there.shown()).toEqual([`${testJob().id} succeeded`])
  })

  it('does not forget a job that was told of while the first page was on its way', async () => {
    const { store, news, jobsApi, shown } = setup()
    store.open('ada')
    news.tell({ type: 'changed', jobId: testJob().id })
    expect(jobsApi.get).not.toHaveBeenCalled()
    await flush()
    expect(shown()).toEqual([`${testJob().id} succeeded`])
  })

  it('tries three times for a job it was told of', async () => {
    const { news, jobsApi, shown } = await opened()
    jobsApi.get.mockRejectedValueOnce(new NetworkError('network')).mockRejectedValueOnce(new NetworkError('network'))
    news.tell({ type: 'changed', jobId: testJob().id })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shown()).toEqual([`${testJob().id} succeeded`])
    expect(jobsApi.get).toHaveBeenCalledTimes(3)
  })

  it('follows the polls of a job without asking itself', async () => {
    const { news, jobsApi, shown } = await opened([openJob({ id: 'a' })])
    const status = {
      status: 'waiting',
      url: null,
      failMsg: null,
      settlement: 'held',
      failureCode: null,
      elapsedSeconds: 5,
    }
    for (let poll = 1; poll <= 4; poll += 1) {
      news.tell({ type: 'polled', jobId: 'a', misses: 0, status })
      await vi.advanceTimersByTimeAsync(5000)
    }
    expect(shown()).toEqual(['a waiting'])
    expect(jobsApi.list).toHaveBeenCalledTimes(1)
  })

  it('asks every 5 s for open jobs that nobody here polls, and reads those that ended', async () => {
    const { jobsApi, shown } = await opened([
      openJob({ id: 'b', createdAt: '2' }),
      openJob({ id: 'a', createdAt: '1' }),
    ])
    jobsApi.list.mockResolvedValue({
      jobs: [openJob({ id: 'b', createdAt: '2', status: 'waiting' })],
      nextCursor: null,
    })
    jobsApi.get.mockResolvedValue(testJob({ id: 'a', createdAt: '1' }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(jobsApi.list.mock.calls.slice(1)).toEqual([[{ open: true }], [{ open: true }]])
    expect(shown()).toEqual(['b waiting', 'a succeeded'])
    expect(jobsApi.get).toHaveBeenCalledExactlyOnceWith('a')

    jobsApi.list.mockResolvedValue({ jobs: [], nextCursor: null })
    jobsApi.get.mockResolvedValue(failedJob({ id: 'b', createdAt: '2' }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(shown()).toEqual(['b failed', 'a succeeded'])
    const asked = jobsApi.list.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(jobsApi.list).toHaveBeenCalledTimes(asked)
  })

  it('asks for nothing while nobody sees the tab', async () => {
    const { jobsApi, hide } = await opened([openJob()])
    hide()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(jobsApi.list).toHaveBeenCalledTimes(1)
  })

  it('stops watching when the person leaves', async () => {
    const { jobsApi, store } = await opened([openJob()])
    store.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(jobsApi.list).toHaveBeenCalledTimes(1)
  })

  it('deletes at the server first, then in every tab', async () => {
    const browser = createFakeBrowser()
    const here = await opened([testJob({ id: 'a' })], null, browser)
    const there = await opened([testJob({ id: 'a' })], null, browser)
    here.jobsApi.remove.mockRejectedValueOnce(new NetworkError('network'))
    await expect(here.store.remove('a')).rejects.toThrow()
    expect(here.shown()).toEqual(['a succeeded'])
    await here.store.remove('a')
    await flush()
    expect([here.shown(), there.shown()]).toEqual([[], []])
  })

  it('drops a job that the server no longer has', async () => {
    const { store, jobsApi, shown } = await opened([testJob({ id: 'a' })])
    jobsApi.get.mockRejectedValue(notFound)
    await expect(store.renew('a')).rejects.toBe(notFound)
    expect(shown()).toEqual([])
  })

  it('cancels, and tells the other tabs', async () => {
    const browser = createFakeBrowser()
    const here = await opened([openJob({ id: 'a' })], null, browser)
    const other = createJobNews(browser.openTab())
    const heard: unknown[] = []
    other.listen((item) => heard.push(item))
    here.jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', job: failedJob({ id: 'a' }) })
    here.jobsApi.get.mockResolvedValue(failedJob({ id: 'a' }))
    await expect(here.store.cancel('a')).resolves.toMatchObject({ outcome: 'stopped' })
    await flush()
    expect(here.shown()).toEqual(['a failed'])
    expect(heard).toEqual([{ type: 'stopped', jobId: 'a', credits: 330 }])
  })

  it('does not heed what another version of the app tells in other words', async () => {
    const browser = createFakeBrowser()
    const { jobsApi } = await opened([], null, browser)
    const other = browser.openTab()
    for (const word of [null, 'changed', { type: 'changed' }, { type: 'exploded', jobId: 'a' }]) other.tell(word)
    await flush()
    expect(jobsApi.get).not.toHaveBeenCalled()
  })
})
