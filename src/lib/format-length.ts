interface Lengths {
  /** The delivered duration in seconds. */
  durationSeconds?: number | null
  /** The requested duration in seconds. */
  length: number
}

/** Returns the delivered duration, or else the requested one. */
export function formatLength({ durationSeconds = null, length }: Lengths): string {
  const seconds = durationSeconds === null ? length : Math.round(durationSeconds * 10) / 10
  return `${seconds} s`
}
