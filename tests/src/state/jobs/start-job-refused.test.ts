import { describe, expect, it } from 'vitest'
import { NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { JOB_ID } from '../../../support/app/fake-video'
import { apiError, setupStart } from './start-job-setup'

describe('a job that is refused', () => {
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
      const test = setupStart()
      test.consume.mockRejectedValue(error)
      expect(await test.failure()).toEqual(failure)
      expect(test.video.requests).toEqual([])
      expect(test.credits.addPending).not.toHaveBeenCalled()
    })
  })

  describe('when the server call of the hold fails', () => {
    it.each([
      ['no answer', new NetworkError('network')],
      ['a time-out', new NetworkError('timeout')],
      ['a 500', apiError(500, 'internal')],
      ['the page of a proxy', new UnexpectedResponseError(502, '<html>')],
    ])('%s is shown as a pending deduction, and it goes on', async (_, error) => {
      const test = setupStart()
      test.consume.mockRejectedValue(error)
      await test.run()
      expect(test.credits.addPending).toHaveBeenCalledExactlyOnceWith(JOB_ID, 330)
      expect(test.onChange).toHaveBeenCalledWith({ status: 'creating', settlement: 'pending' })
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })

    it('the create may still be told that no new job is taken', async () => {
      const test = setupStart()
      test.consume.mockRejectedValue(new NetworkError('network'))
      const paused = apiError(503, 'jobs_paused', { settlement: 'none' }, 'New videos are paused just now.')
      test.video.create.mockRejectedValue(paused)
      expect(await test.failure()).toMatchObject({ kind: 'plain', message: 'New videos are paused just now.' })
      expect(test.credits.removePending).toHaveBeenCalledWith(JOB_ID)
    })

    it('the pending deduction goes when the create fails', async () => {
      const test = setupStart()
      test.consume.mockRejectedValue(new NetworkError('network'))
      test.video.create.mockRejectedValue(apiError(402, 'insufficient_credits', { have: 0, need: 330 }))
      expect((await test.failure())?.kind).toBe('credits')
      expect(test.credits.removePending).toHaveBeenCalledWith(JOB_ID)
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
      const test = setupStart()
      test.video.create.mockRejectedValue(error)
      expect(await test.failure()).toEqual(failure)
    })

    it.each([
      ['an answer without a task id', { code: 'SUCCESS', data: {} }, '{"code":"SUCCESS","data":{}}'],
      ['a page', new UnexpectedResponseError(200, '<html>'), '"<html>"'],
    ])('%s is shown', async (_, answer, shown) => {
      const test = setupStart()
      if (answer instanceof Error) test.video.create.mockRejectedValue(answer)
      else test.video.create.mockResolvedValue(answer)
      expect((await test.failure())?.message).toBe(
        `Could not extract task ID from API response. API returned: ${shown}`,
      )
    })

    it.each([
      ['turned down with its hold kept', apiError(413, 'body_too_large'), [true, false]],
      ['signed out', apiError(401, 'unauthorized'), [true, false]],
      ['released', apiError(422, 'vendor_rejected', { settlement: 'released' }), [false, true]],
      ['spent', apiError(409, 'key_spent'), [false, false]],
    ])('whether the id can be used again, and whether the library has it, when it was %s', async (_, error, flags) => {
      const test = setupStart()
      test.video.create.mockRejectedValue(error)
      const end = await test.run()
      expect(end.type === 'refused' && [end.isUnsent, end.isListed]).toEqual(flags)
    })
  })
})
