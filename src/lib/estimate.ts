import type { DurationOption } from '@contract/capabilities'

/** The estimated time in seconds. */
export type Estimate = DurationOption['estimateSeconds']

/** The share up to which progress follows the time. It then slows down, because nobody knows how long is left. */
const LINEAR_SHARE = 0.9
/** The largest share that is shown before the video is there. */
const MOST_SHOWN = 0.97

export function estimateText({ from, to }: Estimate): string {
  if (to < 60) return 'a few seconds'
  const [least, most] = [Math.floor(from / 60), Math.ceil(to / 60)]
  return least === most ? `${most} min` : `${least}-${most} min`
}

interface Waiting {
  /** Milliseconds since the estimate began to count. */
  elapsedMs: number
  isQueued: boolean
}

/**
 * Returns the estimate in words that are still true: a time that has passed is no estimate, and nobody knows how long a queue is.
 * @param before the words in front of the time, such as 'usually'
 */
export function describeEstimate(before: string, estimate: Estimate, { elapsedMs, isQueued }: Waiting): string {
  if (isOverdue(elapsedMs, estimate)) return LONGER
  return `${before} ${estimateText(estimate)}${isQueued ? ' after the queue' : ''}`
}

const LONGER = 'longer than usual'

/** Returns the estimated progress, 0 to 1, against the longer end of the estimate. */
export function estimateProgress(elapsedMs: number, { to }: Estimate): number {
  const share = Math.max(0, elapsedMs / (to * 1000))
  if (share <= LINEAR_SHARE) return share
  const rest = MOST_SHOWN - LINEAR_SHARE
  return LINEAR_SHARE + rest * (1 - Math.exp((LINEAR_SHARE - share) / rest))
}

export function isOverdue(elapsedMs: number, { to }: Estimate): boolean {
  return elapsedMs > to * 1000
}

/** Formats a time as `m:ss`. An hour is '60:00'. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
