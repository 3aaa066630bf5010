import { type Estimate, isOverdue } from '@/lib/estimate'
import { type ActiveJob, isConnectionLost, isStarting } from '@/state/jobs/job'
import { CANCEL_TEXT, describeFetchEnd, describeQueue, describeUnconfirmed, MESSAGES } from '@/state/jobs/job-text'
import { POLL_INTERVAL_MS } from '@/state/jobs/poll'

const CANCEL_NOTES = {
  none: null,
  asking: MESSAGES.stopping,
  ended: MESSAGES.endedAlready,
  ...CANCEL_TEXT,
}

const POLLS_BEFORE_NEW_MESSAGE = 15

/** Returns the message of the progress. Polls whose responses the server holds are fewer, so that the time counts, too. */
export function describeProgress(job: ActiveJob, elapsedMs: number): string {
  const isLong =
    !isStarting(job) &&
    (job.polls >= POLLS_BEFORE_NEW_MESSAGE || elapsedMs >= POLLS_BEFORE_NEW_MESSAGE * POLL_INTERVAL_MS)
  return isLong ? MESSAGES.stillWorking : MESSAGES.generating
}

/** Returns the note about the progress. Null until it is known. */
export function describePhase(job: ActiveJob, elapsedMs: number, estimate: Estimate): string | null {
  if (isStarting(job)) return job.status === 'holding' ? MESSAGES.holding : MESSAGES.creating
  if (isConnectionLost(job)) return MESSAGES.reconnecting
  if (job.cancel !== 'none') return CANCEL_NOTES[job.cancel]
  if (job.unconfirmedEndsAt !== null) return describeUnconfirmed(job.unconfirmedEndsAt)
  if (job.status === 'unknown') return null
  if (job.deliveryEndsAt !== null) return describeFetchEnd(job.deliveryEndsAt)
  // The time beside the note already says 'longer than usual', and the line below it when the user is charged.
  if (job.status !== 'waiting') return isOverdue(elapsedMs, estimate) ? MESSAGES.overdue : MESSAGES.running
  return job.ahead === null ? MESSAGES.queued : describeQueue(job.ahead)
}
