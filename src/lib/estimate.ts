import type { DurationOption } from '@contract/capabilities'

/** The estimated time in seconds. */
export type Estimate = DurationOption['estimateSeconds']

/**
 * The progress up to which the bar follows the time. After that it slows down, because the remaining time is unknown.
 */
const LINEAR_SHARE = 0.7
/** The maximum estimated progress. An almost full bar would promise a video that nobody has announced. */
const MOST_SHOWN = 0.8

/** The spread of a learned estimate, as a share of its longest time, below which one time says enough. */
const NARROW_SHARE = 0.25

/** Returns the specified estimate as '3-5 min', and a learned one as '50 s' or '40 s to 2 min'. */
export function estimateText({ from, to, isLearned }: Estimate): string {
  if (isLearned) return describeLearned(from, to)
  if (to < 60) return 'a few seconds'
  const [least, most] = [Math.floor(from / 60), Math.ceil(to / 60)]
  return least === most ? `${most} min` : `${least}-${most} min`
}

function describeLearned(from: number, to: number): string {
  if (to < 10) return 'a few seconds'
  const [least, most] = to - from < to * NARROW_SHARE ? [(from + to) / 2, (from + to) / 2] : [from, to]
  const [begin, end] = [roundTime(least), roundTime(most)]
  if (begin === end) return end
  const [, number, unit] = begin.split(/(\d+)/)
  return end.endsWith(`${unit}`) ? `${number} to ${end}` : `${begin} to ${end}`
}

/** Rounds to ten seconds below 95 s, and to minutes above. */
function roundTime(seconds: number): string {
  return seconds < 95 ? `${Math.max(5, Math.round(seconds / 10) * 10)} s` : `${Math.round(seconds / 60)} min`
}

interface Waiting {
  /** The time since the estimate started, in milliseconds. */
  elapsedMs: number
  isQueued: boolean
}

/**
 * Returns the estimate as text. If the estimated time has passed, the text is 'longer than usual'. The wait in the
 * queue isn't estimated.
 * @param before the text before the time, such as 'usually'
 */
export function describeEstimate(before: string, estimate: Estimate, { elapsedMs, isQueued }: Waiting): string {
  if (isOverdue(elapsedMs, estimate)) return LONGER
  return `${before} ${estimateText(estimate)}${isQueued ? ' after the queue' : ''}`
}

const LONGER = 'longer than usual'

/** Returns the estimated progress, 0 to 1, relative to the longest estimated time. */
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
