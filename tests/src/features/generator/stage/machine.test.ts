import { describe, expect, it } from 'vitest'
import {
  type Action,
  type Generating,
  IDLE,
  type JobFacts,
  reduce,
  type State,
} from '@/features/generator/stage/machine'

const job: JobFacts = {
  jobId: 'job-1',
  modelName: 'Veo 3',
  prompt: 'a fox',
  length: 8,
  credits: 330,
  seed: 7,
  isSilent: false,
  hasPicture: false,
  pictureUrl: null,
}
const failure = { kind: 'plain', message: 'no' } as const
const running = { status: 'generating', runId: 1, job, startedAt: 1000, message: 'Generating your video...' } as const

const states = {
  idle: IDLE,
  holding: { ...running, phase: 'holding' },
  creating: { ...running, phase: 'creating', hold: 'held' },
  polling: {
    ...running,
    phase: 'polling',
    hold: 'held',
    taskId: 'task-1',
    pollCount: 3,
    misses: 0,
    isQueued: true,
    canceling: 'none',
  },
  success: { status: 'success', runId: 1, job, taskId: 'task-1', videoUrl: '/v.mp4' },
  stopped: { status: 'stopped', runId: 1, job, credits: 330, isElsewhere: false },
  error: { status: 'error', runId: 1, job, failure },
} satisfies Record<string, State>

const actions = {
  idle_to_holding: { type: 'idle_to_holding', runId: 1, job, startedAt: 5 },
  idle_to_polling: { type: 'idle_to_polling', runId: 1, job, startedAt: 5, taskId: 'job-1' },
  holding_to_creating: { type: 'holding_to_creating', runId: 1, hold: 'pending' },
  creating_to_polling: { type: 'creating_to_polling', runId: 1, taskId: 'task-2' },
  polling_to_polling: { type: 'polling_to_polling', runId: 1, pollCount: 4 },
  polling_heard: { type: 'polling_heard', runId: 1, misses: 2, isQueued: false },
  polling_corrected: { type: 'polling_corrected', runId: 1, startedAt: 90_000 },
  polling_canceling: { type: 'polling_canceling', runId: 1, canceling: 'asking' },
  polling_to_stopped: { type: 'polling_to_stopped', runId: 1, credits: 330, isFromPoll: false },
  polling_to_success: { type: 'polling_to_success', runId: 1, videoUrl: '/v.mp4' },
  generating_to_error: { type: 'generating_to_error', runId: 1, failure },
  generating_to_idle: { type: 'generating_to_idle', runId: 1 },
  success_to_idle: { type: 'success_to_idle', runId: 1 },
  stopped_to_idle: { type: 'stopped_to_idle', runId: 1 },
  error_to_idle: { type: 'error_to_idle', runId: 1 },
} satisfies { [T in Action['type']]: Extract<Action, { type: T }> }

/** Every edge there is. A pair that is not here must leave the state as it was. */
const edges: Record<string, State> = {
  'idle idle_to_holding': { ...states.holding, startedAt: 5 },
  'idle idle_to_polling': { ...states.polling, startedAt: 5, taskId: 'job-1', pollCount: 0, isQueued: null },
  'holding holding_to_creating': { ...states.creating, hold: 'pending' },
  'creating creating_to_polling': { ...states.polling, taskId: 'task-2', pollCount: 0, isQueued: null },
  'polling polling_to_polling': { ...states.polling, pollCount: 4 },
  'polling polling_heard': { ...states.polling, misses: 2, isQueued: false },
  'polling polling_canceling': { ...states.polling, canceling: 'asking' },
  'polling polling_to_stopped': states.stopped,
  'polling polling_corrected': { ...states.polling, startedAt: 90_000 },
  'polling polling_to_success': states.success,
  'holding generating_to_error': states.error,
  'creating generating_to_error': states.error,
  'polling generating_to_error': states.error,
  'holding generating_to_idle': IDLE,
  'creating generating_to_idle': IDLE,
  'polling generating_to_idle': IDLE,
  'success success_to_idle': IDLE,
  'stopped stopped_to_idle': IDLE,
  'error error_to_idle': IDLE,
}

const pairs = Object.keys(states).flatMap((state) => Object.keys(actions).map((action) => [state, action] as const))

describe('the generator machine', () => {
  it.each(pairs)('%s on %s', (stateName, actionName) => {
    const state = states[stateName as keyof typeof states]
    const action = actions[actionName as keyof typeof actions]
    const edge = edges[`${stateName} ${actionName}`]
    const next = reduce(state, action)
    if (edge) expect(next).toEqual(edge)
    else expect(next).toBe(state)
  })

  it.each(Object.keys(actions))('drops %s of another run', (actionName) => {
    const action = { ...actions[actionName as keyof typeof actions], runId: 2 }
    for (const [name, state] of Object.entries(states)) {
      if (name !== 'idle') expect(reduce(state, action)).toBe(state)
    }
  })

  it('says that it is still working at poll 15 and goes on saying it', () => {
    let state: State = states.polling
    const messages = []
    for (let pollCount = 1; pollCount <= 46; pollCount += 1) {
      state = reduce(state, { type: 'polling_to_polling', runId: 1, pollCount })
      messages.push((state as Generating).message)
    }
    expect(messages.slice(0, 14)).toEqual(Array(14).fill('Generating your video...'))
    expect(messages.slice(14)).toEqual(Array(32).fill('Still working on your video...'))
  })

  it('knows a stop that the server told of from one that was asked for here', () => {
    const told = { type: 'polling_to_stopped', runId: 1, credits: 330, isFromPoll: true } as const
    expect(reduce(states.polling, told)).toMatchObject({ isElsewhere: true })
    expect(reduce({ ...states.polling, canceling: 'undecided' }, told)).toMatchObject({ isElsewhere: false })
  })

  it('keeps what it knew of the queue through polls that bring no news', () => {
    const lost = reduce(states.polling, { type: 'polling_heard', runId: 1, misses: 1, isQueued: null })
    expect(lost).toMatchObject({ misses: 1, isQueued: true })
    const same = { type: 'polling_heard', runId: 1, misses: 0, isQueued: true } as const
    expect(reduce(states.polling, same)).toBe(states.polling)
  })

  it('does not let its clock jump by a second or two', () => {
    for (const startedAt of [states.polling.startedAt - 2999, states.polling.startedAt + 2999]) {
      expect(reduce(states.polling, { type: 'polling_corrected', runId: 1, startedAt })).toBe(states.polling)
    }
  })

  it('forgets message, task and poll count on Try Again', () => {
    expect(reduce(states.error, actions.error_to_idle)).toEqual({ status: 'idle' })
  })
})
