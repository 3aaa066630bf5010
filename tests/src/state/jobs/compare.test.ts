import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getModel } from '@/config/models'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { getFailure, getPanelStateOf, listShownJobs } from '@/state/jobs/panel'
import type { GenerationOrder } from '@/state/jobs/starter'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { statusResponse } from '../../../support/app/fake-video'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { order, setupJobs } from './jobs-setup'

const orders: [GenerationOrder, GenerationOrder] = [
  order,
  { ...order, model: getModel('kling-1.6'), source: 'kling-1.6', price: 20 },
]
const tooLittle = new ApiError({
  status: 402,
  code: 'insufficient_credits',
  message: 'no',
  data: { have: 10, need: 20 },
})
const unreachable = new NetworkError('network')

/** Starts a comparison of two models on one prompt. */
async function compare(prepare: (test: ReturnType<typeof setupJobs>) => void = () => undefined, options = {}) {
  const test = setupJobs(options)
  test.jobsApi.cancel.mockImplementation(async (id) => ({ outcome: 'stopped', job: failedJob({ id }) }))
  prepare(test)
  test.jobs.start(...orders)
  await vi.advanceTimersByTimeAsync(0)
  return {
    ...test,
    panel: () =>
      listShownJobs(test.jobs.get()).map((job) => ({ status: getPanelStateOf(job), job, failure: getFailure(job) })),
    canceled: () => test.jobsApi.cancel.mock.calls.flat(),
  }
}

describe('Compared jobs', () => {
  beforeEach(() => void vi.useFakeTimers())

  it('holds credits for all compared jobs before it sends the first, with one seed', async () => {
    const second = Promise.withResolvers<{ balanceAfter: number; settlement: 'held' }>()
    const test = await compare(({ consume }) => {
      consume.mockResolvedValueOnce({ balanceAfter: 400, settlement: 'held' }).mockReturnValueOnce(second.promise)
    })
    expect(test.consume.mock.calls.map(([{ source, amount }]) => [source, amount])).toEqual([
      ['veo-3', 330],
      ['kling-1.6', 20],
    ])
    expect(test.video.create).not.toHaveBeenCalled()
    second.resolve({ balanceAfter: 380, settlement: 'held' })
    await test.flush()
    const sent = test.video.create.mock.calls.map(([{ path, headers }]) => [path, headers?.['X-Quoted-Credits']])
    expect(sent).toEqual([
      ['/generation/google/veo3', '330'],
      ['/generation/kling-ai/kling-v1-6', '20'],
    ])
    const [one, other] = listShownJobs(test.jobs.get())
    expect(one?.seed).toBe(other?.seed)
    expect(test.canceled()).toEqual([])
  })

  it("starts no compared job if one can't be paid, and returns the other holds", async () => {
    const test = await compare(({ consume }) => {
      consume.mockResolvedValueOnce({ balanceAfter: 10, settlement: 'held' }).mockRejectedValueOnce(tooLittle)
    })
    const [first] = test.jobIds()
    expect(test.video.create).not.toHaveBeenCalled()
    expect(test.canceled()).toEqual([first])
    expect(test.panel()).toMatchObject([
      { failure: { message: "Not started because Kling 1.6 couldn't start.", charge: "You weren't charged." } },
      { failure: { kind: 'credits', charge: "You weren't charged." } },
    ])
    expect(test.credits.refresh).toHaveBeenCalled()
    test.jobs.reset()
    expect(test.jobs.get()).toMatchObject({ shownIds: [], jobs: [] })
  })

  it('starts no compared job after an unanswered hold, and says when its credits are returned', async () => {
    const test = await compare(({ consume, jobsApi }) => {
      consume.mockResolvedValueOnce({ balanceAfter: 400, settlement: 'held' }).mockRejectedValueOnce(unreachable)
      jobsApi.cancel.mockRejectedValue(unreachable)
    })
    expect(test.video.create).not.toHaveBeenCalled()
    expect(test.canceled()).toEqual(test.jobIds())
    expect(test.panel()).toMatchObject([
      { failure: { charge: expect.stringMatching(/holding 330 credits .* returned in 15 minutes/) } },
      { failure: { charge: expect.stringMatching(/holding 20 credits .* returned in 15 minutes/) } },
    ])
    expect(test.credits.removePending).toHaveBeenCalledWith(test.jobIds()[1])
  })

  it('ends each compared job with its own outcome', async () => {
    const test = await compare(({ video, jobsApi, jobIds }) => {
      video.create.mockRejectedValueOnce(
        new ApiError({ status: 422, code: 'provider_rejected', message: 'no', data: { settlement: 'released' } }),
      )
      video.status.mockResolvedValue(statusResponse('succeed', { url: '/v.mp4', settlement: 'captured' }))
      jobsApi.get.mockImplementation(async (id) =>
        id === jobIds()[0] ? failedJob({ id }) : testJob({ id, model: 'kling-1.6', credits: 20 }),
      )
    })
    expect(test.panel()).toMatchObject([
      { status: 'error', failure: { charge: "You weren't charged." } },
      { status: 'success', job: { credits: 20, settlement: 'captured' } },
    ])
    expect(test.canceled()).toEqual([])
  })

  it('returns the hold of a refused compared job, and continues the others', async () => {
    const test = await compare(({ video }) => {
      video.create.mockRejectedValueOnce(
        new ApiError({ status: 429, code: 'too_many_requests', message: 'Slow down.' }),
      )
    })
    const [first] = test.jobIds()
    expect(test.canceled()).toEqual([first])
    expect(test.panel()).toMatchObject([
      { failure: { message: 'Request failed: Slow down.', charge: "You weren't charged." } },
      { status: 'generating' },
    ])
  })

  it('says when the hold of a refused compared job is returned, if canceling fails', async () => {
    const test = await compare(({ video, jobsApi }) => {
      video.create.mockRejectedValueOnce(
        new ApiError({ status: 429, code: 'too_many_requests', message: 'Slow down.' }),
      )
      jobsApi.cancel.mockRejectedValue(unreachable)
    })
    expect(test.panel()).toMatchObject([
      { failure: { charge: expect.stringMatching(/holding 330 credits .* returned in 15 minutes/) } },
      { status: 'generating' },
    ])
  })

  it('shows compared jobs together after a reload while one is in progress', async () => {
    const before = await compare()
    const ids = before.jobIds()
    before.jobs.visit(null)
    const after = setupJobs({ browser: createFakeBrowser() })
    await after.flush()
    expect(listShownJobs(after.jobs.get()).map(({ id }) => id)).toEqual(ids)
  })

  it("starts no compared job if the image can't be read", async () => {
    const test = setupJobs()
    const read = async () => {
      throw new Error('We can no longer read your image.')
    }
    test.jobs.start({ ...orders[0], input: { read } }, { ...orders[1], input: { read } })
    await test.flush()
    expect(test.consume).not.toHaveBeenCalled()
    expect(listShownJobs(test.jobs.get()).map((job) => getFailure(job)?.message)).toEqual(
      Array.from({ length: 2 }, () => 'We can no longer read your image.'),
    )
  })
})

describe('Takes', () => {
  beforeEach(() => void vi.useFakeTimers())

  const take = (number: number, patch: Partial<GenerationOrder> = {}): GenerationOrder => ({
    ...order,
    take: number,
    ...patch,
  })
  const seeds = (test: ReturnType<typeof setupJobs>) => listShownJobs(test.jobs.get()).map(({ seed }) => seed)

  it('holds each take as a separate job with its own seed', async () => {
    const test = setupJobs()
    test.jobs.start(take(0), take(1), take(2), take(3))
    await test.flush()
    expect(test.consume.mock.calls.map(([{ source, amount }]) => [source, amount])).toEqual(
      Array.from({ length: 4 }, () => ['veo-3', 330]),
    )
    expect(new Set(test.jobIds()).size).toBe(4)
    expect(new Set(seeds(test)).size).toBe(4)
    const sent = test.video.create.mock.calls.map(([{ body }]) => body)
    expect(sent).toEqual(seeds(test).map((seed) => ({ input: expect.objectContaining({ seed }) })))
  })

  it('gives each take a separate ID, and gives the first take the hold of a job that never started', async () => {
    const test = setupJobs()
    test.video.create.mockRejectedValueOnce(new ApiError({ status: 413, code: 'body_too_large', message: 'too large' }))
    await test.start()
    test.jobs.start(take(0), take(1), take(2))
    await test.flush()
    const [unsent, ...takes] = test.jobIds()
    expect(takes[0]).toBe(unsent)
    expect(new Set(takes).size).toBe(3)
    expect(listShownJobs(test.jobs.get()).map(({ id }) => id)).toEqual(takes)
    expect(test.video.create.mock.calls.map(([{ headers }]) => headers?.['Idempotency-Key'])).toEqual([
      unsent,
      ...takes,
    ])
  })

  it("shares each take's seed among the compared models", async () => {
    const kling = { model: getModel('kling-1.6'), price: 20 }
    const test = setupJobs()
    test.jobs.start(take(0), take(1), take(0, kling), take(1, kling))
    await test.flush()
    const [one, two, ...others] = seeds(test)
    expect(one).not.toBe(two)
    expect(others).toEqual([one, two])
  })

  it('gives another take as the reason if no take starts', async () => {
    const test = setupJobs()
    test.jobsApi.cancel.mockImplementation(async (id) => ({ outcome: 'stopped', job: failedJob({ id }) }))
    test.consume.mockResolvedValueOnce({ balanceAfter: 10, settlement: 'held' }).mockRejectedValueOnce(tooLittle)
    test.jobs.start(take(0), take(1))
    await test.flush()
    expect(test.video.create).not.toHaveBeenCalled()
    expect(listShownJobs(test.jobs.get()).map((job) => getFailure(job)?.message)).toEqual([
      "Not started because another take couldn't start.",
      expect.stringMatching(/^Not enough credits! Generating a Veo 3 video requires 20 credits/),
    ])
  })

  it('starts a new take in the library, and leaves the panel unchanged', async () => {
    const test = await compare()
    test.jobsApi.get.mockImplementation(async (id) => openJob({ id }))
    const shown = test.jobs.get().shownIds
    const id = test.jobs.startInBackground(order)
    await test.flush()
    const jobId = test.jobIds()[2]
    expect(await id).toBe(jobId)
    expect(test.jobs.get().shownIds).toEqual(shown)
    expect(test.video.create).toHaveBeenCalledTimes(3)
  })
})
