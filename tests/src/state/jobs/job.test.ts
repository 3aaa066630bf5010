// @vitest-environment node
import { describe, expect, it } from 'vitest'
import {
  countOpen,
  findUnconfirmed,
  getEstimateStart,
  getInputImage,
  isOpen,
  type Job,
  mayCancel,
  mergeJobs,
  type PolledJob,
  type SucceededJob,
} from '@/state/jobs/job'
import { describeLostRequest, type JobAction, mergeServerJob, reduceJob, restoreJob } from '@/state/jobs/job-reducer'
import { getFailure, getPanelStateOf, type PanelState } from '@/state/jobs/panel'
import { failedJob, jobStatus as news, openJob, testJob, testStoredJob } from '../../../support/app/jobs'

const NOW = 1_790_000_000_000
const ID = openJob().id
const stored = testStoredJob({ jobId: ID, startedAt: NOW })
const cancelled = failedJob({ failureCode: 'cancelled', failureReason: null })
const refusal = { kind: 'plain', message: 'no' } as const

const polled = (answer: ReturnType<typeof news> | null): JobAction => ({ type: 'poll_answered', answer, now: NOW })
const told = (job: ReturnType<typeof testJob>): JobAction => ({ type: 'server_told', job, now: NOW })
const apply = (job: Job, ...actions: JobAction[]) => actions.reduce(reduceJob, job)

const holding = restoreJob(stored, 'holding')
const unknown = restoreJob(stored, 'unknown')
const running = mergeServerJob(undefined, openJob(), NOW) as PolledJob

const STATES = {
  holding,
  creating: apply(holding, { type: 'held', settlement: 'held' }),
  unknown,
  waiting: mergeServerJob(undefined, openJob({ status: 'waiting' }), NOW),
  running,
  timed_out: apply(running, { type: 'polls_spent', isDirect: false }),
  refused: apply(holding, { type: 'refused', failure: refusal }),
  succeeded: mergeServerJob(running, testJob(), NOW),
  failed: mergeServerJob(running, failedJob(), NOW),
  stopped: mergeServerJob(running, cancelled, NOW),
} satisfies { [S in Job['status']]: Job }
type Status = Job['status']
const STATUSES = Object.keys(STATES) as Status[]

const ACTIONS = {
  held: { type: 'held', settlement: 'held' },
  created: { type: 'created', taskId: 'task', wait: null },
  'create lost': { type: 'create_lost' },
  refused: { type: 'refused', failure: refusal },
  'poll sent': { type: 'poll_sent' },
  'polled: no news': polled(null),
  'polled: waits': polled(news('waiting')),
  'polled: runs': polled(news('processing')),
  'polled: succeeded': polled(news('succeed', { url: '/v' })),
  'polled: no video': polled(news('success')),
  'polled: failed': polled(news('failed', { failMsg: 'Too dark' })),
  'polled: stopped': polled(news('failed', { failureCode: 'cancelled' })),
  'polls spent': { type: 'polls_spent', isDirect: false },
  'polls spent, direct': { type: 'polls_spent', isDirect: true },
  'told: waits': told(openJob({ status: 'waiting' })),
  'told: runs': told(openJob()),
  'told: succeeded': told(testJob()),
  'told: failed': told(failedJob()),
  'told: stopped': told(cancelled),
  'cancel asked': { type: 'cancel_asked' },
  'cancel answered': { type: 'cancel_answered', cancel: 'too_late' },
  shown: { type: 'shown' },
} satisfies Record<string, JobAction>
type ActionName = keyof typeof ACTIONS

/** The job's status after each action. Statuses that are not listed don't change. */
const EDGES: Record<ActionName, Partial<Record<Status, Status>>> = {
  held: { holding: 'creating' },
  created: { creating: 'waiting' },
  'create lost': { creating: 'unknown' },
  refused: { holding: 'refused', creating: 'refused', unknown: 'refused', waiting: 'refused', running: 'refused' },
  'poll sent': {},
  'polled: no news': {},
  'polled: waits': { unknown: 'waiting', running: 'waiting' },
  'polled: runs': { unknown: 'running', waiting: 'running' },
  'polled: succeeded': { unknown: 'succeeded', waiting: 'succeeded', running: 'succeeded' },
  'polled: no video': { unknown: 'failed', waiting: 'failed', running: 'failed' },
  'polled: failed': { unknown: 'failed', waiting: 'failed', running: 'failed' },
  'polled: stopped': { unknown: 'stopped', waiting: 'stopped', running: 'stopped' },
  'polls spent': { unknown: 'timed_out', waiting: 'timed_out', running: 'timed_out' },
  'polls spent, direct': { unknown: 'refused', waiting: 'refused', running: 'refused' },
  'told: waits': { unknown: 'waiting', running: 'waiting' },
  'told: runs': { unknown: 'running', waiting: 'running' },
  'told: succeeded': {
    ...{ holding: 'succeeded', creating: 'succeeded', unknown: 'succeeded', waiting: 'succeeded' },
    ...{
      running: 'succeeded',
      timed_out: 'succeeded',
      refused: 'succeeded',
      failed: 'succeeded',
      stopped: 'succeeded',
    },
  },
  'told: failed': {
    ...{ holding: 'failed', creating: 'failed', unknown: 'failed', waiting: 'failed', running: 'failed' },
    ...{ timed_out: 'failed', refused: 'failed', succeeded: 'failed', stopped: 'failed' },
  },
  'told: stopped': {
    ...{ holding: 'stopped', creating: 'stopped', unknown: 'stopped', waiting: 'stopped', running: 'stopped' },
    // A refused job keeps this tab's own failure sentence.
    ...{ timed_out: 'stopped', refused: 'failed', succeeded: 'stopped', failed: 'stopped' },
  },
  'cancel asked': {},
  'cancel answered': {},
  shown: {},
}

describe('Job state', () => {
  const pairs = STATUSES.flatMap((status) =>
    (Object.keys(ACTIONS) as ActionName[]).map((name) => [status, name] as const),
  )
  it.each(pairs)('moves a %s job as the table says after: %s', (status, name) => {
    const before = STATES[status]
    expect(before.status).toBe(status)
    const now = reduceJob(before, ACTIONS[name])
    expect(now.status).toBe(EDGES[name][status] ?? status)
    // Each state has only its own fields, and none of the former state.
    if (now.status !== status && !name.startsWith('told')) {
      const fields = Object.keys(now).sort()
      expect(fields).toEqual(Object.keys(STATES[now.status]).sort())
    }
  })

  it("maps each job status to the panel's specified state", () => {
    expect(getPanelStateOf(undefined)).toBe('idle')
    expect(Object.fromEntries(STATUSES.map((status) => [status, getPanelStateOf(STATES[status])]))).toEqual({
      holding: 'generating',
      creating: 'generating',
      unknown: 'generating',
      waiting: 'generating',
      running: 'generating',
      timed_out: 'error',
      refused: 'error',
      succeeded: 'success',
      failed: 'error',
      stopped: 'stopped',
    } satisfies Record<Status, PanelState>)
  })

  it('shows a succeeded job as an error in the panel while it has no video address', () => {
    const mute = mergeServerJob(undefined, testJob({ videoUrl: null }), NOW)
    expect(getPanelStateOf(mute)).toBe('error')
    expect(getFailure(mute)).toEqual({ kind: 'plain', message: 'Unable to retrieve video. Please try again.' })
  })

  it('says why a job has no video, and its cost once the cost is known', () => {
    const failed = apply(running, polled(news('failed', { failMsg: 'Too dark', settlement: 'released' })))
    const failure = { kind: 'plain', message: 'Video generation failed. Please try again.' }
    expect(getFailure(failed)).toEqual({ ...failure, detail: 'Too dark', charge: "You weren't charged." })
    expect(getFailure(apply(running, polled(news('failed'))))).toEqual(failure)
    expect(getFailure(apply(running, polled(news('succeed', { settlement: 'released' }))))).toEqual({
      kind: 'plain',
      message: 'Unable to retrieve video. Please try again.',
      charge: "You weren't charged.",
    })
  })

  it("keeps a job's refusal in this tab, even after the server reports how the job ended", () => {
    for (const end of [failedJob(), cancelled]) {
      expect(getFailure(apply(STATES.refused, told(end), told(end)))).toEqual(refusal)
    }
  })

  it('keeps the status of a job that this tab is starting, whatever a list says', () => {
    for (const name of ['holding', 'creating'] as const) {
      expect(apply(STATES[name], told(openJob()))).toMatchObject({ status: name, isListed: true })
    }
  })

  it('keeps a job ended when a late response still reports it in progress', () => {
    expect(apply(STATES.succeeded, told(openJob()))).toEqual(STATES.succeeded)
  })

  it("keeps the playable video address when another address couldn't be signed", () => {
    const again = apply(STATES.succeeded, told(testJob({ videoUrl: null })))
    expect(again).toMatchObject({ status: 'succeeded', videoUrl: testJob().videoUrl })
  })

  it("takes a job's elapsed time from the server, without jumping by a second or two", () => {
    expect(running.startedAt).toBe(NOW - 60_000)
    const poll = (elapsedSeconds?: number) => apply(running, polled(news('processing', { elapsedSeconds })))
    expect([90, 62, undefined].map((seconds) => poll(seconds).startedAt - running.startedAt)).toEqual([-30_000, 0, 0])
  })

  it("counts a job's estimate from the end of the queue, if this tab saw the end", () => {
    const later = NOW + 50_000
    const left = apply(STATES.waiting, { type: 'poll_answered', answer: news('processing'), now: later })
    const told = apply(STATES.waiting, { type: 'server_told', job: openJob(), now: later })
    for (const job of [left, told, apply(left, polled(news('processing'))), apply(left, polled(null))]) {
      expect(getEstimateStart(job as PolledJob)).toBe(later)
    }
    for (const job of [holding, unknown, running, STATES.waiting, apply(unknown, polled(news('processing')))]) {
      expect(getEstimateStart(job as PolledJob)).toBe(job.startedAt)
    }
    expect(apply(left, polled(news('waiting')))).toMatchObject({ queueEndedAt: null })
  })

  it('counts by the clock the elapsed time of a job that ends by a poll', () => {
    const made = apply(running, polled(news('succeed', { url: '/v' }))) as SucceededJob
    expect(made.elapsedSeconds).toBe(60)
  })

  it("reads the video's AI mark from the poll that ends a job", () => {
    expect(apply(running, polled(news('succeed', { url: '/v', videoMark: 'ai' }))).videoMark).toBe('ai')
  })

  it("counts polls without news until the next news, and keeps the job's known state", () => {
    const missed = apply(STATES.waiting, polled(null), polled(news(null)))
    expect(missed).toMatchObject({ misses: 2, status: 'waiting' })
    expect(apply(missed, polled(news('processing')))).toMatchObject({ misses: 0, status: 'running' })
  })

  it('allows canceling a job if the server does, and again after an undecided or lost cancel request', () => {
    expect(STATUSES.filter((status) => mayCancel(STATES[status]))).toEqual(['waiting', 'running', 'timed_out'])
    const asked = (['asking', 'too_late', 'ended', 'pending', 'unanswered'] as const).filter((cancel) =>
      mayCancel(apply(running, { type: 'cancel_answered', cancel })),
    )
    expect(asked).toEqual(['pending', 'unanswered'])
    const heard = apply(running, polled(news('waiting', { canCancel: true })))
    expect([mayCancel(heard), mayCancel(apply(heard, polled(news('processing'))))]).toEqual([true, false])
  })

  it('reports whether this tab canceled the job', () => {
    expect(apply(running, { type: 'cancel_asked' }, told(cancelled))).toMatchObject({ isStoppedHere: true })
    expect(apply(running, told(cancelled), told(cancelled))).toMatchObject({ isStoppedHere: false })
  })

  it('counts a job as open until it has an outcome or was refused', () => {
    expect(STATUSES.filter((status) => countOpen([STATES[status]]) === 1)).toEqual([
      'holding',
      'creating',
      'unknown',
      'waiting',
      'running',
      'timed_out',
    ])
    expect(isOpen(STATES.refused)).toBe(true)
    const [early, late] = [90_000, 60_000].map((endsAt) => ({ ...running, unconfirmedEndsAt: endsAt }))
    expect(findUnconfirmed([early, STATES.succeeded, late, running, holding] as Job[])).toEqual({
      count: 2,
      endsAt: 60_000,
    })
    expect(findUnconfirmed([running])).toBeNull()
    expect(countOpen([apply(STATES.refused, told(openJob()))])).toBe(1)
  })

  it('says that a job which never reached the server cost nothing, and what is held for it', () => {
    expect(describeLostRequest(STATES.holding).charge).toBe("You weren't charged, and your settings are unchanged.")
    expect(describeLostRequest(STATES.creating).charge).toMatch(/^You weren't charged\. We're holding 330 credits/)
  })
})

it('sorts jobs newest first, each once, in its latest state', () => {
  const at = (minute: number, status: 'running' | 'waiting' = 'running') =>
    mergeServerJob(undefined, openJob({ id: `job-${minute}`, createdAt: `2026-11-20T09:0${minute}:00Z`, status }), NOW)
  const jobs = mergeJobs([at(7), at(5)], [at(6), at(5, 'waiting')])
  expect(jobs.map(({ id, status }) => `${id} ${status}`)).toEqual(['job-7 running', 'job-6 running', 'job-5 waiting'])
})

describe('Image of a job in progress', () => {
  const images = [
    { id: 'p1', role: 'character' as const, url: '/p1', castId: null },
    { id: 'p2', role: 'style' as const, url: '/p2', castId: null },
  ]

  it("uses the job's first frame as its image, or else its first reference", () => {
    expect(getInputImage({ imageUrl: '/first', images })).toBe('/first')
    expect(getInputImage({ imageUrl: null, images })).toBe('/p1')
    expect(getInputImage({ imageUrl: null, images: [] })).toBeNull()
  })
})
