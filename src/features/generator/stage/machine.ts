// What the generator shows, as one union: a state holds exactly what exists in it, and an action is named for the edge
// it travels. Effects live in run-job.ts and watch-job.ts; this file never waits, fetches or stores.
import type { Failure } from '@/state/jobs/job-text'
import { MESSAGES } from '@/state/jobs/job-text'

const MESSAGE_EVERY_POLLS = 15

/** The server counts whole seconds and its answers take time: below this, a correction would only make the clock jump. */
const CLOCK_SLACK_MS = 3000

/** What the panel shows of a job while it runs and after. `credits` is the price the person saw and agreed to. */
export interface JobFacts {
  jobId: string
  modelName: string
  prompt: string
  length: 5 | 8
  credits: number
  /** 0 to 999: the same again makes the same again, where the model keeps to it. */
  seed: number
  /** Comes without sound. */
  isSilent: boolean
  /** Made from a picture. */
  hasPicture: boolean
  /** Signed, where the server told it; the picture of a job made on this page is in the form. */
  pictureUrl: string | null
}

/** `pending`: nobody answered, so the deduction is only shown. `captured`: paid at once (direct mode). */
export type Hold = 'held' | 'captured' | 'pending'

/**
 * `undecided`: the vendor has not said yet, and the server goes on asking it. `unheard`: the server could not be asked.
 * `ended`: there was nothing left to stop.
 */
export type Canceling = 'none' | 'asking' | 'too_late' | 'ended' | 'undecided' | 'unheard'

interface Running {
  status: 'generating'
  runId: number
  job: JobFacts
  /** Milliseconds since the epoch on this machine's clock. */
  startedAt: number
  message: string
}

export type Generating =
  | (Running & { phase: 'holding' })
  | (Running & { phase: 'creating'; hold: Hold })
  | (Running & {
      phase: 'polling'
      hold: Hold
      taskId: string
      pollCount: number
      /** Polls in a row that brought no news. */
      misses: number
      /** The vendor has not begun yet; null until it is known. */
      isQueued: boolean | null
      canceling: Canceling
    })

export type State =
  | { status: 'idle' }
  | Generating
  | { status: 'success'; runId: number; job: JobFacts; taskId: string; videoUrl: string }
  /** `isElsewhere`: nobody asked for it in this browser. */
  | { status: 'stopped'; runId: number; job: JobFacts; credits: number; isElsewhere: boolean }
  | { status: 'error'; runId: number; job: JobFacts; failure: Failure }

export type Action =
  | { type: 'idle_to_holding'; runId: number; job: JobFacts; startedAt: number }
  | { type: 'idle_to_polling'; runId: number; job: JobFacts; startedAt: number; taskId: string }
  | { type: 'holding_to_creating'; runId: number; hold: Hold }
  | { type: 'creating_to_polling'; runId: number; taskId: string }
  | { type: 'polling_to_polling'; runId: number; pollCount: number }
  /** `isQueued`: null when the poll brought no news. */
  | { type: 'polling_heard'; runId: number; misses: number; isQueued: boolean | null }
  | { type: 'polling_corrected'; runId: number; startedAt: number }
  | { type: 'polling_canceling'; runId: number; canceling: Canceling }
  | { type: 'polling_to_success'; runId: number; videoUrl: string }
  /** `isFromPoll`: the server says that it was stopped; else a tab of this browser did it. */
  | { type: 'polling_to_stopped'; runId: number; credits: number; isFromPoll: boolean }
  | { type: 'generating_to_error'; runId: number; failure: Failure }
  | { type: 'generating_to_idle'; runId: number }
  | { type: 'success_to_idle'; runId: number }
  | { type: 'stopped_to_idle'; runId: number }
  | { type: 'error_to_idle'; runId: number }

export const IDLE: State = { status: 'idle' }

export function reduce(state: State, action: Action): State {
  if ('runId' in state && state.runId !== action.runId) return state
  switch (action.type) {
    case 'idle_to_holding':
      if (state.status !== 'idle') return state
      return { status: 'generating', phase: 'holding', ...begun(action) }
    case 'idle_to_polling':
      if (state.status !== 'idle') return state
      return { status: 'generating', ...begun(action), hold: 'held', ...watched(action.taskId) }
    case 'holding_to_creating':
      if (state.status !== 'generating' || state.phase !== 'holding') return state
      return { ...state, phase: 'creating', hold: action.hold }
    case 'creating_to_polling':
      if (state.status !== 'generating' || state.phase !== 'creating') return state
      return { ...state, ...watched(action.taskId) }
    case 'polling_to_polling':
      if (!isPolling(state)) return state
      return { ...state, pollCount: action.pollCount, message: messageAt(action.pollCount, state.message) }
    case 'polling_heard': {
      if (!isPolling(state)) return state
      const isQueued = action.isQueued ?? state.isQueued
      if (state.misses === action.misses && state.isQueued === isQueued) return state
      return { ...state, misses: action.misses, isQueued }
    }
    case 'polling_corrected':
      if (!isPolling(state) || Math.abs(action.startedAt - state.startedAt) < CLOCK_SLACK_MS) return state
      return { ...state, startedAt: action.startedAt }
    case 'polling_canceling':
      return isPolling(state) ? { ...state, canceling: action.canceling } : state
    case 'polling_to_success': {
      if (!isPolling(state)) return state
      const { runId, job, taskId } = state
      return { status: 'success', runId, job, taskId, videoUrl: action.videoUrl }
    }
    case 'polling_to_stopped':
      if (!isPolling(state)) return state
      return {
        status: 'stopped',
        runId: state.runId,
        job: state.job,
        credits: action.credits,
        isElsewhere: action.isFromPoll && state.canceling === 'none',
      }
    case 'generating_to_error':
      if (state.status !== 'generating') return state
      return { status: 'error', runId: state.runId, job: state.job, failure: action.failure }
    case 'generating_to_idle':
      return state.status === 'generating' ? IDLE : state
    case 'success_to_idle':
      return state.status === 'success' ? IDLE : state
    case 'stopped_to_idle':
      return state.status === 'stopped' ? IDLE : state
    case 'error_to_idle':
      return state.status === 'error' ? IDLE : state
    default:
      action satisfies never
      return state
  }
}

type Polling = Extract<Generating, { phase: 'polling' }>

export function isPolling(state: State): state is Polling {
  return state.status === 'generating' && state.phase === 'polling'
}

function begun({ runId, job, startedAt }: { runId: number; job: JobFacts; startedAt: number }) {
  return { runId, job, startedAt, message: MESSAGES.generating }
}

function watched(taskId: string) {
  return { phase: 'polling', taskId, pollCount: 0, misses: 0, isQueued: null, canceling: 'none' } as const
}

/** The message changes at poll 15, 30, 45 ... and stays changed in between. */
function messageAt(pollCount: number, current: string): string {
  return pollCount > 0 && pollCount % MESSAGE_EVERY_POLLS === 0 ? MESSAGES.stillWorking : current
}
