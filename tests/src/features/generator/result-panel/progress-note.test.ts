// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { describePhase, describeProgress } from '@/features/generator/result-panel/progress-note'
import type { ActiveJob, PolledJob } from '@/state/jobs/job'
import { mergeServerJob, reduceJob, restoreJob } from '@/state/jobs/job-reducer'
import { jobStatus, openJob, testStoredJob } from '../../../../support/app/jobs'

const NOW = new Date(2026, 10, 24, 14, 0, 0).getTime()
const ESTIMATE = { from: 300, to: 480 }
const OVERDUE_MS = 480_001

const running = mergeServerJob(undefined, openJob(), NOW) as PolledJob
const holding = restoreJob(testStoredJob(), 'holding') as ActiveJob
const waiting = { ...running, status: 'waiting' } as const
const delivered = { ...running, deliveryEndsAt: NOW + 241_000 }
const unconfirmed = { ...running, unconfirmedEndsAt: NOW + 3_421_000 }
const UNCONFIRMED =
  "We couldn't confirm that the video service received your request. If no video arrives, your credits are returned by 2:58 PM."
const note = (job: ActiveJob, elapsedMs = 60_000) => describePhase(job, elapsedMs, ESTIMATE)

describe('Progress note', () => {
  it.each<[string, ActiveJob, string | null]>([
    ['before the hold', holding, 'Holding your credits…'],
    [
      'before the provider accepts the job',
      { ...holding, status: 'creating' } as ActiveJob,
      'Sending your request to the video service…',
    ],
    ['while its status is unknown', { ...running, status: 'unknown' }, null],
    ['while the job is not confirmed', unconfirmed, UNCONFIRMED],
    ['while the job is not confirmed, after a reload', { ...unconfirmed, status: 'unknown' }, UNCONFIRMED],
    ['in the queue', waiting, "In the queue. The video service hasn't started yet."],
    ['next in the queue', { ...waiting, ahead: 0 }, "You're next in the queue."],
    ['behind one job in the queue', { ...waiting, ahead: 1 }, 'In the queue: 1 video ahead of yours.'],
    ['behind three jobs in the queue', { ...waiting, ahead: 3 }, 'In the queue: 3 videos ahead of yours.'],
    ['while the provider generates the video', running, 'The video service is generating your video.'],
    ['after two polls without news', { ...running, misses: 2 }, 'The video service is generating your video.'],
    ['after three polls without news', { ...running, misses: 3 }, "Reconnecting… We'll try again every few seconds."],
    ['while a cancel request is in progress', { ...running, cancel: 'asking' }, 'Asking the video service to cancel…'],
    [
      'when canceling is too late',
      { ...running, cancel: 'too_late' },
      "It's too late to cancel. Your video is on its way.",
    ],
    [
      'when the video finished before the cancel request',
      { ...running, cancel: 'ended' },
      'Your video had already finished. One moment…',
    ],
    [
      'when the cancel request got no response',
      { ...running, cancel: 'unanswered' },
      "We couldn't reach the server to cancel. Your video is still in progress. Try again.",
    ],
    [
      'when the provider has not decided about the cancel request',
      { ...running, cancel: 'pending' },
      "We asked the video service to cancel. This can take a few minutes. If it cancels, your credits are returned. If not, you'll get your video.",
    ],
  ])('shows the progress note of a job: %s', (_, job, sentence) => {
    expect(note(job)).toBe(sentence)
  })

  it.each([
    [waiting, "In the queue. The video service hasn't started yet."],
    [running, "The video service hasn't finished yet. We'll keep checking."],
    [unconfirmed, UNCONFIRMED],
    [
      delivered,
      "The video service finished your video, but we couldn't fetch its file yet. We'll keep trying until 2:05 PM. After that, your credits are returned.",
    ],
  ])('says that a job is past its estimate (%#)', (job, sentence) => {
    expect(note(job, OVERDUE_MS)).toBe(sentence)
  })

  it("doesn't change the progress note when the delivery deadline varies by seconds between polls", () => {
    const poll = (job: PolledJob, deliveryEndsInSeconds: number | undefined, now: number) => {
      const answer = jobStatus('processing', { deliveryEndsInSeconds })
      return reduceJob(job, { type: 'poll_answered', answer, now }) as PolledJob
    }
    const first = poll(running, 1800, NOW)
    const second = poll(first, 1797, NOW + 5000)
    expect(note(second)).toBe(note(first))
    expect(note(poll(second, undefined, NOW + 10_000))).toBe('The video service is generating your video.')
  })
})

it('says that a job is not confirmed until a response confirms it, and explains what happens after the last poll', () => {
  const poll = (job: PolledJob, unconfirmedEndsInSeconds: number | undefined, now: number) => {
    const answer = jobStatus('processing', { unconfirmedEndsInSeconds })
    return reduceJob(job, { type: 'poll_answered', answer, now }) as PolledJob
  }
  const first = poll(running, 3421, NOW)
  expect(note(first)).toBe(UNCONFIRMED)
  expect(note(poll(first, 3417, NOW + 5000))).toBe(UNCONFIRMED)
  expect(reduceJob(first, { type: 'polls_spent', isDirect: false })).toMatchObject({
    status: 'timed_out',
    failure: { message: 'Video generation timed out. Please try again later.', detail: UNCONFIRMED },
  })
  const found = reduceJob(first, { type: 'server_told', job: openJob(), now: NOW }) as PolledJob
  for (const job of [found, poll(first, undefined, NOW)]) expect(note(job)).toBe(note(running))
})

it('says that a job is still in progress from its 15th poll on', () => {
  const messages = [1, 14, 15, 16, 180].map((polls) => describeProgress({ ...running, polls }, 0))
  expect(messages).toEqual([
    ...Array(2).fill('Generating your video...'),
    ...Array(3).fill('Still working on your video...'),
  ])
})

it('says after 75 seconds that a job is still in progress, though the server held the responses to fewer polls', () => {
  expect(describeProgress({ ...running, polls: 3 }, 74_999)).toBe('Generating your video...')
  expect(describeProgress({ ...running, polls: 3 }, 75_000)).toBe('Still working on your video...')
})
