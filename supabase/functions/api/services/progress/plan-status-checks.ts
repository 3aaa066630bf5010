// Calculates the time of a job's next status check. Checks are rare while the job can't be finished yet, and frequent
// when similar jobs usually end.
// A job of three minutes takes 12 requests to the provider. Its end is found after 5 s at the median (`npm run
// bench:scale`, docs/decisions/031-status-checks.md).

/** The estimated duration of a job in seconds. The first jobs end at `from`, and most have ended at `to`. */
export interface EstimatedSeconds {
  from: number
  to: number
}

const FIRST_SECONDS = 10
/** The number of status checks between `from` and `to`. */
const CHECKS_BETWEEN = 12
/**
 * Fewer jobs end between 0.8 × `from` and `from`, and between `to` and 1.3 × `to`. Half as many checks are enough
 * there.
 */
const EARLIEST = 0.8
const LATEST = 1.3
/** The time until the next check of a new job, as a multiple of its age. */
const GROWTH = 1.5
/** The maximum seconds between two checks. Always used if the provider sends webhooks. */
const MOST_SECONDS = 60

/** Returns the seconds from a create request to the first status check. `shortest`: see planNextStatusCheck. */
export function getFirstCheckSeconds(shortest: number): number {
  return shortest === 0 ? 0 : FIRST_SECONDS
}

/**
 * Returns the whole seconds from a status check to the next one, for a job of this age. `shortest`: the operator's
 * minimum. With 0, every request checks the provider. `callsUs`: whether the provider sends a webhook when the job
 * ends. Checks then only find lost webhooks.
 */
export function planNextStatusCheck(
  elapsed: number,
  { from, to }: EstimatedSeconds,
  { shortest, callsUs }: { shortest: number; callsUs: boolean },
): number {
  if (shortest === 0) return 0
  if (elapsed < FIRST_SECONDS) return Math.ceil(Math.max(FIRST_SECONDS - elapsed, shortest))
  if (callsUs) return Math.ceil(Math.max(MOST_SECONDS, LATEST * to - elapsed))
  const step = Math.max(shortest, (to - from) / CHECKS_BETWEEN)
  return Math.ceil(Math.min(MOST_SECONDS, getPause(elapsed, { from, to }, step)))
}

function getPause(elapsed: number, { from, to }: EstimatedSeconds, step: number): number {
  const begin = EARLIEST * from
  if (elapsed < begin) return Math.min(Math.max(step, GROWTH * elapsed), Math.max(step, begin - elapsed))
  if (elapsed < from) return 2 * step
  if (elapsed < to) return step
  return elapsed < LATEST * to ? 2 * step : 4 * step
}
