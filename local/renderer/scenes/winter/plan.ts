export interface WinterPlan {
  /** Bells of a sleigh or chimes, in seconds. */
  bells: readonly { at: number; step: number }[]
  hasAurora: boolean
}
