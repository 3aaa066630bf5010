import type { DurationOption } from '@contract/capabilities'

/** Seconds. */
export type Estimate = DurationOption['estimateSeconds']

/** Up to here progress follows the time; then it slows down, as nobody knows how long is left. */
const LINEAR_SHARE = 0.9
/** Never looks done before the video is there. */
const MOST_SHOWN = 0.97

export function estimateText({ from, to }: Estimate): string {
  if (to < 60) return 'a few seconds'
  const [least, most] = [Math.floor(from / 60), Math.ceil(to / 60)]
  return least === most ? `${most} min` : `${least}-${most} min`
}

/** 0 to 1, against the longer end of the estimate. */
export function estimatedProgress(elapsedMs: number, { to }: Estimate): number {
  const share = Math.max(0, elapsedMs / (to * 1000))
  if (share <= LINEAR_SHARE) return share
  const rest = MOST_SHOWN - LINEAR_SHARE
  return LINEAR_SHARE + rest * (1 - Math.exp((LINEAR_SHARE - share) / rest))
}

export function isOverdue(elapsedMs: number, { to }: Estimate): boolean {
  return elapsedMs > to * 1000
}

/** `m:ss`; an hour is 60:00. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
