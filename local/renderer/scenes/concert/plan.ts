export interface ConcertPlan {
  /** Beats a minute. */
  tempo: number
  /** Root of the song in Hz. */
  root: number
}
