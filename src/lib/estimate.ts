/** How long a job usually takes, from the specification. */
const ESTIMATES = {
  5: { text: '3-5 min', longestMs: 5 * 60_000 },
  8: { text: '5-8 min', longestMs: 8 * 60_000 },
} as const

/** The wave never says 'done' before the video is there. */
const MOST_SHOWN = 0.97

export function estimateText(length: 5 | 8): string {
  return ESTIMATES[length].text
}

/** 0 to 1: elapsed time against the longer end of the estimate. */
export function estimatedProgress(elapsedMs: number, length: 5 | 8): number {
  return Math.min(MOST_SHOWN, Math.max(0, elapsedMs / ESTIMATES[length].longestMs))
}

/** `m:ss`; an hour is 60:00. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
