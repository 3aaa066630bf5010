import { type Estimate, isOverdue } from '@/lib/estimate'
import { type ActiveJob, isConnectionLost, isStarting } from '@/state/jobs/job'
import { CANCEL_TEXT, describeFetchEnd, describeQueue, describeUnconfirmed, MESSAGES } from '@/state/jobs/job-text'

const CANCEL_NOTES = {
  none: null,
  asking: MESSAGES.stopping,
  ended: MESSAGES.endedAlready,
  ...CANCEL_TEXT,
}

const POLLS_BEFORE_NEW_MESSAGE = 15

export function describeProgress(job: ActiveJob): string {
  return !isStarting(job) && job.polls >= POLLS_BEFORE_NEW_MESSAGE ? MESSAGES.stillWorking : MESSAGES.generating
}

/** Returns the note on progress. Null until it is known. */
export function describePhase(job: ActiveJob, elapsedMs: number, estimate: Estimate): string | null {
  if (isStarting(job)) return job.status === 'holding' ? MESSAGES.holding : MESSAGES.creating
  if (isConnectionLost(job)) return MESSAGES.reconnecting
  if (job.cancel !== 'none') return CANCEL_NOTES[job.cancel]
  if (job.unconfirmedEndsAt !== null) return describeUnconfirmed(job.unconfirmedEndsAt)
  if (job.status === 'unknown') return null
  if (job.deliveryEndsAt !== null) return describeFetchEnd(job.deliveryEndsAt)
  const isQueued = job.status === 'waiting'
  if (isOverdue(elapsedMs, estimate)) return isQueued ? MESSAGES.overdueInQueue : MESSAGES.overdue
  if (!isQueued) return MESSAGES.running
  return job.ahead === null ? MESSAGES.queued : describeQueue(job.ahead)
}
