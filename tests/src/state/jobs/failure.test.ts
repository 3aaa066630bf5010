// @vitest-environment node
import type { RefusalData } from '@contract/errors'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { createFailure } from '@/state/jobs/failure'

const QUOTE = { modelName: 'Veo 3', credits: 330, source: 'veo-3' }
const FOREIGN = 'Another backend has its own words.'

function shown(status: number, code: string, data: RefusalData = {}): string {
  return createFailure(new ApiError({ status, code, message: FOREIGN, data }), QUOTE).message
}

describe('createFailure', () => {
  it.each<[number, string, RefusalData, string]>([
    [
      402,
      'insufficient_credits',
      { have: 20 },
      'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits',
    ],
    [
      409,
      'price_changed',
      { price: 350 },
      'The price of Veo 3 is now 350 credits. Review the new price and try again.',
    ],
    [409, 'key_mismatch', {}, 'This job ID has already been used for a different request. Start a new job.'],
    [409, 'key_spent', {}, 'This attempt has already ended. Click Generate Video to start a new one.'],
    [
      429,
      'too_many_jobs',
      { max: 3 },
      'Request failed: You can generate up to 3 videos at a time. Start the next one when a video finishes.',
    ],
    [
      429,
      'too_many_jobs',
      { max: 4, unconfirmed: 1, unconfirmedEndsInSeconds: 2400 },
      "Request failed: You can generate up to 4 videos at a time. Start the next one when a video finishes. The video service didn't confirm 1 of your videos. Its place is free within 40 minutes.",
    ],
    [
      429,
      'daily_limit',
      { limit: 400, left: 70, retryAfterSeconds: 7200 },
      'You can spend up to 400 credits per day. You have 70 left today, and this video costs 330. Try again after 00:00 UTC, in 120 minutes.',
    ],
    [
      429,
      'too_many_canceled',
      { limit: 60, retryAfterSeconds: 61 },
      "60 of your videos in the last hour were canceled, refused, or never started. You weren't charged. Try again in 2 minutes.",
    ],
    [
      503,
      'budget_reached',
      { retryAfterSeconds: 10_800 },
      'This site has reached its daily credit budget. Try again after 00:00 UTC, in 3 hours.',
    ],
    [422, 'unknown_model', {}, "Request failed: This model isn't available. Choose another one."],
  ])('creates the sentence for %i %s from its code', (status, code, data, sentence) => {
    expect(shown(status, code, data)).toBe(sentence)
  })

  it('omits the cost from a failure if its sentence already states the cost', () => {
    const data = { settlement: 'none', limit: 60, retryAfterSeconds: 61 } as const
    const error = new ApiError({ status: 429, code: 'too_many_canceled', message: FOREIGN, data })
    expect(createFailure(error, QUOTE).charge).toBeUndefined()
  })

  it.each([
    [402, 'insufficient_credits', FOREIGN],
    [402, '402', FOREIGN],
    [429, 'daily_limit', FOREIGN],
    [429, 'too_many_canceled', FOREIGN],
    [429, 'too_many_jobs', `Request failed: ${FOREIGN}`],
    [422, 'GUIDELINES', `Request failed: ${FOREIGN}`],
  ])("uses the server's sentence for %i %s without figures", (status, code, sentence) => {
    expect(shown(status, code)).toBe(sentence)
  })

  it.each([
    ['held', undefined],
    ['captured', undefined],
    ['released', "You weren't charged."],
    ['none', "You weren't charged."],
  ] as const)('says what a failed job cost if its credits are %s', (settlement, charge) => {
    const error = new ApiError({ status: 409, code: 'key_mismatch', message: FOREIGN, data: { settlement } })
    expect(createFailure(error, QUOTE).charge).toBe(charge)
  })
})
