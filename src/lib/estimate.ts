/** How long a job usually takes, from the specification. */
const ESTIMATES = {
  5: { text: '3-5 min', longestMs: 5 * 60_000 },
  8: { text: '5-8 min', longestMs: 8 * 60_000 },
} as const

/** Up to here the wave fills with the time; then ever slower, as nobody knows how long is left. */
const LINEAR_SHARE = 0.9
/** It never says 'done' before the video is there. */
const MOST_SHOWN = 0.97

export function estimateText(length: 5 | 8): string {
  return ESTIMATES[length].text
}

/** 0 to 1: elapsed time against the longer end of the estimate. */
export function estimatedProgress(elapsedMs: number, length: 5 | 8): number {
  const share = Math.max(0, elapsedMs / ESTIMATES[length].longestMs)
  if (share <= LINEAR_SHARE) return share
  const rest = MOST_SHOWN - LINEAR_SHARE
  return LINEAR_SHARE + rest * (1 - Math.exp((LINEAR_SHARE - share) / rest))
}

/** Longer than the estimate said. */
export function isOverdue(elapsedMs: number, length: 5 | 8): boolean {
  return elapsedMs > ESTIMATES[length].longestMs
}

/** `m:ss`; an hour is 60:00. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
