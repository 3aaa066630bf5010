import { isOverdue } from '@/lib/estimate'
import { MESSAGES, STOP_TEXT } from '@/state/jobs/job-text'
import type { Generating } from './machine'

/** A poll or two may get lost without anybody being told. */
const MISSES_BEFORE_NOTICE = 3

/** The server has not been heard of for a while. */
export function isCutOff(state: Generating): boolean {
  return state.phase === 'polling' && state.misses >= MISSES_BEFORE_NOTICE
}

const CANCELING_NOTES = {
  none: null,
  asking: MESSAGES.stopping,
  too_late: STOP_TEXT.tooLate,
  ended: MESSAGES.endedAlready,
  undecided: STOP_TEXT.undecided,
  unheard: STOP_TEXT.unheard,
}

/** What is happening to the job right now; null until that is known. */
export function progressNote(state: Generating, elapsedMs: number): string | null {
  switch (state.phase) {
    case 'holding':
      return MESSAGES.holding
    case 'creating':
      return MESSAGES.creating
    case 'polling': {
      if (isCutOff(state)) return MESSAGES.reconnecting
      const { isQueued, canceling } = state
      if (canceling !== 'none') return CANCELING_NOTES[canceling]
      if (isQueued === null) return null
      if (isOverdue(elapsedMs, state.job.length)) return isQueued ? MESSAGES.overdueInQueue : MESSAGES.overdue
      return isQueued ? MESSAGES.queued : MESSAGES.running
    }
    default:
      return state satisfies never
  }
}
