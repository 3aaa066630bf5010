// Whatever was begun for an earlier user or visit changes nothing when its answer comes.
import { beforeEach, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { statusResponse } from '../../../support/app/fake-video'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { setupJobs } from './jobs-setup'

type Test = ReturnType<typeof setupJobs>
type Answer = PromiseWithResolvers<never>

const done = testJob({ id: 'done' })
const page = { jobs: [done], nextCursor: 'next' }
const lost = new NetworkError('network')

/** Calls in progress when the user changes, and their answers. */
const RUNS: [string, (test: Test, answer: Answer) => unknown, unknown][] = [
  [
    'a hold',
    (test, { promise }) => {
      test.consume.mockReturnValue(promise)
      return test.start()
    },
    { balanceAfter: 1, settlement: 'held' },
  ],
  [
    'a create',
    (test, { promise }) => {
      test.video.create.mockReturnValue(promise)
      return test.start()
    },
    { data: { taskId: 'task' } },
  ],
  [
    'a poll',
    (test, { promise }) => {
      test.video.status.mockReturnValue(promise)
      return test.start()
    },
    statusResponse('succeed', { url: '/v.mp4' }),
  ],
  [
    'the first page',
    (test, { promise }) => {
      test.jobsApi.list.mockReturnValue(promise)
      test.jobs.open()
    },
    page,
  ],
  [
    'the next page',
    async (test, { promise }) => {
      test.jobsApi.list.mockResolvedValueOnce(page).mockReturnValue(promise)
      test.jobs.open()
      await test.flush()
      void test.jobs.more()
    },
    page,
  ],
  [
    'a search',
    (test, { promise }) => {
      test.jobsApi.list.mockReturnValue(promise)
      test.jobs.find({ search: 'fox' })
    },
    page,
  ],
  [
    'a job of an address',
    (test, { promise }) => {
      test.jobsApi.get.mockReturnValue(promise)
      test.jobs.renew('done').catch(() => undefined)
    },
    done,
  ],
  [
    'a cancel',
    async (test, { promise }) => {
      test.jobsApi.list.mockResolvedValueOnce({ jobs: [openJob({ id: 'open' })], nextCursor: null })
      test.jobs.open()
      await test.flush()
      test.jobsApi.cancel.mockReturnValue(promise)
      void test.jobs.cancel('open')
    },
    { outcome: 'stopped', job: failedJob({ id: 'open', failureCode: 'cancelled' }) },
  ],
]

beforeEach(() => void vi.useFakeTimers())

const cases = RUNS.flatMap(([name, begin, value]) =>
  (['answered', 'lost'] as const).flatMap((how) =>
    (['grace', null] as const).map((next) => [name, how, next, begin, value] as const),
  ),
)

it.each(cases)('drops %s that is %s after the user has changed to %s', async (_, how, next, begin, value) => {
  const test = setupJobs({ userId: null })
  // Nothing runs that the tests did not begin.
  test.jobsApi.list.mockResolvedValueOnce({ jobs: [], nextCursor: null })
  test.jobs.visit('ada')
  await test.flush()
  const answer = Promise.withResolvers<never>()
  answer.promise.catch(() => undefined)
  await begin(test, answer)
  await test.flush()
  test.jobsApi.list.mockReset().mockResolvedValue({ jobs: [], nextCursor: null })
  test.jobs.visit(next)
  await test.flush()
  const [before, sent] = [test.jobs.get(), test.video.requests.length]
  if (how === 'answered') answer.resolve(value as never)
  else answer.reject(lost)
  await test.flush()
  await vi.advanceTimersByTimeAsync(6000)
  expect(test.jobs.get()).toBe(before)
  // One that is aborted already is not sent.
  expect(test.video.requests.slice(sent).every(({ signal }) => signal?.aborted)).toBe(true)
  expect(test.jobs.get()).toMatchObject({ userId: next, jobs: [], shownIds: [] })
})
