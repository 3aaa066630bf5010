import type { JobPage, ServerJob } from '@contract/jobs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { countUnlistedJobs, listJobs } from '@/state/jobs/job-list'
import { openJob, testJob } from '../../../support/app/jobs'
import { setupJobs } from './jobs-setup'

const at = (minute: number) => testJob({ id: `job-${minute}`, createdAt: String(minute) })
const getPage = (nextCursor: string | null, ...minutes: number[]): JobPage => ({ jobs: minutes.map(at), nextCursor })

async function opened(first: JobPage = getPage('after-8', 9, 8)) {
  const test = setupJobs({ userId: null })
  test.jobsApi.list.mockImplementation(async (options) => (options?.open ? getPage(null) : first))
  test.jobsApi.get.mockImplementation(async (id) => testJob({ id, createdAt: id.slice(4) }))
  test.jobs.visit('ada')
  test.jobs.open()
  await test.flush()
  const shown = () => listJobs(test.jobs.get()).map(({ id }) => id.slice(4))
  const answerNext = () => {
    const { promise, resolve, reject } = Promise.withResolvers<JobPage>()
    test.jobsApi.list.mockReturnValueOnce(promise)
    return { resolve, reject }
  }
  return { ...test, shown, answerNext }
}

beforeEach(() => void vi.useFakeTimers())

describe('Job filter', () => {
  it('lists the jobs that the server finds, page by page, and all jobs when the filter is cleared', async () => {
    const { jobs, jobsApi, shown, flush } = await opened()
    const filter = { search: 'rain' }
    jobsApi.list.mockResolvedValueOnce(getPage('after-4', 9, 4)).mockResolvedValueOnce(getPage(null, 2))
    jobs.find(filter)
    expect(jobs.get().found?.status).toBe('loading')
    expect(shown()).toEqual(['9', '8'])
    await flush()
    expect(shown()).toEqual(['9', '4'])
    await jobs.more()
    expect(shown()).toEqual(['9', '4', '2'])
    expect(jobsApi.list.mock.calls.slice(-2)).toEqual([
      [{ limit: 24, filter }],
      [{ limit: 24, cursor: 'after-4', filter }],
    ])
    jobs.find(null)
    // The matches are older than the loaded pages, so the full list doesn't show them.
    expect(shown()).toEqual(['9', '8'])
    jobsApi.list.mockResolvedValueOnce(getPage('after-4', 7, 5, 4))
    await jobs.more()
    expect(shown()).toEqual(['9', '8', '7', '5', '4'])
    expect(jobsApi.list).toHaveBeenLastCalledWith({ limit: 24, cursor: 'after-8' })
    jobsApi.list.mockResolvedValueOnce(getPage(null, 3))
    await jobs.more()
    expect(shown()).toEqual(['9', '8', '7', '5', '4', '3', '2'])
  })

  it("leaves new jobs out of a search's matches until the search is repeated", async () => {
    const { jobs, jobsApi, shown, flush } = await opened()
    const missed = () => countUnlistedJobs(jobs.get())
    jobsApi.list.mockResolvedValueOnce(getPage(null, 8))
    jobs.find({ search: 'rain' })
    await flush()
    expect([shown(), missed()]).toEqual([['8'], 0])
    // One older job, and two new jobs.
    for (const id of ['job-3', 'job-91', 'job-92']) await jobs.renew(id)
    expect([shown(), missed()]).toEqual([['8'], 2])
    // A job that the server doesn't list yet can't be found either.
    const unlisted = jobs.get().jobs.map((job) => ({ ...job, isListed: false }))
    expect(countUnlistedJobs({ ...jobs.get(), jobs: unlisted })).toBe(0)
    jobsApi.list.mockResolvedValueOnce(getPage(null, 91, 8))
    jobs.find({ search: 'rain' })
    expect(missed()).toBe(0)
    await flush()
    expect([shown(), missed()]).toEqual([['91', '8'], 0])
    jobs.find(null)
    expect(missed()).toBe(0)
  })

  it('uses only the response to the latest search', async () => {
    const { jobs, shown, answerNext, flush } = await opened()
    const [early, late] = [answerNext(), answerNext()]
    jobs.find({ search: 'r' })
    jobs.find({ search: 'rain' })
    late.resolve(getPage(null, 5))
    await flush()
    early.resolve(getPage(null, 6))
    await flush()
    expect(shown()).toEqual(['5'])
    const [more, failing] = [answerNext(), answerNext()]
    jobs.find(null)
    const loading = jobs.more()
    jobs.find({ search: 'sun' })
    more.resolve(getPage(null, 7))
    failing.reject(new NetworkError('network'))
    await loading
    await flush()
    expect(jobs.get().found).toMatchObject({ status: 'failed', ids: [] })
    expect(jobs.get().more).toBe('idle')
    jobs.find(null)
    expect(shown()).toEqual(['9', '8'])
  })

  it('leaves deleted jobs out of the matches', async () => {
    const { jobs, jobsApi, shown, flush } = await opened()
    jobsApi.list.mockResolvedValueOnce(getPage(null, 9, 8))
    jobsApi.remove.mockResolvedValue(undefined)
    jobs.find({ isFailed: true })
    await flush()
    await jobs.remove('job-9')
    expect(shown()).toEqual(['8'])
  })
})

it('lists an older job that is still running, without hiding a page', async () => {
  const running: ServerJob = openJob({ id: 'job-1', createdAt: '1' })
  const test = setupJobs({ userId: null })
  test.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [running], nextCursor: null } : getPage('after-8', 9, 8),
  )
  test.jobs.visit('ada')
  await test.flush()
  test.jobs.open()
  await test.flush()
  expect(listJobs(test.jobs.get()).map(({ id }) => id)).toEqual(['job-9', 'job-8', 'job-1'])
  expect(test.jobs.get().nextCursor).toBe('after-8')
})
