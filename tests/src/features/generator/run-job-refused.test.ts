import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { JOB_ID, statusAnswer } from './fakes'
import { apiError, setupJob } from './job-setup'

const INTERVAL_MS = 5000

describe('a job that is refused', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  describe('when the hold is refused', () => {
    it.each([
      ['401', apiError(401, 'unauthorized'), { kind: 'sign_in', message: 'Please login before generating a video' }],
      [
        '402',
        apiError(402, 'insufficient_credits', { have: 20, need: 330 }),
        {
          kind: 'credits',
          message: 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits',
        },
      ],
      [
        '402 without figures',
        apiError(402, 'insufficient_credits', null, 'Not enough credits'),
        { kind: 'credits', message: 'Not enough credits' },
      ],
      [
        'a changed price',
        apiError(409, 'price_changed', { price: 350, settlement: 'none' }),
        {
          kind: 'price',
          message: 'The price of Veo 3 is now 350 credits. Press Generate Video again to confirm.',
          price: 350,
          charge: 'You were not charged.',
        },
      ],
      [
        'a spent key',
        apiError(409, 'key_spent'),
        { kind: 'plain', message: 'This attempt is already settled. Press Generate Video to start a new one.' },
      ],
      [
        'the limit of a day',
        apiError(429, 'daily_limit', { settlement: 'none' }, 'One account may spend 100 credits a day here.'),
        {
          kind: 'plain',
          message: 'One account may spend 100 credits a day here.',
          charge: 'You were not charged.',
        },
      ],
      [
        'a budget that is spent, which is an answer and no server in trouble',
        apiError(503, 'budget_reached', { settlement: 'none' }, 'No credits are left today.'),
        { kind: 'plain', message: 'No credits are left today.', charge: 'You were not charged.' },
      ],
      [
        'a pause, which is an answer and no server in trouble',
        apiError(503, 'jobs_paused', { settlement: 'none' }, 'New videos are paused just now.'),
        { kind: 'plain', message: 'New videos are paused just now.', charge: 'You were not charged.' },
      ],
      [
        'another no',
        apiError(422, 'unknown_model'),
        { kind: 'plain', message: 'Failed to consume credits, please try again later' },
      ],
      [
        'a success: false inside a 200',
        new UnexpectedResponseError(200, { success: false }),
        { kind: 'plain', message: 'Failed to consume credits, please try again later' },
      ],
    ])('%s ends it before anything is created', async (_, error, failure) => {
      const test = setupJob()
      test.consume.mockRejectedValue(error)
      await test.run()
      expect(test.failure()).toEqual(failure)
      expect(test.video.requests).toEqual([])
      expect(test.credits.addPending).not.toHaveBeenCalled()
      expect(test.forgetJob).toHaveBeenCalledWith(JOB_ID)
    })

    it('clears the local user on a 401 alone', async () => {
      const refused = setupJob()
      refused.consume.mockRejectedValue(apiError(401, 'unauthorized'))
      await refused.run()
      expect(refused.endSession).toHaveBeenCalledTimes(1)

      const short = setupJob()
      short.consume.mockRejectedValue(apiError(402, 'insufficient_credits'))
      await short.run()
      expect(short.endSession).not.toHaveBeenCalled()
      expect(short.credits.refresh).toHaveBeenCalled()
    })
  })

  describe('when the server call of the hold fails', () => {
    it.each([
      ['no answer', new NetworkError('network')],
      ['a time-out', new NetworkError('timeout')],
      ['a 500', apiError(500, 'internal')],
      ['the page of a proxy', new UnexpectedResponseError(502, '<html>')],
    ])('%s is shown as a pending deduction, and it goes on', async (_, error) => {
      const test = setupJob()
      test.consume.mockRejectedValue(error)
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      await test.run()
      expect(test.credits.addPending).toHaveBeenCalledExactlyOnceWith(JOB_ID, 330)
      expect(test.actions).toContainEqual({ type: 'holding_to_creating', runId: 1, hold: 'pending' })
      expect(test.state().status).toBe('success')
    })

    it('the create may still be told that no new job is taken', async () => {
      const test = setupJob()
      test.consume.mockRejectedValue(new NetworkError('network'))
      const paused = apiError(503, 'jobs_paused', { settlement: 'none' }, 'New videos are paused just now.')
      test.video.create.mockRejectedValue(paused)
      await test.run()
      expect(test.credits.removePending).toHaveBeenCalledWith(JOB_ID)
      expect(test.failure()).toMatchObject({ kind: 'plain', message: 'New videos are paused just now.' })
      expect(test.video.status).not.toHaveBeenCalled()
    })

    it('the pending deduction goes when the create fails', async () => {
      const test = setupJob()
      test.consume.mockRejectedValue(new NetworkError('network'))
      test.video.create.mockRejectedValue(apiError(402, 'insufficient_credits', { have: 0, need: 330 }))
      await test.run()
      expect(test.credits.removePending).toHaveBeenCalledWith(JOB_ID)
      expect(test.failure()?.kind).toBe('credits')
    })
  })

  describe('when the create is refused', () => {
    it.each([
      [
        'with the server sentence',
        apiError(422, 'vendor_rejected', undefined, 'The prompt was refused'),
        { kind: 'plain', message: 'Request failed: The prompt was refused' },
      ],
      [
        'and says that the hold was given back',
        apiError(503, 'vendor_busy', { settlement: 'released' }, 'Try later'),
        { kind: 'plain', message: 'Request failed: Try later', charge: 'You were not charged.' },
      ],
      [
        'with the task id sentence as it is',
        apiError(
          502,
          'no_task_id',
          { settlement: 'released' },
          'Could not extract task ID from API response. API returned: {}',
        ),
        {
          kind: 'plain',
          message: 'Could not extract task ID from API response. API returned: {}',
          charge: 'You were not charged.',
        },
      ],
      [
        'without a sentence',
        apiError(422, 'unknown_model', undefined, ''),
        { kind: 'plain', message: 'Something went wrong. Please try again.' },
      ],
      ['401', apiError(401, 'unauthorized'), { kind: 'sign_in', message: 'Please login before generating a video' }],
    ])('%s', async (_, error, failure) => {
      const test = setupJob()
      test.video.create.mockRejectedValue(error)
      await test.run()
      expect(test.failure()).toEqual(failure)
      expect(test.video.status).not.toHaveBeenCalled()
    })

    it.each([
      ['an answer without a task id', { code: 'SUCCESS', data: {} }, '{"code":"SUCCESS","data":{}}'],
      ['a page', new UnexpectedResponseError(200, '<html>'), '"<html>"'],
    ])('%s is shown', async (_, answer, shown) => {
      const test = setupJob()
      if (answer instanceof Error) test.video.create.mockRejectedValue(answer)
      else test.video.create.mockResolvedValue(answer)
      await test.run()
      expect(test.failure()?.message).toBe(`Could not extract task ID from API response. API returned: ${shown}`)
    })

    it.each([
      ['turned down with its hold kept', apiError(413, 'body_too_large'), 'unsent'],
      ['signed out', apiError(401, 'unauthorized'), 'unsent'],
      ['released', apiError(422, 'vendor_rejected', { settlement: 'released' }), 'ended'],
      ['spent', apiError(409, 'key_spent'), 'ended'],
    ])('the id of a job that was %s is worth: %s', async (_, error, end) => {
      const test = setupJob()
      test.video.create.mockRejectedValue(error)
      await expect(test.run()).resolves.toBe(end)
    })
  })

  describe('when the answer to create is lost', () => {
    it.each([
      ['no answer', new NetworkError('timeout')],
      ['the page of a proxy', new UnexpectedResponseError(504, '<html>')],
      ['a server without its database, after which anything may be true', apiError(503, 'database_unavailable')],
      ['a server error that names no outcome', apiError(500, 'internal')],
    ])('%s: it asks for the job by its own id and shows the video', async (_, error) => {
      const test = setupJob()
      test.video.create.mockRejectedValue(error)
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      await test.run()
      expect(test.video.requests.at(-1)?.path).toBe(`/generation/${JOB_ID}/status`)
      expect(test.state().status).toBe('success')
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })

    it('a job that never arrived costs nothing and its id can be used again', async () => {
      const test = setupJob()
      test.video.create.mockRejectedValue(new NetworkError('network'))
      test.video.status.mockRejectedValueOnce(new NetworkError('network'))
      test.video.status.mockRejectedValue(apiError(404, 'not_found'))
      const end = test.run()
      await vi.advanceTimersByTimeAsync(INTERVAL_MS)
      await expect(end).resolves.toBe('unsent')
      expect(test.failure()).toEqual({
        kind: 'plain',
        message: 'We could not reach the server, so nothing was started. Please try again.',
        charge:
          'You were not charged. The 330 credits held are used when you try again, or come back after 15 minutes.',
      })
      expect(test.credits.removePending).toHaveBeenCalledWith(JOB_ID)
    })
  })
})
