// A request started for an earlier user or visit must change nothing when its response arrives.
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

/** Requests that are in progress when the user changes, with their responses. */
const RUNS: [string, (test: Test, answer: Answer) => unknown, unknown][] = [
  [
    'a hold request',
    (test, { promise }) => {
      test.consume.mockReturnValue(promise)
      return test.start()
    },
    { balanceAfter: 1, settlement: 'held' },
  ],
  [
    'a create request',
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
    'a request for the first page',
    (test, { promise }) => {
      test.jobsApi.list.mockReturnValue(promise)
      test.jobs.open()
    },
    page,
  ],
  [
    'a request for the next page',
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
    'a request for one job',
    (test, { promise }) => {
      test.jobsApi.get.mockReturnValue(promise)
      test.jobs.renew('done').catch(() => undefined)
    },
    done,
  ],
  [
    'a cancel request',
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

it.each(cases)('ignores %s of the former user that is %s after a change to %s', async (_, how, next, begin, value) => {
  const test = setupJobs({ userId: null })
  // Returns no open jobs, so that only the test's own request is in progress.
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
  // A request whose signal is already aborted is never sent.
  expect(test.video.requests.slice(sent).every(({ signal }) => signal?.aborted)).toBe(true)
  expect(test.jobs.get()).toMatchObject({ userId: next, jobs: [], shownIds: [] })
})
