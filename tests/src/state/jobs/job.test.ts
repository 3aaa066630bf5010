// @vitest-environment node
import { describe, expect, it } from 'vitest'
import {
  countOpen,
  type Job,
  mayCancel,
  merged,
  neverArrived,
  polled,
  progressMessage,
  type Stage,
  stageOf,
  storedJob,
  timedOut,
  told,
} from '@/state/jobs/job'
import { failedJob, jobStatus as news, openJob, testJob, testStoredJob } from '../../../support/app/jobs'

const NOW = 1_790_000_000_000
const ID = openJob().id
const stored = testStoredJob({ jobId: ID, startedAt: NOW })
const running = told(undefined, openJob(), NOW)

const states = {
  holding: storedJob(stored, 'holding'),
  creating: { ...storedJob(stored, 'holding'), status: 'creating', settlement: 'held' },
  unknown: storedJob(stored, 'unknown'),
  waiting: { ...running, status: 'waiting' },
  running,
  late: { ...running, failure: timedOut(false) },
  refused: { ...storedJob(stored, 'holding'), failure: { kind: 'plain', message: 'no' } },
  succeeded: told(running, testJob(), NOW),
  failed: told(running, failedJob(), NOW),
  stopped: told(running, failedJob({ failureCode: 'cancelled', failureReason: null }), NOW),
} satisfies Record<string, Job>
type Name = keyof typeof states
const names = Object.keys(states) as Name[]

/** What each thing that is heard makes of each state; what is not here leaves the stage as it was. */
const heard = {
  'told that it waits': (job) => told(job, openJob({ status: 'waiting' }), NOW),
  'told that it runs': (job) => told(job, openJob(), NOW),
  'told that it succeeded': (job) => told(job, testJob(), NOW),
  'told that it failed': (job) => told(job, failedJob(), NOW),
  'a poll without news': (job) => polled(job, null, NOW),
  'a poll: it waits': (job) => polled(job, news('waiting'), NOW),
  'a poll: it runs': (job) => polled(job, news('processing'), NOW),
  'a poll: it succeeded': (job) => polled(job, news('succeed', { url: '/v' }), NOW),
  'a poll: it succeeded without a video': (job) => polled(job, news('success'), NOW),
  'a poll: it failed': (job) => polled(job, news('failed', { failMsg: 'Too dark' }), NOW),
  'a poll: it was stopped': (job) => polled(job, news('failed', { failureCode: 'cancelled' }), NOW),
} satisfies Record<string, (job: Job) => Job>
type Heard = keyof typeof heard

const FOLLOWED: readonly Name[] = ['unknown', 'waiting', 'running']
const isPoll = (name: Heard) => name.startsWith('a poll')

function stageAfter(state: Name, name: Heard): Stage['status'] {
  const before = stageOf(states[state]).status
  if (name.endsWith('waits') || name.endsWith('runs') || name.endsWith('without news')) return before
  if (state === 'refused') return 'error'
  if (name.endsWith('succeeded')) return 'success'
  return name.endsWith('stopped') ? 'stopped' : 'error'
}

describe('the stage of a job', () => {
  it('is idle without one, generating until there is an outcome, and then what it came to', () => {
    expect(stageOf(undefined)).toEqual({ status: 'idle' })
    expect(Object.fromEntries(names.map((name) => [name, stageOf(states[name]).status]))).toEqual({
      holding: 'generating',
      creating: 'generating',
      unknown: 'generating',
      waiting: 'generating',
      running: 'generating',
      late: 'error',
      refused: 'error',
      succeeded: 'success',
      failed: 'error',
      stopped: 'stopped',
    })
  })

  const pairs = names.flatMap((state) => (Object.keys(heard) as Heard[]).map((name) => [state, name] as const))
  // Only what is followed is polled, and the server does not know what it refused.
  const real = pairs.filter(([state, name]) => !isPoll(name) || FOLLOWED.includes(state))
  it.each(real)('%s, %s', (state, name) => {
    expect(stageOf(heard[name](states[state])).status).toBe(stageAfter(state, name))
  })

  it('says why there is no video, and what it cost once that is known', () => {
    const failed = polled(running, news('failed', { failMsg: 'Too dark', settlement: 'released' }), NOW)
    const failure = { kind: 'plain', message: 'Video generation failed. Please try again.' }
    expect(stageOf(failed)).toMatchObject({
      failure: { ...failure, detail: 'Too dark', charge: 'You were not charged.' },
    })
    expect(stageOf(polled(running, news('failed'), NOW))).toMatchObject({ failure })
    expect(stageOf(polled(running, news('succeed', { settlement: 'released' }), NOW))).toMatchObject({
      failure: { message: 'Unable to retrieve video. Please try again.', charge: 'You were not charged.' },
    })
  })
})

describe('a job', () => {
  it('that is being started goes on as the tab that starts it says, whatever a list says of it', () => {
    for (const name of ['holding', 'creating'] as const) {
      expect(told(states[name], openJob(), NOW)).toMatchObject({ status: name, isListed: true })
    }
  })

  it('that has ended stays so when an answer comes late that does not know it yet', () => {
    expect(told(states.succeeded, openJob(), NOW)).toEqual(states.succeeded)
  })

  it('keeps the address that plays when another one could not be signed', () => {
    const again = told(states.succeeded, testJob({ videoUrl: null }), NOW)
    expect(stageOf(again)).toMatchObject({ status: 'success', videoUrl: testJob().videoUrl })
  })

  it('that arrives after this tab gave it up is a success after all', () => {
    expect(stageOf(told(states.late, testJob(), NOW)).status).toBe('success')
    expect(stageOf(told(states.late, openJob(), NOW)).status).toBe('error')
  })

  it('takes its elapsed time from the server, without jumping by a second or two', () => {
    expect(running.startedAt).toBe(NOW - 60_000)
    const poll = (elapsedSeconds: number | null) => polled(running, news('processing', { elapsedSeconds }), NOW)
    expect([90, 62, null].map((seconds) => poll(seconds).startedAt - running.startedAt)).toEqual([-30_000, 0, 0])
  })

  it('counts polls without news until there is some, and keeps what it knew', () => {
    const missed = polled(polled(states.waiting, null, NOW), news(null), NOW)
    expect(missed).toMatchObject({ misses: 2, status: 'waiting' })
    expect(polled(missed, news('processing'), NOW)).toMatchObject({ misses: 0, status: 'running' })
  })

  it('says that it is still working from its 15th poll on', () => {
    const messages = [1, 14, 15, 16, 180].map((polls) => progressMessage({ ...running, polls }))
    expect(messages).toEqual([
      ...Array(2).fill('Generating your video...'),
      ...Array(3).fill('Still working on your video...'),
    ])
  })

  it('may be stopped where the server says so and was not asked, or gave no answer', () => {
    expect(names.filter((name) => mayCancel(states[name]))).toEqual(['waiting', 'running', 'late'])
    const asked = (['asking', 'too_late', 'ended', 'pending', 'unanswered'] as const).filter((cancel) =>
      mayCancel({ ...running, cancel }),
    )
    expect(asked).toEqual(['pending', 'unanswered'])
    const heard = polled(running, news('waiting', { canCancel: true }), NOW)
    expect([mayCancel(heard), mayCancel(polled(heard, news('processing'), NOW))]).toEqual([true, false])
  })

  it('counts among the open ones until it has an outcome or was refused', () => {
    expect(names.filter((name) => countOpen([states[name]]) === 1)).toEqual([
      'holding',
      'creating',
      'unknown',
      'waiting',
      'running',
      'late',
    ])
  })

  it('that never arrived cost nothing; what was held for it is said', () => {
    expect(neverArrived(states.holding).charge).toBe('You were not charged, and your form is as you left it.')
    expect(neverArrived(states.creating).charge).toMatch(/^You were not charged\. The 330 credits held are used/)
  })
})

it('jobs stand newest first, each once, and as it was heard of last', () => {
  const at = (minute: number, status: 'running' | 'waiting' = 'running') =>
    told(undefined, openJob({ id: `job-${minute}`, createdAt: `2026-11-20T09:0${minute}:00Z`, status }), NOW)
  const jobs = merged([at(7), at(5)], [at(6), at(5, 'waiting')])
  expect(jobs.map(({ id, status }) => `${id} ${status}`)).toEqual(['job-7 running', 'job-6 running', 'job-5 waiting'])
})
