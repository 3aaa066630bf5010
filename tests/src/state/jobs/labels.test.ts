import type { JobPage, ServerJob } from '@contract/jobs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { preferNewestLabels } from '@/state/jobs/newest-labels'
import { createFakeServices } from '../../../support/app/fake-services'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { testJob } from '../../../support/app/jobs'
import { setupJobs } from './jobs-setup'

const OLD = testJob({ id: 'a', title: 'Old' })
const NEW = testJob({ id: 'a', title: 'New' })
const getPage = (...jobs: ServerJob[]): JobPage => ({ jobs, nextCursor: null })

beforeEach(() => void vi.useFakeTimers())

/** Creates a tab whose list contains the job with its old title. */
async function setup(browser = createFakeBrowser()) {
  const test = setupJobs({ browser, userId: null })
  test.jobsApi.list.mockImplementation(async (options) => (options?.open ? getPage() : getPage(OLD)))
  test.jobs.visit('ada')
  test.jobs.open()
  await test.flush()
  const title = () => test.jobs.get().jobs.find(({ id }) => id === 'a')?.title
  expect(title()).toBe('Old')
  return { ...test, title }
}

describe('Title saved during another request', () => {
  it('keeps a saved title when an older list arrives', async () => {
    const { jobs, jobsApi, title, flush } = await setup()
    const late = Promise.withResolvers<JobPage>()
    jobsApi.list.mockReturnValueOnce(late.promise)
    jobs.retry()
    jobsApi.label.mockResolvedValue(NEW)
    await jobs.label('a', { title: 'New' })
    late.resolve(getPage(OLD))
    await flush()
    expect(title()).toBe('New')
    // A later list may contain a change from another device.
    jobsApi.list.mockResolvedValueOnce(getPage(testJob({ id: 'a', title: 'Newer' })))
    jobs.retry()
    await flush()
    expect(title()).toBe('Newer')
  })

  it('keeps a saved title when a list was requested while the title was being saved', async () => {
    const { jobs, jobsApi, title, flush } = await setup()
    const [saved, late] = [Promise.withResolvers<ServerJob>(), Promise.withResolvers<JobPage>()]
    jobsApi.label.mockReturnValueOnce(saved.promise)
    const label = jobs.label('a', { title: 'New' })
    jobsApi.list.mockReturnValueOnce(late.promise)
    jobs.retry()
    saved.resolve(NEW)
    await label
    late.resolve(getPage(OLD))
    await flush()
    expect(title()).toBe('New')
  })

  it('keeps a saved title when an older job or search result arrives', async () => {
    const { jobs, jobsApi, title, flush } = await setup()
    const [one, found] = [Promise.withResolvers<ServerJob>(), Promise.withResolvers<JobPage>()]
    jobsApi.get.mockReturnValueOnce(one.promise)
    jobsApi.list.mockReturnValueOnce(found.promise)
    const renewed = jobs.renew('a')
    jobs.find({ search: 'o' })
    jobsApi.label.mockResolvedValue(NEW)
    await jobs.label('a', { title: 'New' })
    one.resolve(OLD)
    found.resolve(getPage(OLD))
    await renewed
    await flush()
    expect(title()).toBe('New')
  })

  it('keeps a title and a star that are saved at the same time', async () => {
    const { jobs, jobsApi, title, flush } = await setup()
    const [titled, starred] = [Promise.withResolvers<ServerJob>(), Promise.withResolvers<ServerJob>()]
    jobsApi.label.mockReturnValueOnce(titled.promise).mockReturnValueOnce(starred.promise)
    const both = [jobs.label('a', { title: 'New' }), jobs.label('a', { isStarred: true })]
    starred.resolve({ ...NEW, isStarred: true })
    await flush()
    titled.resolve(NEW)
    await Promise.all(both)
    expect(title()).toBe('New')
    expect(jobs.get().jobs[0]?.isStarred).toBe(true)
  })

  it('keeps a saved title in another tab, which reads it while a list is loading', async () => {
    const browser = createFakeBrowser()
    const [here, there] = [await setup(browser), await setup(browser)]
    const late = Promise.withResolvers<JobPage>()
    there.jobs.subscribe(() => undefined)
    there.jobsApi.list.mockReturnValueOnce(late.promise)
    there.jobs.retry()
    there.jobsApi.get.mockResolvedValue(NEW)
    here.jobsApi.label.mockResolvedValue(NEW)
    await here.jobs.label('a', { title: 'New' })
    await there.flush()
    expect(there.title()).toBe('New')
    late.resolve(getPage(OLD))
    await there.flush()
    expect(there.title()).toBe('New')
  })
})

it('passes every job request through preferNewestLabels', async () => {
  const { jobsApi } = createFakeServices()
  jobsApi.list.mockResolvedValue(getPage(OLD))
  jobsApi.get.mockResolvedValue(OLD)
  jobsApi.label.mockResolvedValue(NEW)
  jobsApi.remove.mockResolvedValue(undefined)
  jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', job: OLD })
  const api = preferNewestLabels(jobsApi)
  await Promise.all([
    api.list({ limit: 1 }),
    api.get('a'),
    api.label('a', { title: 'New' }),
    api.remove('a'),
    api.cancel('a'),
  ])
  const { list, get, label, remove, cancel } = jobsApi
  expect([list, get, label, remove, cancel].map(({ mock }) => mock.calls)).toEqual([
    [[{ limit: 1 }]],
    [['a']],
    [['a', { title: 'New' }]],
    [['a']],
    [['a']],
  ])
})
