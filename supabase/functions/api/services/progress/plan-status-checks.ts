// When the next status check of a job is due. Few checks while the job can hardly be done, many when jobs of its kind usually end: a job of three
// minutes costs 12 calls of the provider, and is found 5 s after its end at the median (`npm run bench:scale`, decision 031).

/** The estimated time of a job in seconds: jobs start to end at `from`, and most have ended at `to`. */
export interface EstimatedSeconds {
  from: number
  to: number
}

const FIRST_SECONDS = 10
/** The number of status checks between `from` and `to`. */
const CHECKS_BETWEEN = 12
/** Jobs end this much before `from`, and after `to`, often enough for half as many checks. */
const EARLIEST = 0.8
const LATEST = 1.3
/** The time to the next check of a job that has only started, as a part of its age. */
const GROWTH = 1.5
/** The longest time between two checks, and the only one where the provider calls us. */
const MOST_SECONDS = 60

/** Returns the seconds from a create request to the first status check. `shortest` as in planNextStatusCheck. */
export function getFirstCheckSeconds(shortest: number): number {
  return shortest === 0 ? 0 : FIRST_SECONDS
}

/**
 * Returns the whole seconds from a status check of a job of this age to the next one. `shortest`: the operator's shortest time between
 * two checks; 0 asks at every call. `callsUs`: the provider sends a webhook when the job ends, so checks only find what was lost.
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
