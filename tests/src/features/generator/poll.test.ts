import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PollOptions, poll } from '@/features/generator/poll'
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import type { JobStatus } from '@/lib/job-status'
import { sleep } from '@/lib/sleep'

const INTERVAL_MS = 5000

function news(status: string | null, more: Partial<JobStatus> = {}): JobStatus {
  return { status, url: null, failMsg: null, settlement: null, failureCode: null, elapsedSeconds: null, ...more }
}

function apiError(status: number) {
  return new ApiError({ status, code: 'x', message: 'x' })
}

function setup(options: Partial<PollOptions> = {}) {
  const abort = new AbortController()
  const fetchStatus = vi.fn<() => Promise<JobStatus>>().mockResolvedValue(news('processing'))
  const onPoll = vi.fn<(count: number) => void>()
  const onPolled = vi.fn<PollOptions['onPolled']>()
  const running = poll({
    fetchStatus,
    sleep,
    signal: abort.signal,
    onPoll,
    onPolled,
    needsSession: true,
    mayBeMissing: false,
    ...options,
  })
  running.catch(() => {})
  return { abort, fetchStatus, onPoll, onPolled, running }
}

describe('polling', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('asks at once and then every 5 seconds', async () => {
    const { fetchStatus, abort } = setup()
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1)
    expect(fetchStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(fetchStatus).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(8 * INTERVAL_MS)
    expect(fetchStatus).toHaveBeenCalledTimes(10)
    abort.abort()
  })

  it('times out after 180 polls and asks no more', async () => {
    const { fetchStatus, onPoll, running } = setup()
    await vi.advanceTimersByTimeAsync(178 * INTERVAL_MS)
    expect(fetchStatus).toHaveBeenCalledTimes(179)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(running).resolves.toEqual({ type: 'timed_out' })
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS)
    expect(fetchStatus).toHaveBeenCalledTimes(180)
    expect(onPoll.mock.calls.map(([count]) => count)).toEqual(Array.from({ length: 180 }, (_, index) => index + 1))
  })

  it.each(['succeed', 'completed', 'success'])('is done on %s with an address', async (status) => {
    const { running } = setup({ fetchStatus: async () => news(status, { url: '/v.mp4' }) })
    await expect(running).resolves.toEqual({ type: 'succeeded', url: '/v.mp4' })
  })

  it('tells of success without an address', async () => {
    const { running } = setup({ fetchStatus: async () => news('succeed', { settlement: 'released' }) })
    await expect(running).resolves.toEqual({ type: 'no_url', settlement: 'released' })
  })

  it.each(['failed', 'error'])('ends on %s with the reason', async (status) => {
    const { running } = setup({ fetchStatus: async () => news(status, { failMsg: 'moderated' }) })
    await expect(running).resolves.toEqual({
      type: 'failed',
      failureCode: null,
      failMsg: 'moderated',
      settlement: null,
    })
  })

  it.each(['waiting', 'processing', 'pending', 'paused'])('asks again on %s', async (status) => {
    const fetchStatus = vi
      .fn()
      .mockResolvedValueOnce(news(status))
      .mockResolvedValue(news('succeed', { url: '/v' }))
    const { running } = setup({ fetchStatus })
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(running).resolves.toMatchObject({ type: 'succeeded' })
    expect(fetchStatus).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['no answer', new NetworkError('network')],
    ['a time-out', new NetworkError('timeout')],
    ['a server error', apiError(500)],
    ['a page', new UnexpectedResponseError(502, '<html>')],
    ['a missing job that is known to exist', apiError(404)],
  ])('asks again 5 seconds after %s, which counts as a poll', async (_, error) => {
    const fetchStatus = vi
      .fn()
      .mockRejectedValueOnce(error)
      .mockResolvedValue(news('succeed', { url: '/v' }))
    const { running, onPoll } = setup({ fetchStatus })
    await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1)
    expect(fetchStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await expect(running).resolves.toMatchObject({ type: 'succeeded' })
    expect(onPoll).toHaveBeenLastCalledWith(2)
  })

  it('takes an answer without a status for no news', async () => {
    const done = news('succeed', { url: '/v' })
    const fetchStatus = vi.fn().mockResolvedValueOnce(news(null)).mockResolvedValue(done)
    const { running, onPolled } = setup({ fetchStatus })
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(running).resolves.toMatchObject({ type: 'succeeded' })
    expect(onPolled.mock.calls).toEqual([
      [{ pollCount: 1, misses: 1 }, null],
      [{ pollCount: 2, misses: 0 }, done],
    ])
  })

  it('counts polls without news in a row, and starts again after news', async () => {
    const lost = new NetworkError('network')
    const fetchStatus = vi
      .fn()
      .mockRejectedValueOnce(lost)
      .mockRejectedValueOnce(lost)
      .mockResolvedValueOnce(news('processing'))
      .mockRejectedValueOnce(lost)
      .mockResolvedValue(news('succeed', { url: '/v' }))
    const { running, onPolled } = setup({ fetchStatus })
    await vi.advanceTimersByTimeAsync(4 * INTERVAL_MS)
    await expect(running).resolves.toMatchObject({ type: 'succeeded' })
    expect(onPolled.mock.calls.map(([{ misses }]) => misses)).toEqual([1, 2, 0, 1, 0])
  })

  it('goes on from where another tab came', async () => {
    const { onPoll, onPolled, running } = setup({
      fetchStatus: vi.fn().mockRejectedValue(new NetworkError('network')),
      before: { pollCount: 178, misses: 4 },
    })
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(running).resolves.toEqual({ type: 'timed_out' })
    expect(onPoll.mock.calls).toEqual([[179], [180]])
    expect(onPolled.mock.calls.map(([progress]) => progress)).toEqual([
      { pollCount: 179, misses: 5 },
      { pollCount: 180, misses: 6 },
    ])
  })

  it('times out after 180 failed polls as well', async () => {
    const fetchStatus = vi.fn().mockRejectedValue(new NetworkError('network'))
    const { running } = setup({ fetchStatus })
    await vi.advanceTimersByTimeAsync(179 * INTERVAL_MS)
    await expect(running).resolves.toEqual({ type: 'timed_out' })
    expect(fetchStatus).toHaveBeenCalledTimes(180)
  })

  it('has one request in flight at most', async () => {
    const fetchStatus = vi.fn(() => sleep(20_000).then(() => news('processing')))
    const { abort } = setup({ fetchStatus })
    await vi.advanceTimersByTimeAsync(24_999)
    expect(fetchStatus).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(fetchStatus).toHaveBeenCalledTimes(2)
    abort.abort()
  })

  it('stops at once when aborted in its sleep', async () => {
    const { abort, fetchStatus, running } = setup()
    await vi.advanceTimersByTimeAsync(1000)
    abort.abort(new Error('left'))
    await expect(running).rejects.toThrow('left')
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS)
    expect(fetchStatus).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not tell of an answer that comes after the abort', async () => {
    const { abort, running, onPolled } = setup({ fetchStatus: () => sleep(1000).then(() => news('failed')) })
    await vi.advanceTimersByTimeAsync(500)
    abort.abort(new Error('left'))
    await vi.advanceTimersByTimeAsync(1000)
    await expect(running).rejects.toThrow('left')
    expect(onPolled).not.toHaveBeenCalled()
  })

  it('ends as signed out on a 401', async () => {
    const { running } = setup({ fetchStatus: vi.fn().mockRejectedValue(apiError(401)) })
    await expect(running).resolves.toEqual({ type: 'signed_out' })
  })

  it('takes a 401 for a failed poll like another where no session of ours is sent', async () => {
    const fetchStatus = vi
      .fn()
      .mockRejectedValueOnce(apiError(401))
      .mockResolvedValue(news('succeed', { url: '/v' }))
    const { running } = setup({ fetchStatus, needsSession: false })
    await vi.advanceTimersByTimeAsync(INTERVAL_MS)
    await expect(running).resolves.toMatchObject({ type: 'succeeded' })
  })

  describe('when the answer to create was lost', () => {
    it('a 404 means that the job was never made', async () => {
      const { running } = setup({ fetchStatus: vi.fn().mockRejectedValue(apiError(404)), mayBeMissing: true })
      await expect(running).resolves.toEqual({ type: 'never_arrived' })
    })

    it('no answer says nothing about it', async () => {
      const fetchStatus = vi.fn().mockRejectedValueOnce(new NetworkError('network')).mockRejectedValue(apiError(404))
      const { running } = setup({ fetchStatus, mayBeMissing: true })
      await vi.advanceTimersByTimeAsync(INTERVAL_MS)
      await expect(running).resolves.toEqual({ type: 'never_arrived' })
    })

    it('nor does an answer without a status', async () => {
      const fetchStatus = vi.fn().mockResolvedValueOnce(news(null)).mockRejectedValue(apiError(404))
      const { running } = setup({ fetchStatus, mayBeMissing: true })
      await vi.advanceTimersByTimeAsync(INTERVAL_MS)
      await expect(running).resolves.toEqual({ type: 'never_arrived' })
    })

    it('a job that was seen once is not taken for missing later', async () => {
      const fetchStatus = vi
        .fn()
        .mockResolvedValueOnce(news('waiting'))
        .mockRejectedValueOnce(apiError(404))
        .mockResolvedValue(news('succeed', { url: '/v' }))
      const { running } = setup({ fetchStatus, mayBeMissing: true })
      await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS)
      await expect(running).resolves.toMatchObject({ type: 'succeeded' })
    })
  })
})
