// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { sleep } from '@/lib/sleep'
import type { Job, PolledJob, TimedOutJob } from '@/state/jobs/job'
import { mergeServerJob, reduceJob } from '@/state/jobs/job-reducer'
import { getFailure } from '@/state/jobs/panel'
import { createPoller, getPollWait, type PollDeps } from '@/state/jobs/poll'
import { jobStatus as news, openJob, testJob } from '../../../support/app/jobs'

const INTERVAL_MS = 5000
const lost = new NetworkError('network')

function apiError(status: number) {
  return new ApiError({ status, code: 'x', message: 'x' })
}

const done = news('succeed', { url: '/v' })

function setup(patch: Partial<PolledJob> = {}, deps: Partial<PollDeps> = {}) {
  const abort = new AbortController()
  const known = mergeServerJob(undefined, openJob(), Date.now()) as PolledJob
  let job: Job | undefined = { ...known, startedAt: Date.now(), ...patch }
  const askStatus = vi.fn<PollDeps['askStatus']>().mockResolvedValue(news('processing'))
  const read = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined)
  const poller = createPoller({
    get: () => job,
    dispatch: (action) => {
      if (job) job = reduceJob(job, action)
    },
    askStatus,
    read,
    isShown: () => true,
    signal: abort.signal,
    ...deps,
  })
  // Starts in a later microtask, so that the test can set the responses first.
  const running = Promise.resolve().then(poller.run)
  running.catch(() => {})
  return {
    abort,
    askStatus,
    read,
    running,
    poller,
    job: () => job,
    put: (next: Job | undefined) => {
      job = next
    },
  }
}

describe('createPoller', () => {
  beforeEach(() => void vi.useFakeTimers())

  it('polls a job at once and then every 5 seconds', async () => {
    const { askStatus, abort } = setup()
    await vi.advanceTimersByTimeAsync(0)
    expect(askStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1)
    expect(askStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(askStatus).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(8 * INTERVAL_MS)
    expect(askStatus).toHaveBeenCalledTimes(10)
    abort.abort()
  })

  it.each([
    ['successful', async () => news('processing')],
    ['unsuccessful', () => Promise.reject(lost)],
  ])('times out after 180 %s polls, then reads the job while the page is visible', async (_, answer) => {
    let isShown = true
    const { askStatus, read, job, put, running } = setup({}, { isShown: () => isShown })
    askStatus.mockImplementation(answer)
    await vi.advanceTimersByTimeAsync(178 * INTERVAL_MS)
    expect([askStatus.mock.calls.length, job()?.status]).toEqual([179, 'running'])
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    expect(job()).toMatchObject({ status: 'timed_out', polls: 180, failure: { kind: 'timed_out' } })
    expect(read).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS)
    expect([askStatus.mock.calls.length, read.mock.calls.length]).toEqual([180, 2])
    isShown = false
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS)
    expect(read).toHaveBeenCalledTimes(2)
    isShown = true
    read.mockImplementation(async () => put(mergeServerJob(job() as TimedOutJob, testJob(), Date.now())))
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(running).resolves.toBe('left')
  })

  it('times out a job after 15 minutes when the server holds each response for 20 seconds', async () => {
    const waits: (number | null)[] = []
    const { askStatus, job, abort } = setup({ wait: 20 })
    askStatus.mockImplementation(async (polled) => {
      const wait = getPollWait(polled)
      waits.push(wait)
      await sleep((wait ?? 0) * 1000)
      return news('processing', { wait: 20 })
    })
    await vi.advanceTimersByTimeAsync(15 * 60_000 - 1)
    expect(job()?.status).toBe('running')
    await vi.advanceTimersByTimeAsync(1000)
    expect(job()?.status).toBe('timed_out')
    expect([waits.length, waits.at(0), waits.at(-1)]).toEqual([45, 20, 20])
    abort.abort()
  })

  it('polls a job 5 seconds after a request whose response the server held, and at once if it held it longer', async () => {
    const { abort, askStatus } = setup({ wait: 20 })
    const hold = (seconds: number) => () => sleep(seconds * 1000).then(() => news('processing', { wait: 20 }))
    askStatus.mockImplementationOnce(hold(20)).mockImplementation(hold(2))
    await vi.advanceTimersByTimeAsync(19_999)
    expect(askStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(askStatus).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS - 2)
    expect(askStatus).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2)
    expect(askStatus).toHaveBeenCalledTimes(3)
    abort.abort()
  })

  it.each([
    [0, 20],
    [885, 15],
    [899.5, 1],
    [900, null],
  ])(
    'lets the server hold a response until the timeout at most: %d seconds after the start for %d',
    (age, expected) => {
      vi.useFakeTimers()
      const job = { ...(mergeServerJob(undefined, openJob(), Date.now()) as PolledJob), wait: 20 }
      expect(getPollWait({ ...job, startedAt: Date.now() - age * 1000 })).toBe(expected)
    },
  )

  it('stops after 180 polls in direct mode, where no server can read the job', async () => {
    const { running, job } = setup({}, { read: null })
    await vi.advanceTimersByTimeAsync(179 * INTERVAL_MS)
    await expect(running).resolves.toBe('left')
    expect(getFailure(job() as Job)).toEqual({
      kind: 'plain',
      message: 'Video generation timed out. Please try again later.',
    })
  })

  it.each(['waiting', 'processing', 'pending', 'paused'])('polls a job again after the status %s', async (status) => {
    const { askStatus, running } = setup()
    askStatus.mockResolvedValueOnce(news(status)).mockResolvedValue(done)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(running).resolves.toBe('ended')
    expect(askStatus).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['no response', lost],
    ['a timeout', new NetworkError('timeout')],
    ['a server error', apiError(500)],
    ['an HTML page', new UnexpectedResponseError(502, '<html>')],
  ])('polls a job again 5 seconds after %s, and counts that poll', async (_, error) => {
    const { askStatus, running, job } = setup()
    askStatus.mockRejectedValueOnce(error).mockResolvedValue(done)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1)
    expect(askStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await expect(running).resolves.toBe('ended')
    expect(job()?.status).toBe('succeeded')
  })

  it('polls a job at once when woken, and once more if woken during a request', async () => {
    const { abort, askStatus, poller } = setup()
    await vi.advanceTimersByTimeAsync(1000)
    poller.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(askStatus).toHaveBeenCalledTimes(2)
    askStatus.mockImplementationOnce(() => sleep(1000).then(() => news('processing')))
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    poller.wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(askStatus).toHaveBeenCalledTimes(4)
    abort.abort()
  })

  it('stops polling at once when aborted between polls', async () => {
    const { abort, askStatus, running } = setup()
    await vi.advanceTimersByTimeAsync(1000)
    abort.abort(new Error('left'))
    await expect(running).rejects.toThrow('left')
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS)
    expect(askStatus).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it("ignores a poll's response after the abort, or after the job was removed", async () => {
    const left = setup()
    left.askStatus.mockImplementation(() => sleep(1000).then(() => news('failed')))
    await vi.advanceTimersByTimeAsync(500)
    left.abort.abort(new Error('left'))
    await vi.advanceTimersByTimeAsync(1000)
    await expect(left.running).rejects.toThrow('left')
    expect(left.job()?.status).toBe('running')

    const other = setup()
    other.askStatus.mockImplementation(() => sleep(1000).then(() => news('processing')))
    await vi.advanceTimersByTimeAsync(500)
    other.put(undefined)
    await vi.advanceTimersByTimeAsync(1000)
    await expect(other.running).resolves.toBe('left')
    expect(other.job()).toBeUndefined()
  })

  it('stops polling as signed out on a 401, unless the poll sends no session', async () => {
    const { running, askStatus } = setup()
    askStatus.mockRejectedValue(apiError(401))
    await expect(running).resolves.toBe('signed_out')

    const direct = setup({}, { read: null })
    direct.askStatus.mockRejectedValueOnce(apiError(401)).mockResolvedValue(done)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(direct.running).resolves.toBe('ended')
  })

  describe('createPoller after a lost create response', () => {
    const unanswered = { status: 'unknown', isListed: false } as const

    it('treats a 404 for an unconfirmed job as a job that was never created', async () => {
      const { running, askStatus } = setup(unanswered)
      askStatus.mockRejectedValue(apiError(404))
      await expect(running).resolves.toBe('missing')
    })

    it('keeps polling an unconfirmed job after no response, a server error, or a response without a status', async () => {
      const { running, askStatus } = setup(unanswered)
      askStatus.mockRejectedValueOnce(lost).mockRejectedValueOnce(apiError(500)).mockResolvedValueOnce(news(null))
      askStatus.mockRejectedValue(apiError(404))
      await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS)
      await expect(running).resolves.toBe('missing')
      expect(askStatus).toHaveBeenCalledTimes(4)
    })

    it.each<[string, Partial<PolledJob>]>([
      ['was listed', { status: 'unknown', isListed: true }],
      ['was started', { status: 'running', isListed: false }],
    ])('keeps polling after a 404 for a job that %s', async (_, job) => {
      const { running, askStatus } = setup(job)
      askStatus.mockRejectedValueOnce(apiError(404)).mockResolvedValue(done)
      await vi.advanceTimersByTimeAsync(INTERVAL_MS)
      await expect(running).resolves.toBe('ended')
    })

    it('never treats a job as missing that a poll has seen', async () => {
      const { running, askStatus } = setup(unanswered)
      askStatus.mockResolvedValueOnce(news('waiting')).mockRejectedValueOnce(apiError(404)).mockResolvedValue(done)
      await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS)
      await expect(running).resolves.toBe('ended')
    })
  })
})
